import { z } from 'zod';

/** A topic of a channel. `max_id` is the ID of its newest message. */
export const topicSchema = z.strictObject({
  max_id: z.int(),
  name: z.string(),
});

export type Topic = z.infer<typeof topicSchema>;
