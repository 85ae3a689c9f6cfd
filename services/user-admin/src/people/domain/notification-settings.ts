import type { NotificationSettings } from '@parley/proto/events/v1/facts';
import type { UserId } from '@parley/rules';
import { effectiveUserSettings, type UserSettings } from '@parley/settings';

/** Names of the personal settings that the service `notify` needs. */
const names: ReadonlySet<string> = new Set<keyof UserSettings>([
  'enable_stream_email_notifications',
  'enable_stream_push_notifications',
  'enable_followed_topic_email_notifications',
  'enable_followed_topic_push_notifications',
  'enable_offline_email_notifications',
  'enable_offline_push_notifications',
  'enable_online_push_notifications',
  'wildcard_mentions_notify',
  'enable_followed_topic_wildcard_mentions_notify',
  'message_content_in_email_notifications',
  'email_notifications_batching_period_seconds',
  'realm_name_in_email_notifications_policy',
  'default_language',
  'pm_content_in_desktop_notifications',
  'notifications_paused_until',
  'quiet_hours_enabled',
  'quiet_hours_from_minute',
  'quiet_hours_to_minute',
  'quiet_days',
  'digest_frequency',
]);

/** Returns whether the changed settings include one that the service `notify` needs. */
export const concernsNotifications = (changed: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(changed).some((name) => names.has(name));

export const notificationSettingsOf = (
  userId: UserId,
  stored: Readonly<Record<string, unknown>>,
): NotificationSettings => ({ ...(concernsNotifications(stored) ? chosen(stored) : defaults), userId });

function chosen(stored: Readonly<Record<string, unknown>>): Omit<NotificationSettings, 'userId'> {
  const settings: UserSettings = effectiveUserSettings(stored);
  return {
    channelEmail: settings.enable_stream_email_notifications,
    channelPush: settings.enable_stream_push_notifications,
    followedTopicEmail: settings.enable_followed_topic_email_notifications,
    followedTopicPush: settings.enable_followed_topic_push_notifications,
    mentionEmail: settings.enable_offline_email_notifications,
    mentionPush: settings.enable_offline_push_notifications,
    pushWhileActive: settings.enable_online_push_notifications,
    wildcardMentions: settings.wildcard_mentions_notify,
    followedTopicWildcardMentions: settings.enable_followed_topic_wildcard_mentions_notify,
    contentInEmail: settings.message_content_in_email_notifications,
    batchingSeconds: settings.email_notifications_batching_period_seconds,
    organizationNamePolicy: settings.realm_name_in_email_notifications_policy,
    language: settings.default_language,
    directContentInPush: settings.pm_content_in_desktop_notifications,
    pausedUntil: settings.notifications_paused_until,
    hasQuietHours: settings.quiet_hours_enabled,
    quietFromMinute: settings.quiet_hours_from_minute,
    quietToMinute: settings.quiet_hours_to_minute,
    quietDays: settings.quiet_days,
    dailyDigest: settings.digest_frequency === 'daily',
  };
}

/** Most people have stored none, and merging with defaults is expensive for thousands of people. */
const defaults = chosen({});
