/** Allowed values, and defaults when neither the person nor the organization has set a value. */
import { isOneOf } from '@parley/core';
import { z } from 'zod';

/** `own` is the schema for people themselves, if the organization's default may have further values. */
type Setting = { schema: z.ZodType; own?: z.ZodType; default: unknown };

function setting<Schema extends z.ZodType>(schema: Schema, value: z.infer<Schema>) {
  return { schema, default: value };
}

const flag = (value: boolean) => setting(z.boolean(), value);
/** A setting whose value is one of several integers. */
const choice = <const Values extends readonly number[]>(values: Values, value: Values[number]) =>
  setting(z.literal(values), value);
const name = <const Values extends readonly [string, ...string[]]>(values: Values, value: Values[number]) =>
  setting(z.enum(values), value);
const number = (min: number, max: number, value: number) => setting(z.int().min(min).max(max), value);

const notificationSounds = ['ding', 'none', 'zulip'] as const;
const emojisets = [
  { key: 'google', text: 'Google' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
] as const;

/** All settings, in the order of the register response. */
const settings = {
  twenty_four_hour_time: setting(z.boolean().nullable(), false),
  web_mark_read_on_scroll_policy: choice([1, 2, 3], 1),
  web_channel_default_view: { ...choice([1, 2, 3, 4], 1), own: z.literal([1, 2, 4]) },
  starred_message_counts: flag(true),
  receives_typing_notifications: flag(true),
  web_suggest_update_timezone: flag(true),
  fluid_layout_width: flag(false),
  high_contrast_mode: flag(false),
  web_font_size_px: number(10, 20, 16),
  web_line_height_percent: number(110, 160, 140),
  color_scheme: choice([1, 2, 3], 1),
  translate_emoticons: flag(false),
  display_emoji_reaction_users: flag(true),
  default_language: setting(z.string().min(2).max(50), 'en'),
  web_home_view: name(['inbox', 'recent_topics', 'recent', 'all_messages'], 'inbox'),
  web_escape_navigates_to_home_view: flag(true),
  left_side_userlist: flag(false),
  emojiset: name(['google', 'google-blob', 'twitter', 'text'], 'google'),
  demote_inactive_streams: choice([1, 2, 3], 1),
  user_list_style: choice([1, 2, 3], 2),
  web_animate_image_previews: name(['always', 'on_hover', 'never'], 'on_hover'),
  web_stream_unreads_count_display_policy: choice([1, 2, 3], 2),
  hide_ai_features: flag(false),
  web_left_sidebar_show_channel_folders: flag(true),
  web_left_sidebar_unreads_count_summary: flag(true),
  web_inbox_show_channel_folders: flag(true),
  enter_sends: flag(false),
  enable_drafts_synchronization: flag(true),
  enable_stream_desktop_notifications: flag(false),
  enable_stream_email_notifications: flag(false),
  enable_stream_push_notifications: flag(false),
  enable_stream_audible_notifications: flag(false),
  notification_sound: name(notificationSounds, 'zulip'),
  enable_desktop_notifications: flag(true),
  enable_sounds: flag(true),
  enable_followed_topic_desktop_notifications: flag(true),
  enable_followed_topic_email_notifications: flag(true),
  enable_followed_topic_push_notifications: flag(true),
  enable_followed_topic_audible_notifications: flag(true),
  email_notifications_batching_period_seconds: number(1, 604_800, 120),
  enable_offline_email_notifications: flag(true),
  enable_offline_push_notifications: flag(true),
  enable_online_push_notifications: flag(true),
  enable_digest_emails: flag(true),
  enable_marketing_emails: flag(false),
  enable_login_emails: flag(true),
  message_content_in_email_notifications: flag(true),
  pm_content_in_desktop_notifications: flag(true),
  wildcard_mentions_notify: flag(true),
  enable_followed_topic_wildcard_mentions_notify: flag(true),
  desktop_icon_count_display: choice([1, 2, 3, 4], 1),
  realm_name_in_email_notifications_policy: choice([1, 2, 3], 1),
  automatically_follow_topics_policy: choice([1, 2, 3, 4], 1),
  automatically_unmute_topics_in_muted_streams_policy: choice([1, 2, 3, 4], 2),
  automatically_follow_topics_where_mentioned: flag(true),
  resolved_topic_notice_auto_read_policy: name(['always', 'except_followed', 'never'], 'except_followed'),
  presence_enabled: flag(true),
  send_private_typing_notifications: flag(true),
  send_stream_typing_notifications: flag(true),
  send_read_receipts: flag(true),
  allow_private_data_export: flag(false),
  email_address_visibility: choice([1, 2, 3, 4, 5], 1),
  web_navigate_to_sent_message: flag(true),
  /** The person's own order of folders (`f3`) and channels (`c5`) in the navigation. Others follow in their usual order. */
  web_sidebar_order: setting(
    z
      .string()
      .max(20_000)
      .regex(/^(?:[cf]\d+(?:,[cf]\d+)*)?$/),
    '',
  ),
  /** Whether a channel opens as the list of its topics, whatever `web_channel_default_view` says. */
  web_channel_opens_topics: flag(false),
  /** No notifications before this time in Unix seconds; 0 for no pause. */
  notifications_paused_until: number(0, 2 ** 32, 0),
  /** Whether there are no notifications in these hours of each day, in the person's time zone. They may span midnight. */
  quiet_hours_enabled: flag(false),
  quiet_hours_from_minute: number(0, 1_439, 22 * 60),
  quiet_hours_to_minute: number(0, 1_439, 7 * 60),
  /** Days of the week without notifications: the sum of 1 for Monday, 2 for Tuesday, up to 64 for Sunday. */
  quiet_days: number(0, 127, 0),
  /** How often the person gets a summary of missed topics by mail, while they are away. */
  digest_frequency: name(['weekly', 'daily'], 'weekly'),
} as const satisfies Record<string, Setting>;

type SettingSchemas = { [Name in keyof typeof settings]: (typeof settings)[Name]['schema'] };

export type UserSettings = { [Name in keyof SettingSchemas]: z.infer<SettingSchemas[Name]> };

export const userSettingSchemas = Object.fromEntries(
  Object.entries(settings).map(([settingName, { schema }]) => [settingName, schema]),
) as SettingSchemas;

const byName: Readonly<Record<string, Setting>> = settings;

type SettingName = keyof typeof settings;

/**
 * All settings by subject. The web client shows the settings of a subject in this order, with the texts of their names. It does not
 * show those of `elsewhere`, or has a screen of their own for them.
 */
export const userSettingSubjects = {
  appearance: [
    'color_scheme',
    'high_contrast_mode',
    'web_line_height_percent',
    'web_font_size_px',
    'twenty_four_hour_time',
    'default_language',
  ],
  writing: ['enter_sends', 'translate_emoticons', 'enable_drafts_synchronization'],
  navigation: [
    'web_home_view',
    'web_channel_opens_topics',
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
  ],
  reading: [
    'display_emoji_reaction_users',
    'web_mark_read_on_scroll_policy',
    'resolved_topic_notice_auto_read_policy',
    'desktop_icon_count_display',
  ],
  quiet: [
    'notifications_paused_until',
    'quiet_hours_enabled',
    'quiet_hours_from_minute',
    'quiet_hours_to_minute',
    'quiet_days',
  ],
  mentions: ['wildcard_mentions_notify', 'enable_followed_topic_wildcard_mentions_notify'],
  sounds: ['notification_sound', 'pm_content_in_desktop_notifications', 'enable_online_push_notifications'],
  mails: [
    'email_notifications_batching_period_seconds',
    'message_content_in_email_notifications',
    'enable_login_emails',
    'enable_digest_emails',
    'digest_frequency',
    'realm_name_in_email_notifications_policy',
  ],
  topics: [
    'automatically_follow_topics_policy',
    'automatically_unmute_topics_in_muted_streams_policy',
    'automatically_follow_topics_where_mentioned',
  ],
  privacy: [
    'email_address_visibility',
    'presence_enabled',
    'send_read_receipts',
    'send_stream_typing_notifications',
    'send_private_typing_notifications',
    'receives_typing_notifications',
    'allow_private_data_export',
  ],
  elsewhere: [
    'enable_desktop_notifications',
    'enable_sounds',
    'enable_offline_push_notifications',
    'enable_offline_email_notifications',
    'enable_followed_topic_desktop_notifications',
    'enable_followed_topic_audible_notifications',
    'enable_followed_topic_push_notifications',
    'enable_followed_topic_email_notifications',
    'enable_stream_desktop_notifications',
    'enable_stream_audible_notifications',
    'enable_stream_push_notifications',
    'enable_stream_email_notifications',
    'web_suggest_update_timezone',
    'fluid_layout_width',
    'left_side_userlist',
    'emojiset',
    'web_animate_image_previews',
    'hide_ai_features',
    'enable_marketing_emails',
    'web_sidebar_order',
  ],
} as const satisfies Readonly<Record<string, readonly SettingName[]>>;

/** What screens need to know about a setting besides its values. */
type Facts = {
  unit?: 'seconds' | 'pixels' | 'percent' | 'language' | 'moment' | 'minute of the day' | 'days of the week';
  /** Values that a screen offers, of a setting with many. */
  offered?: readonly (number | boolean | null)[];
  /** The setting has an effect only while another one of the person, or of the organization, has this value. */
  needs?: { name: SettingName; value: boolean } | { organization: string; value: boolean };
};

const facts: Readonly<Partial<Record<string, Facts>>> = {
  web_line_height_percent: { unit: 'percent', offered: [122, 140, 156] },
  web_font_size_px: { unit: 'pixels', offered: [13, 16, 18, 20] },
  twenty_four_hour_time: { offered: [null, false, true] },
  default_language: { unit: 'language' },
  web_channel_default_view: { needs: { name: 'web_channel_opens_topics', value: false } },
  notifications_paused_until: { unit: 'moment' },
  quiet_hours_from_minute: { unit: 'minute of the day', needs: { name: 'quiet_hours_enabled', value: true } },
  quiet_hours_to_minute: { unit: 'minute of the day', needs: { name: 'quiet_hours_enabled', value: true } },
  quiet_days: { unit: 'days of the week' },
  email_notifications_batching_period_seconds: {
    unit: 'seconds',
    offered: [60, 120, 300, 600, 1_800, 3_600, 14_400],
  },
  enable_digest_emails: { needs: { organization: 'digest_emails_enabled', value: true } },
  digest_frequency: { needs: { name: 'enable_digest_emails', value: true } },
} satisfies Partial<Record<SettingName, Facts>>;

/** Returns what screens need to know about a setting. @throws TypeError for an unknown name */
export function describeUserSetting(settingName: string): {
  schema: z.ZodType;
  default: unknown;
  facts: Facts;
} {
  const declared = byName[settingName];
  if (!declared) throw new TypeError(`There is no personal setting ${settingName}.`);
  return {
    schema: declared.own ?? declared.schema,
    default: declared.default,
    facts: facts[settingName] ?? {},
  };
}

export const userSettingNames: readonly string[] = Object.keys(settings);

export const userSettingSchema = (settingName: string): z.ZodType | undefined => byName[settingName]?.schema;

/** Returns the schema of the values that `PATCH /settings` accepts; undefined for an unknown name. */
export const userSettingUpdateSchema = (settingName: string): z.ZodType | undefined =>
  byName[settingName]?.own ?? userSettingSchema(settingName);

/** Values that were renamed, by setting. Requests and stored settings may still have the former name. */
const formerValues: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  web_home_view: { recent_topics: 'recent' },
};

