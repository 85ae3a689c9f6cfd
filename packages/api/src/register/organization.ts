import { z } from 'zod';
import {
  allowedDomainSchema,
  customProfileFieldSchema,
  emojiSchema,
  linkifierSchema,
  playgroundSchema,
} from '../objects/organization.ts';
import { realmSettingFields } from '../objects/organization-settings.ts';
import { groupPermissionSettingSchema } from '../objects/permission.ts';
import { userSettingsDefaultsSchema } from '../objects/user-settings.ts';
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

export const tenorFields = fieldGroup(['tenor'], {
  tenor_api_key: z.string(),
});

export const realmFields = fieldGroup(['realm'], {
  ...realmSettingFields,
  realm_date_created: z.int(),
  realm_uuid: z.uuid(),
  realm_allow_edit_history: z.boolean(),
  realm_create_public_stream_policy: z.int(),
  realm_create_private_stream_policy: z.int(),
  realm_create_web_public_stream_policy: z.int(),
  realm_wildcard_mention_policy: z.int(),
  realm_mandatory_topics: z.boolean(),
  realm_bot_domain: z.string(),
  realm_uri: z.string(),
  realm_url: z.string(),
  settings_send_digest_emails: z.boolean(),
  realm_owner_full_content_access: z.boolean(),
  realm_email_auth_enabled: z.boolean(),
  realm_password_auth_enabled: z.boolean(),
  realm_push_notifications_enabled: z.boolean(),
  realm_push_notifications_enabled_end_timestamp: z.int().nullable(),
  realm_plan_type: z.int(),
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
  /** Absent when the organization has not set a Jitsi server of its own. */
  jitsi_server_url: z.string().optional(),
  password_min_length: z.int(),
  password_max_length: z.int(),
  password_min_guesses: z.int(),
  gif_rating_policy_options: z.record(
    z.string(),
    z.strictObject({
      name: z.string(),
      id: z.int(),
    }),
  ),
  server_supported_permission_settings: z.strictObject({
    realm: z.record(z.string(), groupPermissionSettingSchema),
    stream: z.record(z.string(), groupPermissionSettingSchema),
    group: z.record(z.string(), groupPermissionSettingSchema),
  }),
  server_web_push_public_key: z.string(),
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
  /** Pattern, URL template and ID of each linkifier. For clients that do not know `realm_linkifiers`. */
  realm_filters: z.array(z.tuple([z.string(), z.string(), z.int()])),
});

export const realmLinkifiersFields = fieldGroup(['realm_linkifiers'], {
  realm_linkifiers: z.array(linkifierSchema),
});

export const realmPlaygroundsFields = fieldGroup(['realm_playgrounds'], {
  realm_playgrounds: z.array(playgroundSchema),
});

export const realmUserSettingsDefaultsFields = fieldGroup(['realm_user_settings_defaults'], {
  realm_user_settings_defaults: userSettingsDefaultsSchema,
});

export const stopWordsFields = fieldGroup(['stop_words'], {
  stop_words: z.array(z.string()),
});

export const videoCallsFields = fieldGroup(['video_calls'], {
  has_zoom_token: z.boolean(),
});
