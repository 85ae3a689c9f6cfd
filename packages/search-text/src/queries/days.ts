import { type CalendarDate, datesInNumbers, existing, isoOf, latestBegun, timeOf } from './numeric-dates.ts';

/** Days from the first to before the last instant. */
export interface DayRange {
  readonly from: Date;
  readonly to: Date;
}

/** Words that name no day, or several. */
export type UnreadableDay =
  | { readonly error: 'unreadable' }
  /** Numbers that may mean any of these dates, which are given in the form of ISO 8601. */
  | { readonly error: 'ambiguous'; readonly dates: readonly string[] };

/** The reader’s clock. */
export interface DayOptions {
  readonly now: Date;
  /** An IANA time zone, such as `Europe/Berlin`. */
  readonly timeZone: string;
}

/** A date whose fields may be out of range. It is then the one that `Date.UTC` finds. */
type Day = CalendarDate;

/** English and German names of months, without accents and case, from January. */
const months = [
  ['january', 'jan', 'januar', 'janner'],
  ['february', 'feb', 'februar'],
  ['march', 'mar', 'marz'],
  ['april', 'apr'],
  ['may', 'mai'],
  ['june', 'jun', 'juni'],
  ['july', 'jul', 'juli'],
  ['august', 'aug'],
  ['september', 'sep', 'sept'],
  ['october', 'oct', 'oktober', 'okt'],
  ['november', 'nov'],
  ['december', 'dec', 'dezember', 'dez'],
];
/** English and German names of days, from Sunday. */
const weekdays = [
  ['sunday', 'sun', 'sonntag', 'so'],
  ['monday', 'mon', 'montag', 'mo'],
  ['tuesday', 'tue', 'tues', 'dienstag', 'di'],
  ['wednesday', 'wed', 'mittwoch', 'mi'],
  ['thursday', 'thu', 'thur', 'thurs', 'donnerstag', 'do'],
  ['friday', 'fri', 'freitag', 'fr'],
  ['saturday', 'sat', 'samstag', 'sonnabend', 'sa'],
];
const periods: Readonly<Record<string, 'week' | 'month' | 'year'>> = {
  week: 'week',
  woche: 'week',
  month: 'month',
  monat: 'month',
  year: 'year',
  jahr: 'year',
};
const thisWord = /^(?:this|diese[nrsm]?)$/;
const lastWord = /^(?:last|letzte[nrsm]?)$/;

const unreadable: UnreadableDay = { error: 'unreadable' };
const maxLength = 60;

/**
 * Reads a day or period: a date (`2026-05-01`, `2026-05`, `2026`, `01.05.2026`, `1 May 2026`), `today`, `yesterday`, `this` or `last`
 * `week`, `month` or `year`, or the name of a day or month, which means the latest one that has begun. `last` before such a name leaves
 * out the one that is now. Weeks begin on Monday. German words mean the same. Numbers that may mean several dates are refused.
 */
export function parseDay(words: string, { now, timeZone }: DayOptions): DayRange | UnreadableDay {
  if (words.length > maxLength) return unreadable;
  const clean = words.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
  const today = localDay(now, timeZone);
  const [date, ...others] = datesInNumbers(clean, today);
  if (date !== undefined && others.length > 0)
    return { error: 'ambiguous', dates: [date, ...others].map(isoOf) };
  const days =
    (date && oneDay(date)) ??
    yearOrMonth(clean) ??
    namedDays(
      clean.split(/[\s_+,.-]+/).filter((word) => word !== ''),
      today,
    );
  if (days === undefined) return unreadable;
  return { from: startOfDay(days.from, timeZone), to: startOfDay(days.to, timeZone) };
}

/** From a day to before another one. */
interface Days {
  readonly from: Day;
  readonly to: Day;
}

const oneDay = (day: Day): Days => ({ from: day, to: { ...day, day: day.day + 1 } });
const monthOf = (year: number, month: number): Days => ({
  from: { year, month, day: 1 },
  to: { year, month: month + 1, day: 1 },
});
const yearOf = (year: number): Days => ({
  from: { year, month: 1, day: 1 },
  to: { year: year + 1, month: 1, day: 1 },
});

/** Reads `2026`, `2026-05` and `05.2026`. */
function yearOrMonth(words: string): Days | undefined {
  const [, onlyYear] = /^(\d{4})$/.exec(words) ?? [];
  if (onlyYear !== undefined) return Number(onlyYear) === 0 ? undefined : yearOf(Number(onlyYear));
  const [, year, month] =
    /^(\d{4})[-./](\d{1,2})$/.exec(words) ?? /^(?=\d{1,2}[-./](\d{4})$)(\d{1,2})/.exec(words) ?? [];
  const [first] = existing({ year: Number(year), month: Number(month), day: 1 });
  return first && monthOf(first.year, first.month);
}

