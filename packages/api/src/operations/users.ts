import { z } from 'zod';
import { profileDataSchema, userProperties, userSchema } from '../objects/user.ts';

export const changeOwnAvatarAnswer = z.strictObject({
  avatar_url: z.string(),
});

export const createUserAnswer = z.strictObject({
  user_id: z.int(),
});

export const eraseUserAnswer = z.strictObject({
  /** ID of the report in `GET /realm/erasures`. */
  id: z.int(),
});

export const getErasuresAnswer = z.strictObject({
  erasures: z.array(
    z.strictObject({
      id: z.int(),
      user_id: z.int(),
      /** Null for an operator. */
      acting_user_id: z.int().nullable(),
      deletes_messages: z.boolean(),
      requested_at: z.int(),
      /** Null until everything is deleted. */
      finished_at: z.int().nullable(),
      /** Numbers of deleted things by kind. */
      counts: z.record(z.string(), z.int()),
    }),
  ),
});

export const exportPersonDataAnswer = z.strictObject({
  /** ID of the export in the lists of exports. */
  id: z.int(),
});

export const getPersonExportsAnswer = z.strictObject({
  exports: z.array(
    z.strictObject({
      id: z.int(),
      user_id: z.int(),
      /** Null for an operator. */
      acting_user_id: z.int().nullable(),
      /** Whether direct messages, private channels and personal lists are included. */
      includes_private: z.boolean(),
      requested_at: z.int(),
      /** Null until the archive is complete. */
      finished_at: z.int().nullable(),
      failed_at: z.int().nullable(),
      /** When the archive was deleted. */
      deleted_at: z.int().nullable(),
      pending: z.boolean(),
      /** Opens the archive for a day. Null without an archive, and for callers who may not open it. */
      export_url: z.string().nullable(),
      /** Numbers of exported things by kind. */
      counts: z.record(z.string(), z.int()),
    }),
  ),
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