/** Returns an allowed value of a setting by its present name. */
export const presentValue = (settingName: string, value: unknown): unknown =>
  (typeof value === 'string' ? formerValues[settingName]?.[value] : undefined) ?? value;

/** Returns for each setting the value of the first layer that has an allowed one, or else the default. */
export function effectiveUserSettings(
  ...layers: readonly Readonly<Record<string, unknown>>[]
): UserSettings & Readonly<Record<string, unknown>> {
  const values = Object.fromEntries(
    Object.entries(byName).map(([settingName, { schema, default: fallback }]) => {
      for (const layer of layers) {
        if (!(settingName in layer)) continue;
        const parsed = schema.safeParse(layer[settingName]);
        if (parsed.success) return [settingName, presentValue(settingName, parsed.data)];
      }
      return [settingName, fallback];
    }),
  );
  return values as UserSettings;
}

/** Lists of allowed values of some settings, for register responses. */
export const userSettingChoices = {
  available_notification_sounds: notificationSounds,
  emojiset_choices: emojisets,
} as const;

/** Settings that have no default of the organization. */
const neverDefaults = ['default_language', 'enable_marketing_emails', 'enable_login_emails'] as const;

/** Schemas of the settings that have a default of the organization, by name. */
export const userSettingDefaultSchemas = Object.fromEntries(
  Object.entries(userSettingSchemas).filter(([name]) => !isOneOf(neverDefaults, name)),
) as Omit<SettingSchemas, (typeof neverDefaults)[number]>;

/** Names of the settings that have a default of the organization for new people (`realm_user_settings_defaults`). */
export const userSettingDefaultNames: readonly string[] = Object.keys(userSettingDefaultSchemas);

/** Names of the defaults that administrators may change. Only the person decides on the export of private data. */
export const changeableUserSettingDefaults: readonly string[] = userSettingDefaultNames.filter(
  (name) => name !== 'allow_private_data_export',
);
