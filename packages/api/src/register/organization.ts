import { z } from 'zod';
import {
  allowedDomainSchema,
  authenticationMethodSchema,
  customProfileFieldSchema,
  emojiSchema,
  linkifierSchema,
  playgroundSchema,
} from '../objects/organization.ts';
import { groupPermissionSettingSchema, groupSettingValueSchema } from '../objects/permission.ts';
import { fieldGroup } from './field-group.ts';

export const customProfileFieldsFields = fieldGroup(['custom_profile_fields'], {
  custom_profile_fields: z.array(customProfileFieldSchema),
  custom_profile_field_types: z.record(
    z.string(),
    z.strictObject({
      id: z.int(),
      name: z.string(),
    }),
  ),
});

export const giphyFields = fieldGroup(['giphy'], {
  giphy_api_key: z.string(),
});

export const realmFields = fieldGroup(['realm'], {
  realm_date_created: z.int(),
  realm_message_edit_history_visibility_policy: z.string(),
  realm_allow_edit_history: z.boolean(),
  realm_can_add_custom_emoji_group: groupSettingValueSchema,
  realm_can_add_subscribers_group: groupSettingValueSchema,
  realm_can_delete_any_message_group: groupSettingValueSchema,
  realm_can_delete_own_message_group: groupSettingValueSchema,
  realm_can_set_delete_message_policy_group: groupSettingValueSchema,
  realm_can_set_topics_policy_group: groupSettingValueSchema,
  realm_can_invite_users_group: groupSettingValueSchema,
  realm_can_mention_many_users_group: groupSettingValueSchema,
  realm_can_move_messages_between_channels_group: groupSettingValueSchema,
  realm_can_move_messages_between_topics_group: groupSettingValueSchema,
  realm_can_create_groups: groupSettingValueSchema,
  realm_can_create_bots_group: groupSettingValueSchema,
  realm_can_create_write_only_bots_group: groupSettingValueSchema,
  realm_can_manage_all_groups: groupSettingValueSchema,
  realm_can_manage_billing_group: groupSettingValueSchema,
  realm_can_create_public_channel_group: groupSettingValueSchema,
  realm_can_create_private_channel_group: groupSettingValueSchema,
  realm_can_create_web_public_channel_group: groupSettingValueSchema,
  realm_can_resolve_topics_group: groupSettingValueSchema,
  realm_create_public_stream_policy: z.int(),
  realm_create_private_stream_policy: z.int(),
  realm_create_web_public_stream_policy: z.int(),
  realm_wildcard_mention_policy: z.int(),
  realm_default_language: z.string(),
  realm_welcome_message_custom_text: z.string(),
  realm_description: z.string(),
  realm_digest_emails_enabled: z.boolean(),
  realm_disallow_disposable_email_addresses: z.boolean(),
  realm_email_changes_disabled: z.boolean(),
  realm_invite_required: z.boolean(),
  realm_create_multiuse_invite_group: groupSettingValueSchema,
  realm_inline_image_preview: z.boolean(),
  realm_inline_url_embed_preview: z.boolean(),
  realm_topics_policy: z.enum(['allow_empty_topic', 'disable_empty_topic']),
  realm_mandatory_topics: z.boolean(),
  realm_message_retention_days: z.int(),
  realm_name: z.string(),
  realm_require_e2ee_push_notifications: z.boolean(),
  realm_require_unique_names: z.boolean(),
  realm_name_changes_disabled: z.boolean(),
  realm_avatar_changes_disabled: z.boolean(),
  realm_emails_restricted_to_domains: z.boolean(),
  realm_send_welcome_emails: z.boolean(),
  realm_message_content_allowed_in_email_notifications: z.boolean(),
  realm_enable_spectator_access: z.boolean(),
  realm_want_advertise_in_communities_directory: z.boolean(),
  realm_video_chat_provider: z.int(),
  realm_jitsi_server_url: z.string().nullable(),
  realm_giphy_rating: z.int(),
  realm_waiting_period_threshold: z.int(),
  realm_digest_weekday: z.int(),
  realm_direct_message_initiator_group: groupSettingValueSchema,
  realm_direct_message_permission_group: groupSettingValueSchema,
  realm_default_code_block_language: z.string(),
  realm_message_content_delete_limit_seconds: z.int().nullable(),
  realm_authentication_methods: z.record(z.string(), authenticationMethodSchema),
  realm_allow_message_editing: z.boolean(),
  realm_message_content_edit_limit_seconds: z.int().nullable(),
  realm_move_messages_within_stream_limit_seconds: z.int().nullable(),
  realm_move_messages_between_streams_limit_seconds: z.int().nullable(),
  realm_enable_read_receipts: z.boolean(),
  realm_icon_url: z.string(),
  realm_icon_source: z.string(),
  realm_logo_url: z.string(),
  realm_logo_source: z.string(),
  realm_night_logo_url: z.string(),
  realm_night_logo_source: z.string(),
  realm_bot_domain: z.string(),
  realm_uri: z.string(),
  realm_url: z.string(),
  realm_available_video_chat_providers: z.record(
    z.string(),
    z.strictObject({
      name: z.string(),
      id: z.int(),
    }),
  ),
  realm_presence_disabled: z.boolean(),
  settings_send_digest_emails: z.boolean(),
  realm_is_zephyr_mirror_realm: z.boolean(),
  realm_email_auth_enabled: z.boolean(),
  realm_password_auth_enabled: z.boolean(),
  realm_push_notifications_enabled: z.boolean(),
  realm_push_notifications_enabled_end_timestamp: z.int().nullable(),
  realm_upload_quota_mib: z.int().nullable(),
  realm_org_type: z.int(),
  realm_plan_type: z.int(),
  realm_enable_guest_user_dm_warning: z.boolean(),
  realm_enable_guest_user_indicator: z.boolean(),
  realm_can_access_all_users_group: groupSettingValueSchema,
  realm_can_summarize_topics_group: groupSettingValueSchema,
  zulip_plan_is_not_limited: z.boolean(),
  upgrade_text_for_wide_organization_logo: z.string(),
  realm_default_external_accounts: z.record(
    z.string(),
    z.strictObject({
      name: z.string(),
      text: z.string(),
      hint: z.string(),
      url_pattern: z.string(),
    }),
  ),
  /** Absent unless the organization sets its own server. */
  jitsi_server_url: z.string().optional(),
  password_min_length: z.int(),
  password_max_length: z.int(),
  password_min_guesses: z.int(),
  giphy_rating_options: z.record(
    z.string(),
    z.strictObject({
      name: z.string(),
      id: z.int(),
    }),
  ),
  realm_moderation_request_channel_id: z.int(),
  realm_new_stream_announcements_stream_id: z.int(),
  realm_signup_announcements_stream_id: z.int(),
  realm_zulip_update_announcements_stream_id: z.int(),
  realm_empty_topic_display_name: z.string(),
  server_supported_permission_settings: z.strictObject({
    realm: z.record(z.string(), groupPermissionSettingSchema),
    stream: z.record(z.string(), groupPermissionSettingSchema),
    group: z.record(z.string(), groupPermissionSettingSchema),
  }),
});

