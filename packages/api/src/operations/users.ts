import { z } from 'zod';
import { profileDataSchema, userProperties, userSchema } from '../objects/user.ts';

export const changeOwnAvatarAnswer = z.strictObject({
  avatar_url: z.string(),
});

export const createUserAnswer = z.strictObject({
  user_id: z.int(),
});

export const getOwnUserAnswer = z.strictObject({
  ...userProperties,
  delivery_email: z.string(),
  avatar_url: z.string(),
  is_imported_stub: z.boolean(),
  /** Absent for bots. */
  profile_data: profileDataSchema.optional(),
  max_message_id: z.int().meta({ deprecated: true }),
});

export const getUserAnswer = z.strictObject({
  user: userSchema,
});

export const getUsersAnswer = z.strictObject({
  members: z.array(userSchema),
});

export const regenerateOwnApiKeyAnswer = z.strictObject({
  api_key: z.string(),
});