function namedDays(words: readonly string[], today: Day): Days | undefined {
  const [first = '', second = ''] = words;
  if (words.length === 1) {
    if (first === 'today' || first === 'heute') return oneDay(today);
    if (first === 'yesterday' || first === 'gestern') return oneDay({ ...today, day: today.day - 1 });
    return latestNamed(first, today, true);
  }
  if (words.length === 2 && thisWord.test(first)) return period(second, today, 0);
  if (words.length === 2 && lastWord.test(first))
    return period(second, today, -1) ?? latestNamed(second, today, false);
  return dateWithMonth(words, today);
}

function period(word: string, today: Day, offset: number): Days | undefined {
  switch (Object.hasOwn(periods, word) ? periods[word] : undefined) {
    case 'week': {
      const monday = today.day - ((weekdayOf(today) + 6) % 7) + 7 * offset;
      return { from: { ...today, day: monday }, to: { ...today, day: monday + 7 } };
    }
    case 'month':
      return monthOf(today.year, today.month + offset);
    case 'year':
      return yearOf(today.year + offset);
    default:
      return undefined;
  }
}

/** Returns the latest day or month with a name that has begun. */
function latestNamed(name: string, today: Day, orNow: boolean): Days | undefined {
  const weekday = weekdays.findIndex((names) => names.includes(name));
  if (weekday !== -1) {
    const ago = (weekdayOf(today) - weekday + 7) % 7;
    return oneDay({ ...today, day: today.day - (ago === 0 && !orNow ? 7 : ago) });
  }
  const month = monthWithName(name);
  if (month === undefined) return undefined;
  const isPast = orNow ? month <= today.month : month < today.month;
  return monthOf(isPast ? today.year : today.year - 1, month);
}

function monthWithName(name: string): number | undefined {
  const index = months.findIndex((names) => names.includes(name));
  return index === -1 ? undefined : index + 1;
}

/** Reads `May 2026`, `1 May`, `May 1st` and `1 May 2026`. Without a year, the date is the latest that has begun. */
function dateWithMonth(words: readonly string[], today: Day): Days | undefined {
  const named = words.flatMap((word) => monthWithName(word) ?? []);
  const years = words.filter((word) => /^\d{4}$/.test(word));
  const days = words.filter((word) => /^\d{1,2}(?:st|nd|rd|th)?$/.test(word));
  const [month] = named;
  if (month === undefined || named.length > 1 || years.length > 1 || days.length > 1) return undefined;
  if (words.length !== named.length + years.length + days.length || words.length === 1) return undefined;
  const year = years.length === 1 ? Number(years[0]) : undefined;
  const [dayWord] = days;
  if (dayWord === undefined) return year === undefined || year === 0 ? undefined : monthOf(year, month);
  const day = Number.parseInt(dayWord, 10);
  const [date] = year === undefined ? latestBegun({ month, day }, today) : existing({ year, month, day });
  return date && oneDay(date);
}

const weekdayOf = (day: Day): number => new Date(timeOf(day)).getUTCDay();

/** Creating a format is costly. There are only some hundred time zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    era: 'short',
  });
  formats.set(timeZone, format);
  return format;
}

/** Returns the date that clocks of a time zone show at an instant. */
function localDay(instant: Date, timeZone: string): Day {
  const format = formatOf(timeZone);
  const fields = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const year = Number(fields.year);
  return {
    year: fields.era === 'BC' ? 1 - year : year,
    month: Number(fields.month),
    day: Number(fields.day),
  };
}

const hour = 3_600_000;

/**
 * Returns the first instant of a day in a time zone. Clocks may skip midnight, and time zones may skip a whole day; the local
 * date never goes back, so a binary search finds its first instant.
 */
function startOfDay(day: Day, timeZone: string): Date {
  const wanted = timeOf(day);
  const isBegun = (time: number): boolean => timeOf(localDay(new Date(time), timeZone)) >= wanted;
  let before = (wanted - 36 * hour) / 1_000;
  let begun = (wanted + 36 * hour) / 1_000;
  while (begun - before > 1) {
    const middle = Math.floor((before + begun) / 2);
    if (isBegun(middle * 1_000)) begun = middle;
    else before = middle;
  }
  return new Date(begun * 1_000);
}
