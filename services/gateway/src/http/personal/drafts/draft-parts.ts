import { z } from 'zod';

const maxRecipients = 1_000;

/** A draft as clients send it (docs/api/messages.md#drafts). Clients may send back the `id` of an answer, which is ignored. */
export const draftSchema = z.strictObject({
  id: z.int().optional(),
  type: z.enum(['', 'stream', 'private']),
  to: z.array(z.int().nonnegative()).max(maxRecipients),
  topic: z.string(),
  content: z.string(),
  timestamp: z.number().nonnegative().max(Number.MAX_SAFE_INTEGER).optional(),
});

/** Converts a draft to a field of a request to messaging. Omits the ID, which comes from the path or is not assigned yet. */
export const toDraft = ({ id: _, timestamp, ...draft }: z.infer<typeof draftSchema>) => ({
  ...draft,
  timestamp: timestamp === undefined ? undefined : Math.floor(timestamp),
});
