import { afterEach, expect, it, vi } from 'vitest';
import { briefTimeInFuture, comingDayOf, dayNameOf, dayOf, setClock, timeOf } from './format.ts';
import { chooseLanguage } from './index.ts';

const timeZone = process.env.TZ;
afterEach(() => {
  if (timeZone === undefined) delete process.env.TZ;
  else process.env.TZ = timeZone;
});

it.each([
  'Pacific/Auckland',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Asia/Kolkata',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Etc/GMT+12',
])('numbers the days of a year one after the other in %s', (zone) => {
  process.env.TZ = zone;
  const dayAt = (day: number, hour: number) => dayOf(new Date(2026, 0, 1 + day, hour, 59).getTime() / 1000);
  const days = Array.from({ length: 366 }, (_, index) => index);
  for (const hour of [3, 12, 23]) {
    const first = dayAt(0, 12);
    expect(days.map((day) => dayAt(day, hour) - first)).toEqual(days);
  }
});

it('names the day of a time to come only if the time of day is not enough', () => {
  const now = new Date(2026, 10, 29, 23, 0).getTime() / 1000;
  expect(briefTimeInFuture(now + 3_600, now)).not.toMatch(/30|Nov/);
  expect(briefTimeInFuture(now + 10 * 3_600, now)).not.toMatch(/30|Nov/);
  expect(briefTimeInFuture(now + 24 * 3_600, now)).toMatch(/30/);
});

it('names a day to come by its day of the week alone if this day of the week is not today’s', () => {
  const midnightOf = (day: number) => new Date(2026, 10, day).getTime() / 1000;
  const monday = midnightOf(30);
  for (const day of [24, 25, 26, 27, 28, 29])
    expect(comingDayOf(monday, midnightOf(day) + 3_600)).toBe('Monday');
  expect(comingDayOf(monday, midnightOf(23) + 3_600)).toBe('Monday, November 30');
});

it('names a day before by its date, with the year only if it is another one, in two lengths', () => {
  const dayAt = (year: number, month: number, day: number) => new Date(year, month, day, 12).getTime() / 1000;
  const now = dayAt(2026, 10, 30);
  expect(dayNameOf(dayAt(2026, 10, 27), 'long', now)).toBe('Friday, November 27');
  expect(dayNameOf(dayAt(2026, 10, 27), 'short', now)).toBe('Fri, Nov 27');
  expect(dayNameOf(dayAt(2025, 10, 27), 'long', now)).toBe('November 27, 2025');
  expect(dayNameOf(dayAt(2025, 10, 27), 'short', now)).toBe('Nov 27, 2025');
});

it('shows times in the format of the language unless the person has chosen one', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  const evening = new Date(2026, 10, 30, 21, 31).getTime() / 1000;
  const timeWith = (uses24Hours: boolean | null) => {
    setClock(uses24Hours);
    return timeOf(evening);
  };
  try {
    await chooseLanguage(['de-DE']);
    expect([null, true, false].map(timeWith)).toEqual(['21:31', '21:31', '9:31 PM']);
    await chooseLanguage(['en-US']);
    expect([null, true, false].map((each) => timeWith(each).replace(/\s/, ' '))).toEqual([
      '9:31 PM',
      '21:31',
      '9:31 PM',
    ]);
  } finally {
    setClock(undefined);
    vi.unstubAllGlobals();
  }
});