export const realmBillingFields = fieldGroup(['realm_billing'], {
  realm_billing: z.strictObject({
    has_pending_sponsorship_request: z.boolean(),
  }),
});

export const realmDomainsFields = fieldGroup(['realm_domains'], {
  realm_domains: z.array(allowedDomainSchema),
});

export const realmEmojiFields = fieldGroup(['realm_emoji'], {
  realm_emoji: z.record(z.string(), emojiSchema),
});

export const realmFiltersFields = fieldGroup(['realm_filters'], {
  /** Pattern, URL format, ID: linkifiers as clients from before `realm_linkifiers` read them. */
  realm_filters: z.array(z.tuple([z.string(), z.string(), z.int()])),
});

export const realmLinkifiersFields = fieldGroup(['realm_linkifiers'], {
  realm_linkifiers: z.array(linkifierSchema),
});

export const realmPlaygroundsFields = fieldGroup(['realm_playgrounds'], {
  realm_playgrounds: z.array(playgroundSchema),
});

export const realmUserSettingsDefaultsFields = fieldGroup(['realm_user_settings_defaults'], {
  realm_user_settings_defaults: z.record(z.string(), z.unknown()),
});

export const stopWordsFields = fieldGroup(['stop_words'], {
  stop_words: z.array(z.string()),
});

export const videoCallsFields = fieldGroup(['video_calls'], {
  has_zoom_token: z.boolean(),
});
