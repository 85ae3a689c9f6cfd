import { credential } from '@parley/api';
import { z } from 'zod';

export const newKeySchema = z.strictObject({
  key_id: z.int(),
  /** The API key. No later answer contains it, because the server stores only its hash. */
  api_key: credential('API key'),
});
