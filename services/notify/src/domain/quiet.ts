import type { NotificationSettings } from '@parley/proto/events/v1/facts';
import { quietUntil } from '@parley/rules';

/**
 * Returns until when a person wants no notifications, in Unix milliseconds; undefined when they want them now. Until then mails
 * wait, and pushes are dropped: nobody wants all pushes of a night in the morning.
 * @param timezone the person's time zone; empty for UTC
 */
export const quietUntilMs = (
  settings: NotificationSettings,
  timezone: string,
  nowMs: number,
): number | undefined =>
  quietUntil(
    {
      pausedUntil: settings.pausedUntil,
      hasHours: settings.hasQuietHours,
      fromMinute: settings.quietFromMinute,
      toMinute: settings.quietToMinute,
      days: settings.quietDays,
    },
    timezone,
    nowMs,
  );
