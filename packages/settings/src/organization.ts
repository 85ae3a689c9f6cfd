/**
 * All settings of the organization: their allowed values, their defaults, and who may change them. To add a setting, add one line
 * here: then `user-admin` stores it, the gateway accepts it, and the type `OrganizationSettings` contains it. The names are those
 * of the fields in register responses, without `realm_`.
 */
import { errors, hasKey, keysOf, recordOf } from '@parley/core';
import {
  codePoints,
  type GroupId,
  type GroupSettingValue,
  isWebAddress,
  limits,
  parseNewTopic,
  refuseHidden,
  SYSTEM_GROUP_RULES,
  type SystemGroupRule,
} from '@parley/rules';
import { textsIn } from '@parley/texts';
import { z } from 'zod';
import { type OrganizationPermission, organizationPermissions } from './permissions.ts';

/** The role that may change a setting. `uploads` means that uploading a file changes it. */
export type ChangedBy = 'administrators' | 'owners' | 'uploads';

/** What a number or a text is, where its schema does not say it. */
export type Unit =
  | 'seconds'
  | 'hours'
  | 'days'
  | 'percent'
  | 'weekday'
  | 'channel'
  | 'private channel'
  | 'language'
  | 'address'
  | 'color';

/** What screens need to know about a setting besides its values. */
type Facts = {
  unit?: Unit;
  /** Maximum length of a text, where the schema checks it with a function. */
  maxLength?: number;
  /** Values that a screen offers, of a setting with many. */
  offered?: readonly number[];
  /** How clients write that there is no value. */
  none?: 'unlimited' | 'default';
  /** The setting has an effect only while another one has this value. */
  needs?: { name: string; value: boolean | number };
};
type Setting = { schema: z.ZodType; default: unknown; changedBy: ChangedBy; facts: Facts };

function setting<Schema extends z.ZodType>(
  schema: Schema,
  value: z.infer<Schema>,
  changedBy: ChangedBy = 'administrators',
  facts: Facts = {},
) {
  return { schema, default: value, changedBy, facts };
}

const flag = (value: boolean, changedBy?: ChangedBy) => setting(z.boolean(), value, changedBy);
/** A text of at most this many Unicode code points. Zod and JavaScript count UTF-16 code units, JSON Schema code points. */
const atMost = (maxLength: number, schema = z.string()) =>
  schema.refine((given) => codePoints(given) <= maxLength).meta({ maxLength });
const text = (maxLength: number, value = '') => setting(atMost(maxLength), value);
/** A setting whose value is the name of a topic. The empty topic is not allowed. */
const topicName = (value: string) =>
  setting(z.string().trim().refine(isTopic), value, 'administrators', { maxLength: limits.topicLength });
/** A setting whose value is a number of seconds; null means no limit. */
const timeLimit = (value: number | null) =>
  setting(
    z
      .int()
      .positive()
      .max(2 ** 31 - 1)
      .nullable(),
    value,
    'administrators',
    { unit: 'seconds', none: 'unlimited', offered: [120, 600, 3_600, 86_400, 604_800] },
  );
/** A setting whose value is the ID of a channel; -1 means none. */
const channelOrNone = (unit: 'channel' | 'private channel' = 'channel') =>
  setting(z.union([z.int().positive(), z.literal(-1)]), -1, 'administrators', { unit });
