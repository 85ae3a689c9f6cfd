/** When a status may end by itself, in the words of a calendar. Days begin at midnight of this device. No DOM. */

export const statusEnds = ['never', 'halfHour', 'hour', 'fourHours', 'today', 'monday', 'date'] as const;
export type StatusEnd = (typeof statusEnds)[number];

const minutes: Partial<Record<StatusEnd, number>> = { halfHour: 30, hour: 60, fourHours: 240 };

/** Returns the midnight with which the day begins that is `days` days after today, in Unix seconds. */
function midnightIn(days: number, now: Date): number {
  const day = new Date(now);
  day.setDate(day.getDate() + days);
  day.setHours(0, 0, 0, 0);
  return day.getTime() / 1000;
}

/**
 * Returns when a status ends, in Unix seconds; 0 for never.
 * @param date the first day without the status, as `2026-03-09`, for the end `date`
 */
export function endOf(end: StatusEnd, date: string, now: Date): number {
  const after = minutes[end];
  if (after !== undefined) return Math.floor(now.getTime() / 1000) + after * 60;
  switch (end) {
    case 'today':
      return midnightIn(1, now);
    case 'monday':
      return midnightIn((8 - now.getDay()) % 7 || 7, now);
    case 'date': {
      const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
      const chosen = new Date(Number(year), Number(month) - 1, Number(day));
      return chosen > now ? chosen.getTime() / 1000 : 0;
    }
    default:
      return 0;
  }
}

/** Returns whether a status ends at the beginning of a day, on which one is back. */
export const isAnotherDay = (end: StatusEnd): boolean =>
  end === 'today' || end === 'monday' || end === 'date';
