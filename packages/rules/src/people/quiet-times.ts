/** When a person wants no notifications: a pause until a moment, hours of each day, and days of the week. */

export type QuietTimes = {
  /** End of a pause in Unix seconds; 0 for none. */
  readonly pausedUntil: number;
  readonly hasHours: boolean;
  /** First minute of the day of the quiet hours, and the first one after them. They may span midnight. */
  readonly fromMinute: number;
  readonly toMinute: number;
  /** Quiet days of the week as a sum of powers of two: 1 for Monday, 2 for Tuesday, up to 64 for Sunday. */
  readonly days: number;
};

const minuteMs = 60_000;
const minutesPerDay = 1_440;
/** Times follow each other, such as a quiet evening and a quiet day. Somebody whose every hour is quiet is asked for again after these. */
const maxSteps = 24;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the format that gives weekday and time of day in a time zone. An unknown time zone counts as UTC. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format) return format;
  const options = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  try {
    format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: timeZone || 'UTC' });
  } catch {
    format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
  formats.set(timeZone, format);
  return format;
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Returns the day of the week (0 for Monday) and the minute of the day at a moment in a time zone. */
function localTime(timeZone: string, atMs: number): { day: number; minute: number } {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  );
  return {
    day: weekdays.indexOf(parts.get('weekday') ?? ''),
    minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  };
}

/** Returns the next moment at which the clock of a time zone shows this minute of the day. */
function nextAt(timeZone: string, fromMs: number, minute: number): number {
  const wholeMinute = Math.floor(fromMs / minuteMs) * minuteMs;
  const now = localTime(timeZone, wholeMinute).minute;
  const target = wholeMinute + (((minute - now + minutesPerDay - 1) % minutesPerDay) + 1) * minuteMs;
  // The clock may have been changed in between.
  const off =
    ((minute - localTime(timeZone, target).minute + 1.5 * minutesPerDay) % minutesPerDay) - minutesPerDay / 2;
  const corrected = target + off * minuteMs;
  return corrected > fromMs ? corrected : target;
}

/** Unix milliseconds; undefined for now. @param timeZone name in the IANA database; empty for UTC */
export function quietUntil(times: QuietTimes, timeZone: string, nowMs: number): number | undefined {
  const { pausedUntil, hasHours, fromMinute, toMinute, days } = times;
  let end = Math.max(nowMs, pausedUntil * 1000);
  if ((hasHours && fromMinute !== toMinute) || days > 0) {
    for (let step = 0; step < maxSteps; step++) {
      const { day, minute } = localTime(timeZone, end);
      if (days & (1 << day)) {
        end = nextAt(timeZone, end, 0);
        continue;
      }
      const isQuietHour =
        hasHours &&
        (fromMinute <= toMinute
          ? minute >= fromMinute && minute < toMinute
          : minute >= fromMinute || minute < toMinute);
      if (!isQuietHour) break;
      end = nextAt(timeZone, end, toMinute);
    }
  }
  return end > nowMs ? end : undefined;
}
