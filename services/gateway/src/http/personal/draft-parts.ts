import { z } from 'zod';

const maxRecipients = 1_000;

/** A draft as clients send it. It may contain members that only answers have (docs/api/messages.md#drafts). */
export const draftSchema = z.strictObject({
  id: z.int().optional(),
  type: z.enum(['', 'stream', 'private']),
  to: z.array(z.int().nonnegative()).max(maxRecipients),
  topic: z.string(),
  content: z.string(),
  timestamp: z.number().nonnegative().max(Number.MAX_SAFE_INTEGER).optional(),
});

/** Converts a draft to the form of messaging. Its ID comes from the path, or does not exist yet. */
export const toDraft = ({ id: _, timestamp, ...draft }: z.infer<typeof draftSchema>) => ({
  ...draft,
  timestamp: timestamp === undefined ? undefined : Math.floor(timestamp),
});
