/** Formats dates, times, numbers and lists in the language of the reader. */
import { locale, t } from './index.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale()} ${name}`;
  let found = formats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(locale(), options);
    formats.set(key, found);
  }
  return found;
}

let is24Hours: boolean | undefined;

/** Sets whether times use the 24-hour format. Without a choice (null, as the API says it), the language decides. */
export function setClock(uses24Hours: boolean | null | undefined): void {
  is24Hours = uses24Hours ?? undefined;
  formats.clear();
  times.clear();
}

const clock = (): Intl.DateTimeFormatOptions =>
  is24Hours === undefined ? {} : { hourCycle: is24Hours ? 'h23' : 'h12' };

/** Cache of formatted times of day, by minute. Each message shows its time, and formatting is slow. */
const times = new Map<number, string>();
const maxTimes = 2_000;

/** Returns the time of day of a Unix time in seconds. */
export function timeOf(seconds: number): string {
  const minute = Math.floor(seconds / 60);
  const known = times.get(minute);
  if (known !== undefined) return known;
  if (times.size >= maxTimes) times.clear();
  const time = format('time', { hour: 'numeric', minute: '2-digit', ...clock() }).format(seconds * 1000);
  times.set(minute, time);
  return time;
}

/** Returns date and time of a Unix time in seconds. */
export const dateTimeOf = (seconds: number): string =>
  format('full', { dateStyle: 'full', timeStyle: 'short', ...clock() }).format(seconds * 1000);

const yearOf = (milliseconds: number): number => new Date(milliseconds).getFullYear();

/** Returns the short date and time of a Unix time in seconds. The year is left out if it is the current one. */
export function shortDateTimeOf(seconds: number): string {
  const isThisYear = yearOf(seconds * 1000) === yearOf(Date.now());
  return format(isThisYear ? 'short' : 'short-year', {
    ...(isThisYear ? { weekday: 'short' } : { year: 'numeric' }),
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    ...clock(),
  }).format(seconds * 1000);
}

/** Returns a Unix time in seconds: the time of day if it is today, otherwise with the day of the week and the date. */
export const nearTimeOf = (seconds: number): string =>
  dayOf(seconds) === dayOf(Date.now() / 1000) ? timeOf(seconds) : shortDateTimeOf(seconds);

const daySeconds = 86_400;

/** Returns a time to come in Unix seconds as briefly as it is clear: the time of day if it is within 24 hours. */
export const briefTimeInFuture = (seconds: number, now = Date.now() / 1000): string =>
  seconds - now < daySeconds ? timeOf(seconds) : shortDateTimeOf(seconds);

/** Returns the date of a Unix time in seconds. */
export const dateOf = (seconds: number): string =>
  format('day-year', { day: 'numeric', month: 'long', year: 'numeric' }).format(seconds * 1000);

/** Returns the day of the week of a Unix time in seconds, in UTC. */
export const weekdayOf = (seconds: number): string =>
  format('weekday', { weekday: 'long', timeZone: 'UTC' }).format(seconds * 1000);

/** Returns the short name of the day of the week of a Unix time in seconds, in UTC. */
export const shortWeekdayOf = (seconds: number): string =>
  format('weekday-short', { weekday: 'short', timeZone: 'UTC' }).format(seconds * 1000);

/** Returns the name of a coming day: its day of the week if it is within a week, otherwise with the date. */
export function comingDayOf(seconds: number, now = Date.now() / 1000): string {
  const isNear = dayOf(seconds) - dayOf(now) < 7;
  const options = isNear
    ? ({ weekday: 'long' } as const)
    : ({ weekday: 'long', day: 'numeric', month: 'long' } as const);
  return format(isNear ? 'coming' : 'coming-date', options).format(seconds * 1000);
}

/** Returns the number of the local day. Consecutive days have consecutive numbers in every time zone. */
export function dayOf(seconds: number): number {
  const date = new Date(seconds * 1000);
  // The local date as a date in UTC. Local midnights are not whole days apart where the clock changes.
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}

/** Returns the name of the day of a Unix time in seconds: today, yesterday, or the date, with long or short names. */
export function dayNameOf(
  seconds: number,
  length: 'long' | 'short' = 'long',
  now = Date.now() / 1000,
): string {
  const age = dayOf(now) - dayOf(seconds);
  if (age === 0) return t('today');
  if (age === 1) return t('yesterday');
  const isThisYear = yearOf(seconds * 1000) === yearOf(now * 1000);
  return format(`day ${length} ${isThisYear}`, {
    ...(isThisYear ? { weekday: length } : { year: 'numeric' }),
    day: 'numeric',
    month: length,
  }).format(seconds * 1000);
}

/** Days for which the day of the week says when something was. */
const weekdays = 6;

/** Returns a Unix time in seconds in the format of lists: the time of day if it is today, “Yesterday”, the day of the week, or the date. */
export function briefTimeOf(seconds: number, now = Date.now() / 1000): string {
  const age = dayOf(now) - dayOf(seconds);
  if (age === 0) return timeOf(seconds);
  if (age === 1) return t('yesterday');
  if (age > 0 && age <= weekdays) return format('brief-weekday', { weekday: 'short' }).format(seconds * 1000);
  return format('brief', { day: 'numeric', month: 'short' }).format(seconds * 1000);
}

let lists: Intl.ListFormat | undefined;

/** Joins names: "A, B and C". */
export function listOf(names: readonly string[]): string {
  const [only] = names;
  if (only !== undefined && names.length === 1) return only;
  // The cache is never stale, because the language is chosen once, before the first rendering.
  lists ??= new Intl.ListFormat(locale(), { type: 'conjunction' });
  return lists.format(names);
}

/** Returns a number of bytes in a suitable unit, such as kilobytes. */
export function bytesInWords(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)));
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: units[power]!,
    // The short unit of bytes has no plural form.
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / 1024 ** power);
}

/** Formats a number. Below 1,000 it has at most three significant digits, otherwise no decimals. */
export const numberInWords = (value: number): string =>
  new Intl.NumberFormat(
    locale(),
    Math.abs(value) < 1000 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 },
  ).format(value);
