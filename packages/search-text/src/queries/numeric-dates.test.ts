import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateOrderOf, datesInNumbers, isoOf } from './numeric-dates.ts';

const today = { year: 2026, month: 5, day: 6 };
/** Locales whose calendar is the Gregorian one, and whose digits are ours. */
const locales = [
  ...[
    'bg',
    'cs',
    'da',
    'de',
    'de-AT',
    'el',
    'en-AU',
    'en-CA',
    'en-GB',
    'en-US',
    'es',
    'et',
    'fi',
    'fr',
    'fr-CA',
  ],
  ...[
    'hr',
    'hu',
    'it',
    'ja',
    'ko',
    'lt',
    'lv',
    'nb',
    'nl',
    'pl',
    'pt',
    'ro',
    'ru',
    'sk',
    'sl',
    'sr',
    'sv',
    'tr',
  ],
  ...['uk', 'vi', 'zh-CN', 'zh-TW'],
];

describe('a date in numbers', () => {
  it.each([
    ['de-DE', '05/01/2026', '2026-01-05'],
    ['en-US', '05/01/2026', '2026-05-01'],
    ['de', '01.05.26', '2026-05-01'],
    ['ko', '26. 5. 1.', '2026-05-01'],
    ['de', '1.5.', '2026-05-01'],
    ['de', '13.5.', '2025-05-13'],
    ['de', '05/13/2025', '2025-05-13'],
    ['en-GB', '2026-05-01', '2026-05-01'],
  ])('is read in the order of %s: %s', (locale, words, date) => {
    expect(datesInNumbers(words, today, dateOrderOf(locale)).map(isoOf)).toEqual([date]);
  });

  it('has no order where a locale names no region and its regions differ', () => {
    expect(dateOrderOf('en')).toBeUndefined();
  });

  it.each(locales)('is read as %s writes it', (locale) => {
    const forms = (['short', 'medium'] as const).map(
      (dateStyle) => new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }),
    );
    const numeric = new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      timeZone: 'UTC',
    });
    const order = dateOrderOf(locale);
    expect(order).toBeDefined();
    const isoDay = fc
      .date({
        min: new Date('1970-01-02T00:00:00Z'),
        max: new Date('2069-12-30T00:00:00Z'),
        noInvalidDate: true,
      })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(isoDay, fc.constantFrom(...forms, numeric), (day, form) => {
        const written = form.format(new Date(day));
        if (!/^[\d./\s-]+$/.test(written)) return;
        expect(datesInNumbers(written, today, order).map(isoOf), written).toEqual([day]);
      }),
      { numRuns: 100 },
    );
  });
});
