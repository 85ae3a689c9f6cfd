/**
 * All settings of the organization: their allowed values, their defaults, and who may change them. To add a setting, add one line
 * here: then `user-admin` stores it, the gateway accepts it, and the type `OrganizationSettings` contains it. The names are those
 * of the fields in register responses, without `realm_`.
 */
import { errors } from '@parley/core';
import {
  type GroupSettingValue,
  isWebAddress,
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
type Setting = { schema: z.ZodType; default: unknown; changedBy: ChangedBy };

function setting<Schema extends z.ZodType>(
  schema: Schema,
  value: z.infer<Schema>,
  changedBy: ChangedBy = 'administrators',
) {
  return { schema, default: value, changedBy };
}

const flag = (value: boolean, changedBy?: ChangedBy) => setting(z.boolean(), value, changedBy);
const text = (maxLength: number, value = '') => setting(z.string().max(maxLength), value);
/** A setting whose value is the name of a topic. The empty topic is not allowed. */
const topicName = (value: string) => setting(z.string().trim().refine(isTopic), value);
/** A setting whose value is a number of seconds; null means no limit. */
const timeLimit = (value: number | null) =>
  setting(
    z
      .int()
      .positive()
      .max(2 ** 31 - 1)
      .nullable(),
    value,
  );
/** A setting whose value is the ID of a channel; -1 means none. */
const channelOrNone = () => setting(z.union([z.int().positive(), z.literal(-1)]), -1);

/** All settings except permissions. */
const plainSettings = {
  allow_message_editing: flag(true),
  allow_replies_from_other_addresses: flag(false),
  /**
   * Whether each sign-in method is enabled, by its name. Methods without an entry are enabled. A change contains only the
   * methods that it enables or disables.
   */
  authentication_methods: setting(
    z.record(z.string().min(1).max(60), z.boolean()),
    { Email: true },
    'owners',
  ),
  avatar_changes_disabled: flag(false),
  default_code_block_language: text(80),
  default_language: setting(z.string().min(2).max(50), 'en'),
  description: text(1000),
  digest_emails_enabled: flag(false),
  digest_weekday: setting(z.int().min(0).max(6), 1),
  disallow_disposable_email_addresses: flag(true),
  email_changes_disabled: flag(false),
  emails_restricted_to_domains: flag(false, 'owners'),
  empty_topic_display_name: topicName('general chat'),
  enable_guest_user_dm_warning: flag(true),
  enable_guest_user_indicator: flag(true),
  enable_read_receipts: flag(true),
  enable_spectator_access: flag(false),
  giphy_rating: setting(z.int().min(0).max(4), 2),
  icon_source: setting(z.enum(['G', 'U']), 'G', 'uploads'),
  icon_url: setting(z.string().max(2000), '', 'uploads'),
  inline_image_preview: flag(true),
  inline_url_embed_preview: flag(false),
  invite_required: flag(true, 'owners'),
  jitsi_server_url: setting(z.string().max(200).refine(isWebAddress).nullable(), null),
  logo_source: setting(z.enum(['D', 'U']), 'D', 'uploads'),
  logo_url: setting(z.string().max(2000), '', 'uploads'),
  message_content_allowed_in_email_notifications: flag(true),
  message_content_delete_limit_seconds: timeLimit(600),
  message_content_edit_limit_seconds: timeLimit(600),
  message_edit_history_visibility_policy: setting(z.enum(['all', 'moves', 'none']), 'all'),
  message_retention_days: setting(z.union([z.int().positive().max(36_500), z.literal(-1)]), -1, 'owners'),
  moderation_request_channel_id: channelOrNone(),
  move_messages_between_streams_limit_seconds: timeLimit(604_800),
  move_messages_within_stream_limit_seconds: timeLimit(604_800),
  name: setting(z.string().min(1).max(40), 'Parley'),
  name_changes_disabled: flag(false),
  new_stream_announcements_stream_id: channelOrNone(),
  night_logo_source: setting(z.enum(['D', 'U']), 'D', 'uploads'),
  night_logo_url: setting(z.string().max(2000), '', 'uploads'),
  org_type: setting(z.int().min(0).max(1000), 0),
  presence_disabled: flag(false),
  require_e2ee_push_notifications: flag(false),
  /** Whether the upload service removes GPS data and places from the metadata of new photos and videos. */
  remove_image_positions: flag(true),
  require_second_factor: setting(
    z.enum(['nobody', 'owners', 'administrators', 'moderators', 'members', 'everyone']),
    'nobody',
    'owners',
  ),
  require_unique_names: flag(false),
  second_factor_after_provider: flag(false, 'owners'),
  send_welcome_emails: flag(true),
  // Hours after which a session ends: since its last use (0 for never), and since the sign-in.
  session_idle_hours: setting(z.int().min(0).max(8_760), 0, 'owners'),
  session_lifetime_hours: setting(z.int().min(1).max(8_760), 336, 'owners'),
  signup_announcements_stream_id: channelOrNone(),
  topics_policy: setting(z.enum(['allow_empty_topic', 'disable_empty_topic']), 'allow_empty_topic'),
  // The gateway rejects providers that are not configured.
  video_chat_provider: setting(z.literal([0, 1, 3, 4, 5]), 0),
  waiting_period_threshold: setting(z.int().min(0).max(36_500), 0),
  // This server takes part in no directory of organizations, so only false is allowed.
  want_advertise_in_communities_directory: setting(z.literal(false), false),
  welcome_message_custom_text: text(8000, textsIn('en').welcome),
  // This server announces no updates, so only -1 is allowed.
  zulip_update_announcements_stream_id: setting(z.literal(-1), -1),
} as const satisfies Record<string, Setting>;

/** Schemas of the allowed values of all settings except permissions, by name. */
export const plainSettingSchemas = Object.fromEntries(
  Object.entries(plainSettings).map(([name, { schema }]) => [name, schema]),
) as { [Name in keyof typeof plainSettings]: (typeof plainSettings)[Name]['schema'] };

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
  [Name in keyof typeof plainSettings]: z.infer<(typeof plainSettings)[Name]['schema']>;
};

