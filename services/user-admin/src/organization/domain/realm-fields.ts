/**
 * Builds the fields of the register response (`POST /register`) for the fetch value `realm` (docs/api/register.md#fields). A fetch
 * value is a name with which a client requests a group of fields. Most of these fields are settings of the organization, with
 * the prefix `realm_`.
 */
import { createHash } from 'node:crypto';
import type { AuthenticationMethod } from '@parley/api';
import { type GroupSettingValue, limits, SYSTEM_GROUP_RULES, type SystemGroupRule } from '@parley/rules';
import {
  type OrganizationSettings,
  type SystemGroupIds,
  supportedPermissionSettings,
} from '@parley/settings';
import type { Organization } from '../../kernel/domain/organization.ts';
import { acceptsPasswords, asksLdap, configuredMethods } from '../../kernel/domain/sign-in-methods.ts';
import { externalAccounts } from './external-accounts.ts';

/** Returns the URL of the organization's icon. While no icon is uploaded, this is an image of Gravatar. */
export function iconUrl(settings: OrganizationSettings, host: string): string {
  if (settings.icon_url !== '') return settings.icon_url;
  const hash = createHash('md5').update(host).digest('hex');
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon`;
}

/** With their names in `realm` events, including settings that are derived from others. */
export function sharedSettings({ settings, systemGroups, host, signInMethods }: Organization) {
  return {
    ...settings,
    icon_url: iconUrl(settings, host),
    authentication_methods: presentMethods(settings, signInMethods),
    mandatory_topics: settings.topics_policy === 'disable_empty_topic',
    allow_edit_history: settings.message_edit_history_visibility_policy === 'all',
    wildcard_mention_policy: legacyPolicy(
      wildcardMentionPolicy,
      settings.can_mention_many_users_group,
      systemGroups,
    ),
    create_public_stream_policy: legacyPolicy(
      createChannelPolicy,
      settings.can_create_public_channel_group,
      systemGroups,
    ),
    create_private_stream_policy: legacyPolicy(
      createChannelPolicy,
      settings.can_create_private_channel_group,
      systemGroups,
    ),
    create_web_public_stream_policy: legacyPolicy(
      createChannelPolicy,
      settings.can_create_web_public_channel_group,
      systemGroups,
    ),
  };
}

/** Returns the ways to sign in, in the form for clients, by name. */
const presentMethods = (
  { authentication_methods }: OrganizationSettings,
  configured: Organization['signInMethods'],
): Record<string, AuthenticationMethod> =>
  Object.fromEntries(
    configuredMethods(configured).map(({ name, displayName, isAvailable }) => [
      name,
      {
        enabled: authentication_methods[name] === true,
        available: isAvailable,
        ...(displayName !== undefined && { display_name: displayName }),
      },
    ]),
  );

/** Numbers with which older clients represent permissions of system groups (docs/api/organization.md#settings). */
const wildcardMentionPolicy: Policy = {
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:nobody': 6,
  'role:moderators': 7,
};
const createChannelPolicy: Policy = {
  'role:members': 1,
  'role:administrators': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
  'role:nobody': 6,
  'role:owners': 7,
};

type Policy = Readonly<Partial<Record<SystemGroupRule, number>>>;

/** If there is none, returns the number for administrators. */
function legacyPolicy(policy: Policy, value: GroupSettingValue, groups: SystemGroupIds): number | undefined {
  const rule = SYSTEM_GROUP_RULES.find((each) => groups[each] === value);
  return (rule && policy[rule]) ?? policy['role:administrators'];
}

/** Returns `realmFields` for visitors: without the IDs of channels, which may be private, and of people who hold permissions. */
export function realmFieldsForVisitors(organization: Organization): Record<string, unknown> {
  return {
    ...Object.fromEntries(
      Object.entries(realmFields(organization)).map(([name, value]) => [name, withoutMembers(value)]),
    ),
    realm_moderation_request_channel_id: -1,
    realm_new_stream_announcements_stream_id: -1,
    realm_signup_announcements_stream_id: -1,
  };
}

const withoutMembers = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'direct_members' in value
    ? { ...value, direct_members: [] }
    : value;

/** Returns the fields of the register response for the fetch value `realm`. */
export function realmFields(organization: Organization): Record<string, unknown> {
  const { publicUrl, host, settings, webPushPublicKey, reachesPhones, pushEndsAt } = organization;
  const prefixed = Object.fromEntries(
    Object.entries(sharedSettings(organization)).map(([name, value]) => [`realm_${name}`, value]),
  );
  return {
    ...prefixed,
    realm_date_created: organization.createdAt,
    realm_uuid: organization.uuid,
    realm_url: publicUrl,
    realm_uri: publicUrl,
    realm_bot_domain: host,
    realm_email_auth_enabled: acceptsPasswords(settings),
    realm_password_auth_enabled: acceptsPasswords(settings) || asksLdap(settings),
    realm_push_notifications_enabled: reachesPhones,
    realm_push_notifications_enabled_end_timestamp: pushEndsAt,
    realm_plan_type: 1,
    realm_owner_full_content_access: organization.ownerFullContentAccess,
    realm_default_external_accounts: externalAccounts,
    gif_rating_policy_options: {
      disabled: { name: 'No GIFs', id: 0 },
      g: { name: 'Allow GIFs rated G (General audience)', id: 1 },
      pg: { name: 'Allow GIFs rated PG (Parental guidance)', id: 2 },
      'pg-13': { name: 'Allow GIFs rated PG-13 (Parental guidance - under 13)', id: 3 },
      r: { name: 'Allow GIFs rated R (Restricted)', id: 4 },
    },
    settings_send_digest_emails: true,
    zulip_plan_is_not_limited: true,
    upgrade_text_for_wide_organization_logo: '',
    ...(settings.jitsi_server_url !== null && { jitsi_server_url: settings.jitsi_server_url }),
    password_min_length: limits.passwordMinLength,
    password_max_length: limits.passwordMaxLength,
    password_min_guesses: limits.passwordMinGuesses,
    server_supported_permission_settings: supportedPermissionSettings,
    server_web_push_public_key: webPushPublicKey,
  };
}
