import { dateOrderOf, datesInNumbers, isoOf } from '@parley/search-text/numeric-dates';

/**
 * Returns the operand for a typed day: dates in numbers in a form that is the same everywhere, as far as the order of the reader’s locale
 * says which date they mean. The server reads the rest.
 */
export function typedDay(typed: string, locale: string): string {
  const now = new Date();
  const today = { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
  const [date, ...others] = datesInNumbers(typed, today, dateOrderOf(locale));
  return date === undefined || others.length > 0 ? typed : isoOf(date);
}
