import type { WritingSettings } from '@parley/proto/events/v1/facts';
import type { UserId } from '@parley/rules';
import { effectiveUserSettings } from '@parley/settings';

/** Names of the personal settings that other services need when a person writes messages. */
const names: ReadonlySet<string> = new Set([
  'automatically_follow_topics_policy',
  'automatically_unmute_topics_in_muted_streams_policy',
  'automatically_follow_topics_where_mentioned',
  'send_private_typing_notifications',
  'send_stream_typing_notifications',
  'receives_typing_notifications',
  'translate_emoticons',
  'default_language',
  'enable_drafts_synchronization',
  'resolved_topic_notice_auto_read_policy',
]);

/** Returns whether the changed settings include one that other services need when a person writes messages. */
export const concernsWriting = (changed: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(changed).some((name) => names.has(name));

export function writingSettingsOf(
  userId: UserId,
  stored: Readonly<Record<string, unknown>>,
): WritingSettings {
  const settings = effectiveUserSettings(stored);
  return {
    userId,
    followTopicsPolicy: settings.automatically_follow_topics_policy,
    unmuteTopicsPolicy: settings.automatically_unmute_topics_in_muted_streams_policy,
    followTopicsWhereMentioned: settings.automatically_follow_topics_where_mentioned === true,
    sendDirectTyping: settings.send_private_typing_notifications === true,
    sendChannelTyping: settings.send_stream_typing_notifications === true,
    receiveTyping: settings.receives_typing_notifications === true,
    translateEmoticons: settings.translate_emoticons === true,
    language: settings.default_language,
    draftsDisabled: settings.enable_drafts_synchronization === false,
    resolvedNoticePolicy: settings.resolved_topic_notice_auto_read_policy,
  };
}
