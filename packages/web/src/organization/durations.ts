import { o } from './texts.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Time limits that people can choose, in seconds. */
export const offeredLimits = [2 * minute, 10 * minute, hour, day, 7 * day] as const;

/** Returns a time limit as text. Null means no limit. */
export function limitInWords(seconds: number | null): string {
  if (seconds === null) return o('noLimit');
  if (seconds % day === 0) return o('limitDays', { count: seconds / day });
  if (seconds % hour === 0) return o('limitHours', { count: seconds / hour });
  if (seconds % minute === 0) return o('minutes', { count: seconds / minute });
  return o('seconds', { count: seconds });
}
