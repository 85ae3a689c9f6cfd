/** Dates in numbers, such as `01.05.2026`. It imports nothing, for browsers. */

/** A date of the calendar. Months count from 1. */
export interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** In which order a locale writes day, month and year. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd';

/** Orders that are used between these separators where the year has two digits, or is left out. */
const ordersOf: Readonly<Record<string, readonly DateOrder[]>> = {
  '.': ['dmy', 'ymd'],
  '/': ['dmy', 'mdy', 'ymd'],
  '-': ['dmy', 'mdy', 'ymd'],
};
/** The signs for year, month and day in Chinese, Japanese and Korean, decomposed as the words are. */
const signs = [...'年月日년월일'].map((sign) => sign.normalize('NFKD'));
const withSigns = new RegExp(
  `^(\\d{4})(?:${signs[0]}|${signs[3]})(\\d{1,2})(?:${signs[1]}|${signs[4]})(\\d{1,2})(?:${signs[2]}|${signs[5]})$`,
  'u',
);
const inNumbers = /^(\d{1,4})([./-])(\d{1,2})(?:\2(\d{1,4}))?(\.?)$/;
/** Years of two digits from here on are of the century before. */
const firstShortYear = 70;

/**
 * Returns the dates that numbers may mean: none when they are no date, and several when they are ambiguous, as `05/01/2026` is. Dots
 * stand between day, month and year in this order; a year of four digits at the beginning is followed by the month.
 * @param order that of the reader’s locale, which decides where several are possible
 */
export function datesInNumbers(words: string, today: CalendarDate, order?: DateOrder): CalendarDate[] {
  const clean = words
    .normalize('NFKD')
    .trim()
    .replace(/\s*([./-])\s*/g, '$1')
    .replace(/(?<=\D)\s+/g, '');
  const signed = withSigns.exec(clean);
  if (signed) return existing({ year: Number(signed[1]), month: Number(signed[2]), day: Number(signed[3]) });
  const match = inNumbers.exec(clean);
  if (match === null) return [];
  const [, first = '', separator = '', second = '', third, dot] = match;
  if (dot !== '' && separator !== '.') return [];
  const readings =
    third === undefined
      ? twoNumbers(first, second, separator)
      : threeNumbers(first, second, third, separator);
  const dates = readings.map((reading) => ({ order: reading.order, found: dateOf(reading, today) }));
  const preferred = dates.filter((each) => each.order === order && each.found.length > 0);
  return different((preferred.length > 0 ? preferred : dates).flatMap(({ found }) => found));
}

/** Numbers in one of the orders; the year may be missing. */
interface Reading {
  readonly order: DateOrder;
  readonly year: number | undefined;
  readonly month: number;
  readonly day: number;
}

function threeNumbers(first: string, second: string, third: string, separator: string): Reading[] {
  const readings: Readonly<Record<DateOrder, readonly [year: string, month: string, day: string]>> = {
    dmy: [third, second, first],
    mdy: [third, first, second],
    ymd: [first, second, third],
  };
  const orders: readonly DateOrder[] = first.length === 4 ? ['ymd'] : (ordersOf[separator] ?? []);
  return orders.flatMap((order) => {
    const [year, month, day] = readings[order];
    // A number of four digits is the year.
    if ((year.length !== 4 && year.length !== 2) || day.length > 2) return [];
    return [{ order, year: yearOf(year), month: Number(month), day: Number(day) }];
  });
}

/** Day and month without a year. */
function twoNumbers(first: string, second: string, separator: string): Reading[] {
  if (first.length > 2) return [];
  return (ordersOf[separator] ?? []).map((order) => {
    const [day, month] = order === 'dmy' ? [first, second] : [second, first];
    return { order, year: undefined, month: Number(month), day: Number(day) };
  });
}

function yearOf(digits: string): number {
  const number = Number(digits);
  if (digits.length === 4) return number;
  return number + (number < firstShortYear ? 2_000 : 1_900);
}

/** Returns the date if the calendar has it. Without a year, it is the latest that has begun. */
function dateOf({ year, month, day }: Reading, today: CalendarDate): CalendarDate[] {
  if (year !== undefined) return existing({ year, month, day });
  return latestBegun({ month, day }, today);
}

/** Returns the latest day with this month and day that has begun. February 29 may lie up to eight years back. */
export function latestBegun({ month, day }: Omit<CalendarDate, 'year'>, today: CalendarDate): CalendarDate[] {
  for (let back = 0; back <= 8; back++) {
    const [date] = existing({ year: today.year - back, month, day });
    if (date !== undefined && timeOf(date) <= timeOf(today)) return [date];
  }
  return [];
}

export function existing({ year, month, day }: CalendarDate): CalendarDate[] {
  const date = new Date(timeOf({ year, month, day }));
  const exists = year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? [{ year, month, day }] : [];
}

/** Returns the instant at which a date begins in UTC. Unlike `Date.UTC`, it knows the years before 100. */
export function timeOf({ year, month, day }: CalendarDate): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime();
}

const different = (dates: readonly CalendarDate[]): CalendarDate[] =>
  dates.filter((date, index) => dates.findIndex((other) => isoOf(other) === isoOf(date)) === index);

/** Returns a date in the form of ISO 8601. */
export const isoOf = ({ year, month, day }: CalendarDate): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** Returns the order of the numbers in dates of a locale; undefined when the locale does not say it, because it names no region. */
export function dateOrderOf(locale: string): DateOrder | undefined {
  // English alone may be of any region, and their orders differ.
  if (locale.toLowerCase() === 'en') return undefined;
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'short', calendar: 'gregory' }).formatToParts(0);
  const order = parts
    .filter(({ type }) => type === 'day' || type === 'month' || type === 'year')
    .map(({ type }) => type[0])
    .join('');
  return order === 'dmy' || order === 'mdy' || order === 'ymd' ? order : undefined;
}
