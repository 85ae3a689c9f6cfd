/**
 * Personal settings by old fetch values. A fetch value is a name with which a client requests a group of fields. These values
 * are older than `user_settings`, which replaces them. A client gets the settings only if it requests such a value
 * (docs/api/users-and-groups.md#older-settings).
 */

/** Names of the settings of the fetch value `update_display_settings`. */
export const displaySettings: readonly string[] = [
  'color_scheme',
  'default_language',
  'demote_inactive_streams',
  'emojiset',
  'enable_drafts_synchronization',
  'fluid_layout_width',
  'web_home_view',
  'high_contrast_mode',
  'left_side_userlist',
  'starred_message_counts',
  'timezone',
  'translate_emoticons',
  'twenty_four_hour_time',
  'enter_sends',
  'emojiset_choices',
];

/** Names of the settings of the fetch value `update_global_notifications`. */
export const notificationSettings: readonly string[] = [
  'enable_desktop_notifications',
  'enable_digest_emails',
  'enable_login_emails',
  'enable_marketing_emails',
  'email_notifications_batching_period_seconds',
  'enable_offline_email_notifications',
  'enable_offline_push_notifications',
  'enable_online_push_notifications',
  'enable_sounds',
  'enable_stream_desktop_notifications',
  'enable_stream_email_notifications',
  'enable_stream_push_notifications',
  'enable_stream_audible_notifications',
  'wildcard_mentions_notify',
  'message_content_in_email_notifications',
  'notification_sound',
  'pm_content_in_desktop_notifications',
  'desktop_icon_count_display',
  'realm_name_in_email_notifications_policy',
  'presence_enabled',
  'available_notification_sounds',
];
