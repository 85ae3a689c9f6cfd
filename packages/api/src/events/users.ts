import { z } from 'zod';
import { botSchema } from '../objects/bot.ts';
import { realmExportSchema } from '../objects/organization.ts';
import { clientPresenceSchema } from '../objects/presence.ts';
import { roleSchema, userSchema, userStatusSchema } from '../objects/user.ts';
import { event, eventWithOp, recipients } from './event.ts';

const { administrators, everyone, viewersOfUser } = recipients;
const ownerAndAdministrators = "the bot's owner and administrators";

const userWith = <Members extends z.ZodRawShape>(members: Members) =>
  z.strictObject({ user_id: z.int(), ...members });

/** The changed properties of a user. One event contains one of these combinations. */
const userUpdateSchema = z.union([
  userWith({ full_name: z.string() }),
  userWith({
    avatar_url: z.string(),
    avatar_source: z.string(),
    avatar_url_medium: z.string(),
    avatar_version: z.int(),
  }),
  userWith({ email: z.string().meta({ deprecated: true }), timezone: z.string() }),
  userWith({ bot_owner_id: z.int() }),
  userWith({ role: roleSchema }),
  userWith({ delivery_email: z.string().nullable() }),
  userWith({
    custom_profile_field: z.strictObject({
      id: z.int(),
      value: z.string().nullable(),
      rendered_value: z.string().optional(),
    }),
  }),
  userWith({ new_email: z.string() }),
  userWith({ is_active: z.boolean() }),
  userWith({ is_imported_stub: z.boolean() }),
  userWith({ is_deleted: z.boolean() }),
  userWith({ date_joined: z.string() }),
]);

/** Schemas of the events about users and bots. The keys are `type` or `type/op`. */
export const userEvents = {
  'realm_user/add': eventWithOp(
    'realm_user',
    'add',
    { person: userSchema },
    {
      recipients: viewersOfUser,
      causes: [
        'create-user',
        'add-bot',
        'reactivate-user',
        'an accepted invitation',
        'a guest who now shares a channel or conversation with the user',
      ],
    },
  ),
  'realm_user/remove': eventWithOp(
    'realm_user',
    'remove',
    { person: userWith({ full_name: z.string() }) },
    {
      recipients: 'guests who do not see everyone',
      causes: [
        'unsubscribe',
        'update-user',
        'update-realm',
        'a guest who shares nothing with the user any more',
      ],
    },
  ),
  'realm_user/update': eventWithOp(
    'realm_user',
    'update',
    { person: userUpdateSchema },
    {
      recipients: viewersOfUser,
      causes: [
        'update-user',
        'update-own-profile',
        'update-settings',
        'deactivate-user',
        'update-bot',
        'change-own-avatar',
      ],
    },
  ),
  'realm_bot/add': eventWithOp(
    'realm_bot',
    'add',
    { bot: botSchema },
    { recipients: ownerAndAdministrators, causes: ['add-bot', 'update-bot', 'update-user'] },
  ),
  'realm_bot/update': eventWithOp(
    'realm_bot',
    'update',
    { bot: botSchema.omit({ user_id: true }).partial().extend({ user_id: z.int() }) },
    { recipients: ownerAndAdministrators, causes: ['update-bot', 'deactivate-bot'] },
  ),
  'realm_bot/delete': eventWithOp(
    'realm_bot',
    'delete',
    { bot: z.strictObject({ user_id: z.int() }) },
    {
      recipients: 'the former owner, and users who are no longer administrators',
      causes: ['update-bot', 'update-user'],
    },
  ),
  realm_export: event(
    'realm_export',
    { exports: z.array(realmExportSchema) },
    {
      recipients: administrators,
      causes: ['export-realm', 'delete-realm-export', 'the end of an export'],
    },
  ),
  realm_export_consent: event(
    'realm_export_consent',
    { user_id: z.int(), consented: z.boolean() },
    { recipients: administrators, causes: ['update-settings'] },
  ),
  invites_changed: event(
    'invites_changed',
    {},
    {
      recipients: 'administrators and the users who invited',
      causes: [
        'send-invites',
        'create-invite-link',
        'revoke-email-invite',
        'revoke-invite-link',
        'resend-email-invite',
        'deactivate-user',
        'update-user',
        'create-user',
        'an accepted invitation',
      ],
    },
  ),
  user_status: event(
    'user_status',
    { user_id: z.int(), ...userStatusSchema.shape },
    { recipients: viewersOfUser, causes: ['update-status', 'update-status-for-user'] },
  ),
  presence: event(
    'presence',
    {
      /** Times of the last activity by user ID, in seconds since the Unix epoch. */
      presences: z.record(
        z.string(),
        z.strictObject({ active_timestamp: z.int().optional(), idle_timestamp: z.int().optional() }),
      ),
    },
    { recipients: everyone, causes: ['update-presence'] },
  ),
};

/** Without `simplified_presence_events`. Clients with `slim_presence` receive it without `email`. */
export const legacyPresence = event('presence', {
  user_id: z.int(),
  email: z.string().optional(),
  server_timestamp: z.number(),
  presence: z.record(z.string(), clientPresenceSchema),
});
