import { z } from 'zod';
import { botSchema } from '../objects/bot.ts';
import { clientPresenceSchema } from '../objects/presence.ts';
import { systemBotSchema, userSchema, userStatusSchema } from '../objects/user.ts';
import { userGroupSchema } from '../objects/user-group.ts';
import { fieldGroup } from './field-group.ts';

export const presenceFields = fieldGroup(['presence'], {
  presences: z.record(
    z.string(),
    z.union([
      z.strictObject({
        active_timestamp: z.int(),
        idle_timestamp: z.int(),
      }),
      z.record(z.string(), clientPresenceSchema),
    ]),
  ),
  presence_last_update_id: z.int(),
  server_timestamp: z.number(),
});

export const realmBotFields = fieldGroup(['realm_bot'], {
  realm_bots: z.array(botSchema),
});

export const realmEmbeddedBotsFields = fieldGroup(['realm_embedded_bots'], {
  realm_embedded_bots: z.array(
    z.strictObject({
      name: z.string(),
      config: z.record(z.string(), z.string()),
    }),
  ),
});

export const realmIncomingWebhookBotsFields = fieldGroup(['realm_incoming_webhook_bots'], {
  realm_incoming_webhook_bots: z.array(
    z.strictObject({
      name: z.string(),
      display_name: z.string(),
      all_event_types: z.array(z.string()).nullable(),
      config_options: z.array(z.strictObject({ key: z.string(), label: z.string(), validator: z.string() })),
      url_options: z.array(z.strictObject({ key: z.string(), label: z.string(), input_type: z.string() })),
    }),
  ),
});

export const realmUserFields = fieldGroup(['realm_user'], {
  realm_users: z.array(userSchema),
  realm_non_active_users: z.array(userSchema),
  avatar_source: z.string(),
  avatar_url_medium: z.string(),
  avatar_url: z.string(),
  can_create_streams: z.boolean(),
  can_create_public_streams: z.boolean(),
  can_create_private_streams: z.boolean(),
  can_create_web_public_streams: z.boolean(),
  can_subscribe_other_users: z.boolean(),
  can_invite_others_to_realm: z.boolean(),
  is_admin: z.boolean(),
  is_owner: z.boolean(),
  is_moderator: z.boolean(),
  is_guest: z.boolean(),
  user_id: z.int(),
  email: z.string(),
  delivery_email: z.string(),
  full_name: z.string(),
  cross_realm_bots: z.array(systemBotSchema),
});

export const realmUserGroupsFields = fieldGroup(['realm_user_groups'], {
  realm_user_groups: z.array(userGroupSchema),
});

export const userStatusFields = fieldGroup(['user_status'], {
  user_status: z.record(z.string(), userStatusSchema),
});
