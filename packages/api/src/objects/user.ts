import { z } from 'zod';

/** Values of a user's profile fields. The keys are the IDs of the fields as strings. */
export const profileDataSchema = z.record(
  z.string(),
  z.strictObject({
    value: z.string(),
    /** The value as HTML. Present only for fields whose values are Markdown. */
    rendered_value: z.string().optional(),
  }),
);

/** Numbers of the roles owner, administrator, moderator, member and guest, in this order. */
export const roleSchema = z.literal([100, 200, 300, 400, 600]);

/** Properties that every account has, and whose values are the same for all readers. */
const userProperties = {
  user_id: z.int(),
  email: z.string(),
  full_name: z.string(),
  /** Date and time in ISO 8601, in UTC, precise to the second. */
  date_joined: z.string(),
  is_active: z.boolean(),
  is_owner: z.boolean(),
  is_admin: z.boolean(),
  is_guest: z.boolean(),
  is_bot: z.boolean(),
  role: roleSchema,
  timezone: z.string(),
  avatar_version: z.int(),
};

export const userSchema = z
  .strictObject({
    ...userProperties,
    /** Email address. Null when the reader may not see it. */
    delivery_email: z.string().nullable(),
    /** Null for a Gravatar, when the request says that the client computes its URL from the email address itself. */
    avatar_url: z.string(),
    bot_type: z.int().nullable(),
    bot_owner_id: z.int().nullable(),
    is_imported_stub: z.boolean(),
    /** Present only when the data of the account was deleted. Such an account is deactivated, too. */
    is_deleted: z.literal(true).optional(),
    /** Absent for bots, and when the request does not ask for profile data. */
    profile_data: profileDataSchema.optional(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof userSchema>;

/** An account as its own user sees it. */
export const ownUserSchema = z.strictObject({
  ...userProperties,
  delivery_email: z.string(),
  avatar_url: z.string(),
  is_imported_stub: z.boolean(),
  /** Absent for bots. */
  profile_data: profileDataSchema.optional(),
});
export type OwnUser = z.infer<typeof ownUserSchema>;

/** A bot that belongs to the server itself and has no owner. */
export const systemBotSchema = z
  .strictObject({
    ...userProperties,
    /** Null for visitors, who see no addresses. */
    delivery_email: z.string().nullable(),
    avatar_url: z.string(),
    bot_type: z.int(),
    bot_owner_id: z.null(),
    is_system_bot: z.literal(true),
  })
  .meta({ id: 'SystemBot' });
export type SystemBot = z.infer<typeof systemBotSchema>;

/** Status of a user. Empty strings mean no status text or no emoji. */
export const userStatusSchema = z
  .strictObject({
    away: z.boolean().optional().meta({ deprecated: true }),
    status_text: z.string().optional(),
    emoji_name: z.string().optional(),
    emoji_code: z.string().optional(),
    reaction_type: z.enum(['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji']).optional(),
  })
  .meta({ id: 'UserStatus' });
export type UserStatus = z.infer<typeof userStatusSchema>;
