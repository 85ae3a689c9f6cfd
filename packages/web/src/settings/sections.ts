import type { SettingsText } from './texts.ts';

type Section = {
  readonly name: string;
  readonly title: SettingsText;
  /** Title of a group of sections that begins with this section. */
  readonly group?: SettingsText;
  /** Names of the section's settings. The command palette finds the settings by these names. */
  readonly settings: readonly SettingsText[];
};

/** The sections of the person's own settings. */
export const settingsSections = [
  {
    name: 'profile',
    title: 'profile',
    group: 'groupYou',
    settings: ['picture', 'name', 'status', 'timezone'],
  },
  {
    name: 'account',
    title: 'account',
    settings: [
      'email',
      'password',
      'apiKey',
      'keys',
      'email_address_visibility',
      'presence_enabled',
      'send_read_receipts',
      'send_stream_typing_notifications',
      'send_private_typing_notifications',
      'receives_typing_notifications',
      'allow_private_data_export',
      'leaveTitle',
    ],
  },
  { name: 'security', title: 'security', settings: [] },
  { name: 'sessions', title: 'sessions', settings: ['connections'] },
  { name: 'bots', title: 'bots', settings: [] },
  { name: 'integrations', title: 'integrations', settings: [] },
  { name: 'reminders', title: 'remindersTitle', settings: ['reminders', 'snippets'] },
  { name: 'files', title: 'files', settings: [] },
  {
    name: 'preferences',
    title: 'preferences',
    group: 'groupClient',
    settings: [
      'color_scheme',
      'high_contrast_mode',
      'density',
      'web_font_size_px',
      'twenty_four_hour_time',
      'default_language',
      'enter_sends',
      'translate_emoticons',
      'enable_drafts_synchronization',
      'web_home_view',
      'web_channel_default_view',
      'web_escape_navigates_to_home_view',
      'web_navigate_to_sent_message',
      'web_stream_unreads_count_display_policy',
      'starred_message_counts',
      'web_left_sidebar_show_channel_folders',
      'web_left_sidebar_unreads_count_summary',
      'web_inbox_show_channel_folders',
      'demote_inactive_streams',
      'user_list_style',
      'display_emoji_reaction_users',
      'web_mark_read_on_scroll_policy',
      'resolved_topic_notice_auto_read_policy',
      'desktop_icon_count_display',
    ],
  },
  {
    name: 'notifications',
    title: 'notifications',
    group: 'groupQuiet',
    settings: [
      'where',
      'wildcard_mentions_notify',
      'enable_followed_topic_wildcard_mentions_notify',
      'notification_sound',
      'pm_content_in_desktop_notifications',
      'enable_online_push_notifications',
      'email_notifications_batching_period_seconds',
      'message_content_in_email_notifications',
      'enable_login_emails',
      'enable_digest_emails',
      'realm_name_in_email_notifications_policy',
      'automatically_follow_topics_policy',
      'automatically_unmute_topics_in_muted_streams_policy',
      'automatically_follow_topics_where_mentioned',
      'perChannel',
    ],
  },
  { name: 'alert-words', title: 'alertWords', settings: [] },
  { name: 'muted', title: 'muted', settings: ['mutedPeople', 'topics'] },
] as const satisfies readonly Section[];

export type SettingsSectionName = (typeof settingsSections)[number]['name'];