/** The values of all settings of the organization. */
export type OrganizationSettings = PlainSettings & Record<OrganizationPermission, GroupSettingValue>;
export type OrganizationSettingName = keyof OrganizationSettings;

/** ID of each system group, by the rule that decides who is a member, such as `role:everyone`. */
export type SystemGroupIds = Readonly<Record<SystemGroupRule, number>>;

export const organizationSettingNames = [
  ...Object.keys(plainSettings),
  ...Object.keys(organizationPermissions),
] as readonly OrganizationSettingName[];

/** Names of the settings that `PATCH /realm` changes. Uploading files changes the others. */
export const changeableOrganizationSettings: readonly OrganizationSettingName[] =
  organizationSettingNames.filter((name) => organizationSetting(name).changedBy !== 'uploads');

/** Returns the schema of a setting's allowed values, and who may change it. */
export function organizationSetting(name: OrganizationSettingName): {
  schema: z.ZodType;
  changedBy: ChangedBy;
} {
  if (name in plainSettings) return plainSettings[name as keyof PlainSettings];
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
  if (name in plainSettings) return plainSettings[name as keyof PlainSettings].default;
  const rule = organizationPermissions[name as OrganizationPermission].default_group_name;
  return systemGroups[rule as SystemGroupRule];
}

/** Returns the IDs of the system groups by their rule. @throws Error when one is missing */
export function systemGroupIds(rows: readonly { group_id: number; rule: string | null }[]): SystemGroupIds {
  const byRule = new Map(rows.map((row) => [row.rule, row.group_id]));
  return Object.fromEntries(
    SYSTEM_GROUP_RULES.map((rule) => {
      const id = byRule.get(rule);
      if (id === undefined) throw new Error(`The system group ${rule} is missing.`);
      return [rule, id];
    }),
  ) as SystemGroupIds;
}

/**
 * Returns whether guests see only those people with whom they share a channel or conversation.
 * @param everyoneGroupId ID of the system group `role:everyone`
 */
export const areGuestsLimited = (
  { can_access_all_users_group }: Pick<OrganizationSettings, 'can_access_all_users_group'>,
  everyoneGroupId: number,
): boolean => can_access_all_users_group !== everyoneGroupId;

/** Returns the trimmed name of the organization. @throws BAD_REQUEST when it is empty, too long, or has hidden characters */
export function checkOrganizationName(given: string): string {
  const parsed = plainSettings.name.schema.safeParse(given.trim());
  if (!parsed.success) throw errors.badRequest('Organization name must have 1 to 40 characters.');
  refuseHidden(parsed.data, 'name');
  return parsed.data;
}
