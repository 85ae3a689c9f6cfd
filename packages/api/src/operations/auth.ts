import { z } from 'zod';

export const devFetchApiKeyAnswer = z.strictObject({
  api_key: z.string(),
  email: z.string(),
  user_id: z.int(),
});

export const fetchApiKeyAnswer = z.strictObject({
  api_key: z.string(),
  email: z.string(),
  user_id: z.int(),
});
