import { keysOf } from '@parley/core';
import { type ChannelRight, roles, type SystemGroupRule } from '@parley/rules';

type DefaultGroup = SystemGroupRule | 'channel_creator' | 'group_creator';

/** Which values a permission may have, in the form of register responses (docs/api/organization.md#permissions). */
export type PermissionSetting<Default extends DefaultGroup = DefaultGroup> = {
  require_system_group: boolean;
  allow_internet_group: boolean;
  allow_nobody_group: boolean;
  allow_everyone_group: boolean;
  /** The default value: a system group, or the person who creates the channel or group. */
  default_group_name: Default;
  default_for_system_groups: SystemGroupRule | null;
  allowed_system_groups: readonly SystemGroupRule[];
};

function permission<Default extends DefaultGroup>(
  default_group_name: Default,
  rest: Partial<Omit<PermissionSetting, 'default_group_name'>> = {},
): PermissionSetting<Default> {
  return {
    require_system_group: false,
    allow_internet_group: false,
    allow_nobody_group: true,
    allow_everyone_group: true,
    default_group_name,
    default_for_system_groups: null,
    allowed_system_groups: [],
    ...rest,
  };
}

const noGuests = { allow_everyone_group: false };
const noGuestsSomebody = { allow_everyone_group: false, allow_nobody_group: false };

/** The permissions of the organization, by the name of the setting without `realm_`. */
export const organizationPermissions = {
  create_multiuse_invite_group: permission('role:administrators', noGuests),
  can_access_all_users_group: permission('role:everyone', {
    require_system_group: true,
    allow_nobody_group: false,
    // Members always see everyone. This setting decides whether guests see everyone, or only people with whom they share a
    // channel or conversation.
    allowed_system_groups: ['role:everyone', 'role:members'],
  }),
  can_add_custom_emoji_group: permission('role:members', noGuestsSomebody),
  can_add_subscribers_group: permission('role:members', noGuests),
  can_create_bots_group: permission('role:members', noGuests),
  can_create_groups: permission('role:members', noGuests),
  can_create_private_channel_group: permission('role:members', noGuests),
  can_create_public_channel_group: permission('role:members', noGuests),
  can_create_web_public_channel_group: permission('role:owners', {
    require_system_group: true,
    allow_everyone_group: false,
    allowed_system_groups: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
  }),
  can_create_write_only_bots_group: permission('role:members', noGuests),
  can_delete_any_message_group: permission('role:administrators'),
  can_delete_own_message_group: permission('role:everyone'),
  can_invite_users_group: permission('role:members', noGuests),
  can_manage_all_groups: permission('role:owners', noGuestsSomebody),
  can_manage_billing_group: permission('role:administrators', noGuestsSomebody),
  can_mention_many_users_group: permission('role:administrators'),
  can_move_messages_between_channels_group: permission('role:members', noGuests),
  can_move_messages_between_topics_group: permission('role:everyone'),
  can_resolve_topics_group: permission('role:everyone'),
  can_set_delete_message_policy_group: permission('role:moderators', noGuests),
  can_set_topics_policy_group: permission('role:members', noGuests),
  can_summarize_topics_group: permission('role:everyone'),
  direct_message_initiator_group: permission('role:everyone'),
  direct_message_permission_group: permission('role:everyone'),
} as const satisfies Record<string, PermissionSetting<SystemGroupRule>>;

export type OrganizationPermission = keyof typeof organizationPermissions;

/** Guests hold only those that may be given to everyone, also as members of a group that has it. */
export const isOpenToRole = (permission: OrganizationPermission, role: number): boolean =>
  role < roles.guest || organizationPermissions[permission].allow_everyone_group;

export const channelPermissions = {
  can_add_subscribers_group: permission('role:nobody', noGuests),
  can_administer_channel_group: permission('channel_creator', noGuests),
  can_create_topic_group: permission('role:everyone'),
  can_delete_any_message_group: permission('role:nobody'),
  can_delete_own_message_group: permission('role:nobody'),
  can_move_messages_out_of_channel_group: permission('role:nobody'),
  can_move_messages_within_channel_group: permission('role:nobody'),
  can_remove_subscribers_group: permission('role:administrators'),
  can_resolve_topics_group: permission('role:nobody'),
  can_send_message_group: permission('role:everyone'),
  can_subscribe_group: permission('role:nobody', noGuests),
} as const satisfies Record<ChannelRight, PermissionSetting>;

export type ChannelPermission = keyof typeof channelPermissions;
export const channelPermissionNames = keysOf(channelPermissions);

export const groupPermissions = {
  can_add_members_group: permission('group_creator', {
    ...noGuests,
    default_for_system_groups: 'role:nobody',
  }),
  can_join_group: permission('role:nobody', { ...noGuests, default_for_system_groups: 'role:nobody' }),
  can_leave_group: permission('role:everyone', { default_for_system_groups: 'role:nobody' }),
  can_manage_group: permission('group_creator', { ...noGuests, default_for_system_groups: 'role:nobody' }),
  can_mention_group: permission('role:everyone', { default_for_system_groups: 'role:nobody' }),
  can_remove_members_group: permission('role:nobody', {
    ...noGuests,
    default_for_system_groups: 'role:nobody',
  }),
} as const;

export type GroupPermission = keyof typeof groupPermissions;
export const groupPermissionNames = keysOf(groupPermissions);

/** The field `server_supported_permission_settings` of register responses. */
export const supportedPermissionSettings = {
  realm: organizationPermissions,
  stream: channelPermissions,
  group: groupPermissions,
} as const;
