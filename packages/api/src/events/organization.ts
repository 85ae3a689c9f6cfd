import { z } from 'zod';
import {
  allowedDomainSchema,
  customProfileFieldSchema,
  emojiSchema,
  linkifierSchema,
  playgroundSchema,
} from '../objects/organization.ts';
import { organizationSettingSchemas } from '../objects/organization-settings.ts';
import { event, eventWithOp, recipients } from './event.ts';
import { settingValueSchema } from './personal.ts';

const forEveryone = (...causes: string[]) => ({ recipients: recipients.everyone, causes });

/** Settings of the organization. Each name is that of a field of the registration, without its prefix `realm_` if it has one. */
const settingsSchema = z
  .strictObject({
    ...organizationSettingSchemas,
    mandatory_topics: z.boolean(),
    max_file_upload_size_mib: z.int(),
    plan_type: z.int(),
    push_notifications_enabled: z.boolean(),
    push_notifications_enabled_end_timestamp: z.int().nullable(),
    upload_quota_mib: z.int().nullable(),
  })
  .partial();

const emojiUpdateMembers = {
  emoji_id: z.string(),
  data: z.strictObject({ deactivated: z.boolean() }),
};

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
  'realm/deactivated': eventWithOp('realm', 'deactivated', {}, forEveryone('an operator')),
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

/** An event with all emoji, by ID, in the form for clients without the capability `individual_emoji_changes`. */
export const allEmoji = eventWithOp('realm_emoji', 'update', {
  realm_emoji: z.record(z.string(), emojiSchema),
});
