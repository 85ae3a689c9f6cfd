import { z } from 'zod';

/** The answer of an operation that creates a key. */
export const newKeySchema = z.strictObject({
  key_id: z.int(),
  /** The key, which is shown once. */
  api_key: z.string(),
});
