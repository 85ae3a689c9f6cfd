import { o } from '../texts.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns a time limit as text. Null means no limit. */
export function limitInWords(seconds: number | null): string {
  if (seconds === null) return o('noLimit');
  if (seconds % day === 0) return o('limitDays', { count: seconds / day });
  if (seconds % hour === 0) return o('limitHours', { count: seconds / hour });
  if (seconds % minute === 0) return o('minutes', { count: seconds / minute });
  return o('seconds', { count: seconds });
}

/** Returns a number of hours as text, in days where it is a number of whole days. 0 means never. */
export function hoursInWords(hours: number): string {
  if (hours === 0) return o('neverIdle');
  return hours % 24 === 0 ? o('limitDays', { count: hours / 24 }) : o('limitHours', { count: hours });
}
