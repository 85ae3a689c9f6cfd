const minutesPerHour = 60;

/** Returns the time of day in the form of time fields. */
export const clockOf = (minute: number): string =>
  [Math.floor(minute / minutesPerHour), minute % minutesPerHour]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

/** Returns the minute of the day of a time field; undefined for an incomplete one. */
export function minuteOf(clock: string): number | undefined {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(clock) ?? [];
  return hour === undefined ? undefined : Number(hour) * minutesPerHour + Number(minute);
}
