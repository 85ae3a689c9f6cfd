/** Formats dates, times and lists in the language of the reader. */
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

/** Sets the hour format; undefined for the language's default. */
export function setClock(uses24Hours: boolean | undefined): void {
  is24Hours = uses24Hours;
  formats.clear();
}

const clock = (): Intl.DateTimeFormatOptions =>
  is24Hours === undefined ? {} : { hourCycle: is24Hours ? 'h23' : 'h12' };

/** Returns the time of day of Unix seconds. */
export const timeOf = (seconds: number): string =>
  format('time', { hour: 'numeric', minute: '2-digit', ...clock() }).format(seconds * 1000);

/** Returns date and time of Unix seconds. */
export const dateTimeOf = (seconds: number): string =>
  format('full', { dateStyle: 'full', timeStyle: 'short', ...clock() }).format(seconds * 1000);

/** Returns date and time of Unix seconds in a short form. */
export const shortDateTimeOf = (seconds: number): string =>
  format('short', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    ...clock(),
  }).format(seconds * 1000);

/** Returns the number of the day in local time, which is equal for messages of the same day. */
export function dayOf(seconds: number): number {
  const date = new Date(seconds * 1000);
  return Math.round(new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime() / 86_400_000);
}

/** Returns the day of Unix seconds: today, yesterday, or its date. */
export function dayNameOf(seconds: number, now = Date.now() / 1000): string {
  const age = dayOf(now) - dayOf(seconds);
  if (age === 0) return t('today');
  if (age === 1) return t('yesterday');
  const isThisYear = new Date(seconds * 1000).getFullYear() === new Date(now * 1000).getFullYear();
  return isThisYear
    ? format('day', { weekday: 'long', day: 'numeric', month: 'long' }).format(seconds * 1000)
    : format('day-year', { day: 'numeric', month: 'long', year: 'numeric' }).format(seconds * 1000);
}

/** Returns a time in the form for lists: the time of day if it is today, otherwise the date. */
export function briefTimeOf(seconds: number): string {
  if (dayOf(seconds) === dayOf(Date.now() / 1000)) return timeOf(seconds);
  return format('brief', { day: 'numeric', month: 'short' }).format(seconds * 1000);
}

let lists: Intl.ListFormat | undefined;

/** Joins names: "A, B and C". */
export function listOf(names: readonly string[]): string {
  if (names.length === 1) return names[0]!;
  // The language is chosen once, before anything is rendered.
  lists ??= new Intl.ListFormat(locale(), { type: 'conjunction' });
  return lists.format(names);
}
