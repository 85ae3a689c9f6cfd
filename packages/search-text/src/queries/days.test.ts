import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDay } from './days.ts';

/** A Wednesday, late in the evening in UTC and already Thursday in Tokyo. */
const now = new Date('2026-05-06T20:30:00Z');
const berlin = { now, timeZone: 'Europe/Berlin' };

const show = (words: string, options = berlin): string => {
  const range = parseDay(words, options);
  return 'error' in range ? range.error : `${range.from.toISOString()} ${range.to.toISOString()}`;
};
/** Returns the range as local dates, the last one included. */
const localDates = (words: string, { timeZone } = berlin): string => {
  const range = parseDay(words, { now, timeZone });
  if ('error' in range) return range.error;
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  const [from, last] = [format.format(range.from), format.format(range.to.getTime() - 1)];
  return from === last ? from : `${from}..${last}`;
};

describe('a day', () => {
  it.each([
    ['2026-05-01', '2026-05-01'],
    ['2026-05', '2026-05-01..2026-05-31'],
    ['2024', '2024-01-01..2024-12-31'],
    ['today', '2026-05-06'],
    [' Yesterday ', '2026-05-05'],
    ['this week', '2026-05-04..2026-05-10'],
    ['last_week', '2026-04-27..2026-05-03'],
    ['This Month', '2026-05-01..2026-05-31'],
    ['last-month', '2026-04-01..2026-04-30'],
    ['this year', '2026-01-01..2026-12-31'],
    ['wednesday', '2026-05-06'],
    ['last wednesday', '2026-04-29'],
    ['monday', '2026-05-04'],
    ['Fri', '2026-05-01'],
    ['last monday', '2026-05-04'],
    ['may', '2026-05-01..2026-05-31'],
    ['last may', '2025-05-01..2025-05-31'],
    ['April', '2026-04-01..2026-04-30'],
    ['june', '2025-06-01..2025-06-30'],
    ['may 2024', '2024-05-01..2024-05-31'],
    ['1 may', '2026-05-01'],
    ['May 7th', '2025-05-07'],
    ['May 1, 2023', '2023-05-01'],
    ['29 february', '2024-02-29'],
    ['heute', '2026-05-06'],
    ['letzte Woche', '2026-04-27..2026-05-03'],
    ['März', '2026-03-01..2026-03-31'],
    ['1. Mai 2026', '2026-05-01'],
    ['01.05.2026', '2026-05-01'],
    ['1.5.2026', '2026-05-01'],
    [' 1. 5. 2026 ', '2026-05-01'],
    ['2026.05.01.', '2026-05-01'],
    ['2026/5/1', '2026-05-01'],
    ['2026. 5. 1.', '2026-05-01'],
    ['2026年5月1日', '2026-05-01'],
    ['2026년 5월 1일', '2026-05-01'],
    ['13/05/2025', '2025-05-13'],
    ['05/13/2025', '2025-05-13'],
    ['05-05-2026', '2026-05-05'],
    ['31.12.99', '1999-12-31'],
    ['24.12.', '2025-12-24'],
    ['05.2026', '2026-05-01..2026-05-31'],
    ['05/2026', '2026-05-01..2026-05-31'],
    ['2026/05', '2026-05-01..2026-05-31'],
  ])('reads %s', (words, dates) => {
    expect(localDates(words)).toBe(dates);
  });

  it.each([
    '',
    '   ',
    'soon',
    '2026-02-30',
    '2026-13',
    '2026-13-01',
    '0000',
    '2026-05-01T10:00',
    'last',
    'this',
    'next week',
    'this tada',
    'last constructor',
    '32 may',
    'may june',
    '1 2 may',
    '30 february',
    '31.02.2026',
    '01.13.2026',
    '13/13/2026',
    '1.5.202',
    '001.5.2026',
    '1/5.2026',
    '1-5-2026.',
    '05.0000',
    'x'.repeat(1_000),
  ])('refuses %j', (words) => {
    expect(show(words)).toBe('unreadable');
  });

  it.each([
    ['05/01/2026', ['2026-01-05', '2026-05-01']],
    ['1-5-2026', ['2026-05-01', '2026-01-05']],
    ['01.05.26', ['2026-05-01', '2001-05-26']],
    ['1/2/03', ['2003-02-01', '2003-01-02']],
    ['01/02/03', ['2003-02-01', '2003-01-02', '2001-02-03']],
    ['1.5.', ['2026-05-01', '2026-01-05']],
  ])('refuses %s, which may be several dates', (words, dates) => {
    expect(parseDay(words, berlin)).toEqual({ error: 'ambiguous', dates });
  });

  it('is the day of the reader', () => {
    expect(show('today', { now, timeZone: 'UTC' })).toBe('2026-05-06T00:00:00.000Z 2026-05-07T00:00:00.000Z');
    expect(show('today', { now, timeZone: 'Asia/Tokyo' })).toBe(
      '2026-05-06T15:00:00.000Z 2026-05-07T15:00:00.000Z',
    );
    expect(show('today')).toBe('2026-05-05T22:00:00.000Z 2026-05-06T22:00:00.000Z');
  });

  it('has 23 or 25 hours when the clocks change, and begins after a midnight that is skipped', () => {
    expect(show('2026-03-29')).toBe('2026-03-28T23:00:00.000Z 2026-03-29T22:00:00.000Z');
    expect(show('2026-10-25')).toBe('2026-10-24T22:00:00.000Z 2026-10-25T23:00:00.000Z');
    const sao = { now, timeZone: 'America/Sao_Paulo' };
    expect(show('2018-11-04', sao)).toBe('2018-11-04T03:00:00.000Z 2018-11-05T02:00:00.000Z');
    const apia = { now, timeZone: 'Pacific/Apia' };
    // Samoa skipped this day.
    expect(show('2011-12-30', apia)).toBe('2011-12-30T10:00:00.000Z 2011-12-30T10:00:00.000Z');
  });

  it('ends where the next one begins, in every time zone', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({
          min: new Date('1950-01-01T00:00:00Z'),
          max: new Date('2100-01-01T00:00:00Z'),
          noInvalidDate: true,
        }),
        (timeZone, date) => {
          const [first, second] = [0, 1].map((days) => {
            const day = new Date(date.getTime() + days * 86_400_000).toISOString().slice(0, 10);
            const range = parseDay(day, { now, timeZone });
            if ('error' in range) throw new Error(`${day} is unreadable`);
            return range;
          });
          expect(first!.to).toEqual(second!.from);
          expect(first!.to.getTime()).toBeGreaterThanOrEqual(first!.from.getTime());
        },
      ),
      { numRuns: 60 },
    );
  });

  it('never throws on what people type', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (words) => void parseDay(words, berlin)));
  });
});
