import { z } from 'zod';

const maxRecipients = 1_000;

/** Specification, "Draft". What a client read of a draft it may send again, its ID as well. */
export const draftSchema = z.strictObject({
  id: z.int().optional(),
  type: z.enum(['', 'stream', 'private']),
  to: z.array(z.int().nonnegative()).max(maxRecipients),
  topic: z.string(),
  content: z.string(),
  timestamp: z.number().nonnegative().max(Number.MAX_SAFE_INTEGER).optional(),
});

/** A draft as `messaging` takes it; its ID is in the path or not made yet. */
export const toDraft = ({ id: _, timestamp, ...draft }: z.infer<typeof draftSchema>) => ({
  ...draft,
  timestamp: timestamp === undefined ? undefined : Math.floor(timestamp),
});
