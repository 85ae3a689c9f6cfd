/** When the signed-in person wants no notifications, and until when they may pause them. No DOM. */
import type { Store } from '@parley/client';
import { quietUntil } from '@parley/rules/quiet-times';

const hourSeconds = 3_600;
/** Hour of the day at which a pause until tomorrow ends. */
const morningHour = 8;

/** Returns the end of a pause of an hour, in Unix seconds. */
export const inOneHour = (now: Date): number => Math.floor(now.getTime() / 1000) + hourSeconds;

/** Returns the next morning that is not today, in Unix seconds. Days begin at midnight of this device. */
export function tomorrowMorning(now: Date): number {
  const morning = new Date(now);
  morning.setDate(morning.getDate() + 1);
  morning.setHours(morningHour, 0, 0, 0);
  return morning.getTime() / 1000;
}

export const deviceTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns until when the person wants no notifications, in Unix milliseconds; undefined when they want them now. */
export function ownQuietUntil({ settings, people }: Store, nowMs: number): number | undefined {
  const timezone = people.users.get(people.selfId)?.timezone || deviceTimezone();
  const times = {
    pausedUntil: settings.get<number>('notifications_paused_until') ?? 0,
    hasHours: settings.get<boolean>('quiet_hours_enabled') ?? false,
    fromMinute: settings.get<number>('quiet_hours_from_minute') ?? 0,
    toMinute: settings.get<number>('quiet_hours_to_minute') ?? 0,
    days: settings.get<number>('quiet_days') ?? 0,
  };
  return quietUntil(times, timezone, nowMs);
}
