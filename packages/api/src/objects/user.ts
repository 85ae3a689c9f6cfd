import { z } from 'zod';

export const userSchema = z
  .strictObject({
    user_id: z.int(),
    delivery_email: z.string().nullable(),
    email: z.string(),
    full_name: z.string(),
    date_joined: z.string(),
    is_active: z.boolean(),
    is_owner: z.boolean(),
    is_admin: z.boolean(),
    is_guest: z.boolean(),
    is_bot: z.boolean(),
    bot_type: z.int().nullable(),
    bot_owner_id: z.int().nullable(),
    role: z.literal([100, 200, 300, 400, 600]),
    timezone: z.string(),
    avatar_url: z.string().nullable(),
    avatar_version: z.int(),
    profile_data: z
      .record(
        z.string(),
        z.strictObject({
          value: z.string(),
          rendered_value: z.string().optional(),
        }),
      )
      .optional(),
    is_imported_stub: z.boolean(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof userSchema>;

export const userStatusSchema = z
  .strictObject({
    away: z.boolean().optional().meta({ deprecated: true }),
    status_text: z.string().optional(),
    emoji_name: z.string(),
    emoji_code: z.string(),
    reaction_type: z.enum(['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji']),
  })
  .meta({ id: 'UserStatus' });
export type UserStatus = z.infer<typeof userStatusSchema>;
