import { z } from 'zod';
import {
  allowedDomainSchema,
  authenticationMethodSchema,
  customProfileFieldSchema,
  emojiSchema,
  linkifierSchema,
  playgroundSchema,
} from '../objects/organization.ts';
import { groupSettingValueSchema } from '../objects/permission.ts';
import { event, eventWithOp, recipients } from './event.ts';
import { settingValueSchema } from './personal.ts';

const forEveryone = (...causes: string[]) => ({ recipients: recipients.everyone, causes });

/** Settings of the organization, by the names of the fields `realm_*` of a registration, without the prefix. */
const settingsSchema = z
  .strictObject({
    can_access_all_users_group: groupSettingValueSchema,
    can_create_groups: groupSettingValueSchema,
    can_create_bots_group: groupSettingValueSchema,
    can_create_write_only_bots_group: groupSettingValueSchema,
    can_create_public_channel_group: groupSettingValueSchema,
    can_create_private_channel_group: groupSettingValueSchema,
    can_create_web_public_channel_group: groupSettingValueSchema,
    can_add_custom_emoji_group: groupSettingValueSchema,
    can_add_subscribers_group: groupSettingValueSchema,
    can_delete_any_message_group: groupSettingValueSchema,
    can_delete_own_message_group: groupSettingValueSchema,
    can_set_delete_message_policy_group: groupSettingValueSchema,
    can_set_topics_policy_group: groupSettingValueSchema,
    can_invite_users_group: groupSettingValueSchema,
    can_mention_many_users_group: groupSettingValueSchema,
    can_move_messages_between_channels_group: groupSettingValueSchema,
    can_move_messages_between_topics_group: groupSettingValueSchema,
    can_resolve_topics_group: groupSettingValueSchema,
    can_manage_all_groups: groupSettingValueSchema,
    can_manage_billing_group: groupSettingValueSchema,
    can_summarize_topics_group: groupSettingValueSchema,
    create_multiuse_invite_group: groupSettingValueSchema,
    direct_message_initiator_group: groupSettingValueSchema,
    direct_message_permission_group: groupSettingValueSchema,
    allow_message_editing: z.boolean(),
    authentication_methods: z.record(z.string(), authenticationMethodSchema),
    default_code_block_language: z.string(),
    default_language: z.string(),
    description: z.string(),
    digest_emails_enabled: z.boolean(),
    digest_weekday: z.int(),
    disallow_disposable_email_addresses: z.boolean(),
    email_changes_disabled: z.boolean(),
    enable_read_receipts: z.boolean(),
    emails_restricted_to_domains: z.boolean(),
    enable_guest_user_dm_warning: z.boolean(),
    enable_guest_user_indicator: z.boolean(),
    enable_spectator_access: z.boolean(),
    giphy_rating: z.int(),
    icon_source: z.string(),
    icon_url: z.string(),
    inline_image_preview: z.boolean(),
    inline_url_embed_preview: z.boolean(),
    invite_required: z.boolean(),
    jitsi_server_url: z.string().nullable(),
    logo_source: z.string(),
    logo_url: z.string(),
    topics_policy: z.enum(['allow_empty_topic', 'disable_empty_topic']),
    mandatory_topics: z.boolean(),
    max_file_upload_size_mib: z.int(),
    message_content_allowed_in_email_notifications: z.boolean(),
    message_content_delete_limit_seconds: z.int().nullable(),
    message_content_edit_limit_seconds: z.int().nullable(),
    message_edit_history_visibility_policy: z.string(),
    moderation_request_channel_id: z.int(),
    move_messages_within_stream_limit_seconds: z.int().nullable(),
    move_messages_between_streams_limit_seconds: z.int().nullable(),
    name: z.string(),
    name_changes_disabled: z.boolean(),
    night_logo_source: z.string(),
    night_logo_url: z.string(),
    new_stream_announcements_stream_id: z.int(),
    org_type: z.int(),
    plan_type: z.int(),
    presence_disabled: z.boolean(),
    push_notifications_enabled: z.boolean(),
    push_notifications_enabled_end_timestamp: z.int().nullable(),
    require_e2ee_push_notifications: z.boolean(),
    require_unique_names: z.boolean(),
    send_welcome_emails: z.boolean(),
    signup_announcements_stream_id: z.int(),
    upload_quota_mib: z.int().nullable(),
    video_chat_provider: z.int(),
    waiting_period_threshold: z.int(),
    want_advertise_in_communities_directory: z.boolean(),
    welcome_message_custom_text: z.string(),
    zulip_update_announcements_stream_id: z.int(),
  })
  .partial();

const emojiUpdateMembers = {
  emoji_id: z.string(),
  data: z.strictObject({ deactivated: z.boolean() }),
};

/** Events about the organization and what it defines, by `type` or `type/op`. */
export const organizationEvents = {
  'realm/update': eventWithOp(
    'realm',
    'update',
    { property: z.string(), value: z.union([z.string(), z.boolean(), z.int(), z.null()]) },
    forEveryone('update-realm'),
  ),
  'realm/update_dict': eventWithOp(
    'realm',
    'update_dict',
    { property: z.enum(['default', 'icon', 'logo', 'night_logo']), data: settingsSchema },
    forEveryone('update-realm', 'change-realm-icon', 'change-realm-logo'),
  ),
  'realm_user_settings_defaults/update': eventWithOp(
    'realm_user_settings_defaults',
    'update',
    { property: z.string(), value: settingValueSchema },
    forEveryone('update-realm-user-settings-defaults'),
  ),
  custom_profile_fields: event(
    'custom_profile_fields',
    { fields: z.array(customProfileFieldSchema) },
    forEveryone(
      'create-custom-profile-field',
      'update-custom-profile-field',
      'remove-custom-profile-field',
      'reorder-custom-profile-fields',
    ),
  ),
  realm_linkifiers: event(
    'realm_linkifiers',
    { realm_linkifiers: z.array(linkifierSchema) },
    forEveryone('add-linkifier', 'update-linkifier', 'remove-linkifier', 'reorder-linkifiers'),
  ),
  realm_playgrounds: event(
    'realm_playgrounds',
    { realm_playgrounds: z.array(playgroundSchema) },
    forEveryone('add-code-playground', 'remove-code-playground'),
  ),
  'realm_domains/add': eventWithOp(
    'realm_domains',
    'add',
    { realm_domain: allowedDomainSchema },
    forEveryone('add-realm-domain'),
  ),
  'realm_domains/change': eventWithOp(
    'realm_domains',
    'change',
    { realm_domain: allowedDomainSchema },
    forEveryone('update-realm-domain'),
  ),
  'realm_domains/remove': eventWithOp(
    'realm_domains',
    'remove',
    { domain: z.string() },
    forEveryone('remove-realm-domain'),
  ),
  'realm_emoji/add': eventWithOp(
    'realm_emoji',
    'add',
    { emoji: emojiSchema },
    forEveryone('change-custom-emoji'),
  ),
  'realm_emoji/edit': eventWithOp(
    'realm_emoji',
    'edit',
    emojiUpdateMembers,
    forEveryone('change-custom-emoji'),
  ),
  'realm_emoji/update_one': eventWithOp(
    'realm_emoji',
    'update_one',
    emojiUpdateMembers,
    forEveryone('change-custom-emoji'),
  ),
};

/** All emoji by ID, as clients without `individual_emoji_changes` get them. */
export const allEmoji = eventWithOp('realm_emoji', 'update', {
  realm_emoji: z.record(z.string(), emojiSchema),
});
