import { z } from 'zod';

export const pinSchema = z.strictObject({
  message_id: z.int(),
  topic: z.string(),
  user_id: z.int().nullable().describe('Who pinned it; null when that person was erased.'),
  pinned_at: z.int().describe('Seconds since the Unix epoch.'),
});

export type Pin = z.infer<typeof pinSchema>;
