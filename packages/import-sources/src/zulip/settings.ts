import type { Values } from '../reading/values.ts';

/** Settings that Zulip's organizations and Parley's have under the same name and with the same values. */
const organizationSettings = [
  'allow_message_editing',
  'avatar_changes_disabled',
  'default_code_block_language',
  'default_language',
  'digest_emails_enabled',
  'digest_weekday',
  'disallow_disposable_email_addresses',
  'email_changes_disabled',
  'emails_restricted_to_domains',
  'enable_guest_user_dm_warning',
  'enable_guest_user_indicator',
  'enable_read_receipts',
  'inline_image_preview',
  'inline_url_embed_preview',
  'invite_required',
  'message_content_allowed_in_email_notifications',
  'message_content_delete_limit_seconds',
  'message_content_edit_limit_seconds',
  'message_retention_days',
  'move_messages_between_streams_limit_seconds',
  'move_messages_within_stream_limit_seconds',
  'name_changes_disabled',
  'presence_disabled',
  'require_unique_names',
  'send_welcome_emails',
  'waiting_period_threshold',
] as const;

/** Settings of people of which the same is true. */
const personalSettings = [
  'automatically_follow_topics_policy',
  'automatically_follow_topics_where_mentioned',
  'automatically_unmute_topics_in_muted_streams_policy',
  'color_scheme',
  'demote_inactive_streams',
  'desktop_icon_count_display',
  'display_emoji_reaction_users',
  'email_notifications_batching_period_seconds',
  'enable_desktop_notifications',
  'enable_digest_emails',
  'enable_drafts_synchronization',
  'enable_followed_topic_audible_notifications',
  'enable_followed_topic_desktop_notifications',
  'enable_followed_topic_email_notifications',
  'enable_followed_topic_push_notifications',
  'enable_followed_topic_wildcard_mentions_notify',
  'enable_offline_email_notifications',
  'enable_offline_push_notifications',
  'enable_online_push_notifications',
  'enable_sounds',
  'enable_stream_audible_notifications',
  'enable_stream_desktop_notifications',
  'enable_stream_email_notifications',
  'enable_stream_push_notifications',
  'enter_sends',
  'fluid_layout_width',
  'high_contrast_mode',
  'message_content_in_email_notifications',
  'notification_sound',
  'pm_content_in_desktop_notifications',
  'presence_enabled',
  'receives_typing_notifications',
  'send_private_typing_notifications',
  'send_read_receipts',
  'send_stream_typing_notifications',
  'starred_message_counts',
  'translate_emoticons',
  'twenty_four_hour_time',
  'user_list_style',
  'web_escape_navigates_to_home_view',
  'web_font_size_px',
  'web_home_view',
  'web_line_height_percent',
  'web_mark_read_on_scroll_policy',
  'web_stream_unreads_count_display_policy',
  'wildcard_mentions_notify',
] as const;

const taken = (row: Values, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));

/** Returns the settings of an organization that Parley has. -1 stands for no limit in Zulip's rows. */
export function organizationSettingsOf(realm: Values): Record<string, unknown> {
  const settings = taken(realm, organizationSettings);
  if (settings.message_retention_days === null) delete settings.message_retention_days;
  return settings;
}

/** Returns the settings of a person that Parley has. */
export const personalSettingsOf = (user: Values): Record<string, unknown> => taken(user, personalSettings);