/** A setting whose value is a colour such as `#4f46e5`; an empty text stands for the usual colour. */
const color = () =>
  setting(z.string().regex(/^(?:#[0-9a-f]{6})?$/), '', 'administrators', { unit: 'color', maxLength: 7 });
const hours = (least: number, value: number, offered: readonly number[]) =>
  setting(z.int().min(least).max(8_760), value, 'owners', { unit: 'hours', offered });

/**
 * All settings except permissions, by subject. The web client shows the settings of a subject in this order, with the texts of their
 * names. It does not show those of `elsewhere`, or has a screen of their own for them.
 */
const bySubject = {
  messages: {
    allow_message_editing: flag(true),
    message_content_edit_limit_seconds: timeLimit(600),
    message_content_delete_limit_seconds: timeLimit(600),
    move_messages_within_stream_limit_seconds: timeLimit(604_800),
    move_messages_between_streams_limit_seconds: timeLimit(604_800),
    message_edit_history_visibility_policy: setting(z.enum(['all', 'moves', 'none']), 'all'),
    topics_policy: setting(z.enum(['allow_empty_topic', 'disable_empty_topic']), 'allow_empty_topic'),
    empty_topic_display_name: topicName('general chat'),
    message_retention_days: setting(
      z.union([z.int().positive().max(limits.settingDays), z.literal(-1)]),
      -1,
      'owners',
      { unit: 'days', none: 'unlimited', offered: [30, 90, 180, 365, 730, 1_825] },
    ),
    inline_image_preview: flag(true),
    media_preview_size: setting(z.literal([100, 150, 200]), 100, 'administrators', { unit: 'percent' }),
    inline_url_embed_preview: flag(false),
    /** Whether the upload service removes GPS data and places from the metadata of new photos and videos. */
    remove_image_positions: flag(true),
  },
  identity: {
    name_changes_disabled: flag(false),
    require_unique_names: flag(false),
    avatar_changes_disabled: flag(false),
    email_changes_disabled: flag(false),
    enable_guest_user_indicator: flag(true),
    enable_guest_user_dm_warning: flag(true),
    waiting_period_threshold: setting(z.int().min(0).max(limits.settingDays), 0),
  },
  privacy: {
    enable_read_receipts: flag(true),
    presence_disabled: flag(false),
    message_content_allowed_in_email_notifications: flag(true),
    allow_replies_from_other_addresses: flag(false),
    require_e2ee_push_notifications: flag(false),
    enable_spectator_access: flag(false),
  },
  digests: {
    digest_emails_enabled: flag(false),
    digest_weekday: setting(z.int().min(0).max(6), 1, 'administrators', {
      unit: 'weekday',
      needs: { name: 'digest_emails_enabled', value: true },
    }),
  },
  announcements: {
    new_stream_announcements_stream_id: channelOrNone(),
    signup_announcements_stream_id: channelOrNone(),
    moderation_request_channel_id: channelOrNone('private channel'),
    send_channel_events_messages: flag(true),
  },
  language: {
    default_language: setting(z.string().min(2).max(50), 'en', 'administrators', { unit: 'language' }),
    default_code_block_language: text(80),
  },
  welcome: {
    send_welcome_emails: flag(true),
    welcome_message_custom_text: text(limits.welcomeMessageLength, textsIn('en').conversations.welcome),
  },
  calls: {
    // The gateway rejects providers that are not configured.
    video_chat_provider: setting(z.literal([0, 1, 3, 4, 5]), 0),
    jitsi_server_url: setting(z.string().max(200).refine(isWebAddress).nullable(), null, 'administrators', {
      unit: 'address',
      none: 'default',
      needs: { name: 'video_chat_provider', value: 1 },
    }),
  },
  gifs: {
    // The gateway rejects providers that are not configured.
    gif_provider: setting(z.enum(['none', 'giphy', 'tenor']), 'none'),
    /** The least restricted rating of GIFs that are found; 0 for no GIFs. */
    gif_rating_policy: setting(z.literal([0, 1, 2, 3, 4]), 2),
  },
  joining: {
    invite_required: flag(true, 'owners'),
    emails_restricted_to_domains: flag(false, 'owners'),
    disallow_disposable_email_addresses: flag(true),
  },
  signIns: {
    require_second_factor: setting(
      z.enum(['nobody', 'owners', 'administrators', 'moderators', 'members', 'everyone']),
      'nobody',
      'owners',
    ),
    // Hours after which a session ends: since the sign-in, and since its last use (0 for never).
    session_lifetime_hours: hours(1, 336, [8, 24, 168, 336, 720, 8_760]),
    session_idle_hours: hours(0, 0, [0, 1, 8, 24, 168]),
    second_factor_after_provider: flag(false, 'owners'),
  },
  profile: {
    name: setting(atMost(limits.organizationNameLength, z.string().min(1)), 'Parley'),
    description: text(limits.organizationDescriptionLength),
  },
  look: {
    /** Colour of what can be done. Clients take hue and strength from it, and choose a lightness that can be read. */
    accent_color: color(),
    /** Colour of the navigation. */
    sidebar_color: color(),
  },
  elsewhere: {
    /** Whether each sign-in method is enabled, by name; those without an entry are. A change names only what it changes. */
    authentication_methods: setting(
      z.record(z.string().min(1).max(60), z.boolean()),
      { Email: true },
      'owners',
    ),
    /** Pictures of people who uploaded none: generated by this server. No other server is asked for pictures of people. */
    default_avatar_source: setting(z.literal('J'), 'J'),
    icon_source: setting(z.enum(['G', 'U']), 'G', 'uploads'),
    icon_url: setting(z.string().max(2000), '', 'uploads'),
    logo_source: setting(z.enum(['D', 'U']), 'D', 'uploads'),
    logo_url: setting(z.string().max(2000), '', 'uploads'),
    night_logo_source: setting(z.enum(['D', 'U']), 'D', 'uploads'),
    night_logo_url: setting(z.string().max(2000), '', 'uploads'),
    org_type: setting(z.int().min(0).max(1000), 0),
    // This server takes part in no directory of organizations, so only false is allowed.
    want_advertise_in_communities_directory: setting(z.literal(false), false),
    // This server announces no updates, so only -1 is allowed.
    zulip_update_announcements_stream_id: setting(z.literal(-1), -1),
  },
} as const satisfies Record<string, Record<string, Setting>>;

type BySubject = typeof bySubject;
type Merged<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type PlainDeclarations = Merged<BySubject[keyof BySubject]>;

/** All settings except permissions, in the order of their names. */
const plainSettings = Object.fromEntries(
  Object.values(bySubject)
    .flatMap((settings) => Object.entries<Setting>(settings))
    .sort(([one], [other]) => (one < other ? -1 : 1)),
) as PlainDeclarations;

const plainByName: Readonly<Record<string, Setting>> = plainSettings;

/** Names of the plain settings by subject, in the order in which screens show them. */
export const organizationSettingSubjects: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(bySubject).map(([subject, settings]) => [subject, Object.keys(settings)]),
);

/** Returns what screens need to know about a plain setting. @throws TypeError for an unknown name */
export function describeOrganizationSetting(name: string): Setting {
  const found = plainByName[name];
  if (!found) throw new TypeError(`The organization has no setting ${name}.`);
  return found;
}

/** Schemas of the allowed values of all settings except permissions, by name. */
export const plainSettingSchemas = Object.fromEntries(
  Object.entries(plainByName).map(([name, { schema }]) => [name, schema]),
) as { [Name in keyof PlainDeclarations]: PlainDeclarations[Name]['schema'] };

function isTopic(text: string): boolean {
  try {
    // A topic that is too long differs, because it is shortened.
    return text !== '' && parseNewTopic(text, '') === text;
  } catch {
    return false;
  }
}

/** Permissions that only owners may change. */
const ownersDecide: ReadonlySet<string> = new Set<OrganizationPermission>([
  'create_multiuse_invite_group',
  'can_invite_users_group',
  // People with this permission can add others to groups, and so give them the permissions of these groups.
  'can_manage_all_groups',
  'can_create_web_public_channel_group',
  'can_manage_billing_group',
]);

/** Schema of a permission's value: the ID of a group, or people and groups (docs/api/requests.md#group-setting-values). */
export const groupSettingValue: z.ZodType<GroupSettingValue> = z.union([
  z.int().positive(),
  z.object({
    direct_members: z.array(z.int().positive()),
    direct_subgroups: z.array(z.int().positive()),
  }),
]);

type PlainSettings = {
  [Name in keyof PlainDeclarations]: z.infer<PlainDeclarations[Name]['schema']>;
};

export type OrganizationSettings = PlainSettings & Record<OrganizationPermission, GroupSettingValue>;
export type OrganizationSettingName = keyof OrganizationSettings;

/** ID of each system group, by the rule that decides who is a member, such as `role:everyone`. */
export type SystemGroupIds = Readonly<Record<SystemGroupRule, number>>;

export const organizationSettingNames: readonly OrganizationSettingName[] = [
  ...keysOf(plainSettings),
  ...keysOf(organizationPermissions),
];

/** Names of the settings that `PATCH /realm` changes. Uploading files changes the others. */
export const changeableOrganizationSettings: readonly OrganizationSettingName[] =
  organizationSettingNames.filter((name) => organizationSetting(name).changedBy !== 'uploads');

export function organizationSetting(name: OrganizationSettingName): {
  schema: z.ZodType;
  changedBy: ChangedBy;
} {
  if (hasKey(plainSettings, name)) return plainSettings[name];
  return { schema: groupSettingValue, changedBy: ownersDecide.has(name) ? 'owners' : 'administrators' };
}

/**
 * Returns the values of all settings: stored values, and defaults for the others. A stored value that this release does not
 * allow, which an earlier or later release may have written, is replaced by the default.
 */
export function effectiveOrganizationSettings(
  stored: Readonly<Record<string, unknown>>,
  systemGroups: SystemGroupIds,
): OrganizationSettings {
  const values: Record<string, unknown> = {};
  for (const name of organizationSettingNames) {
    const parsed = name in stored ? organizationSetting(name).schema.safeParse(stored[name]) : undefined;
    values[name] = parsed?.success ? parsed.data : defaultOf(name, systemGroups);
  }
  return values as OrganizationSettings;
}

function defaultOf(name: OrganizationSettingName, systemGroups: SystemGroupIds): unknown {
  if (hasKey(plainSettings, name)) return plainSettings[name].default;
  return systemGroups[organizationPermissions[name].default_group_name];
}

/** Returns the IDs of the system groups by their rule. @throws Error when one is missing */
export function systemGroupIds(rows: readonly { group_id: number; rule: string | null }[]): SystemGroupIds {
  const byRule = new Map(rows.map((row) => [row.rule, row.group_id]));
  return recordOf(SYSTEM_GROUP_RULES, (rule) => {
    const id = byRule.get(rule);
    if (id === undefined) throw new Error(`The system group ${rule} is missing.`);
    return id;
  });
}

/** They see people with whom they share a channel or conversation. @param everyoneGroupId of `role:everyone` */
export const areGuestsLimited = (
  { can_access_all_users_group }: Pick<OrganizationSettings, 'can_access_all_users_group'>,
  everyoneGroupId: GroupId,
): boolean => can_access_all_users_group !== everyoneGroupId;

/** Returns the trimmed name of the organization. @throws BAD_REQUEST when it is empty, too long, or has hidden characters */
export function checkOrganizationName(given: string): string {
  const parsed = plainSettings.name.schema.safeParse(given.trim());
  if (!parsed.success) throw errors.badRequest('Organization name must have 1 to 40 characters.');
  refuseHidden(parsed.data, 'name');
  return parsed.data;
}
