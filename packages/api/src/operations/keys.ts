import { z } from 'zod';

const newKey = {
  key_id: z.int(),
  /** The key, which is shown once. */
  api_key: z.string(),
};

export const createApiKeyAnswer = z.strictObject(newKey);
export const rotateApiKeyAnswer = z.strictObject(newKey);

export const getApiKeysAnswer = z.strictObject({
  api_keys: z.array(
    z.strictObject({
      id: z.int(),
      name: z.string(),
      is_read_only: z.boolean(),
      /** Empty for all areas. */
      areas: z.array(z.string()),
      /** Unix time, whole seconds. */
      created: z.int(),
      /** Null for a key that does not expire. */
      expires: z.int().nullable(),
      /** Null for a key that was not used. */
      last_used: z.int().nullable(),
      last_used_address: z.string(),
    }),
  ),
});
