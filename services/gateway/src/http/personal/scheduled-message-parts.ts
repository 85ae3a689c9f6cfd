import { z } from 'zod';

const maxRecipients = 1_000;

export const toSchema = z.union([z.int(), z.array(z.int()).max(maxRecipients)], {
  error: 'is not a channel ID or a list of user IDs',
});

export const types = ['direct', 'channel', 'stream', 'private'] as const;

/** One name for each of the two kinds, which clients name in two ways each. */
export const storedType = (type: (typeof types)[number]) =>
  type === 'direct' || type === 'private' ? 'private' : 'stream';

/** A channel alone, or the people. */
export const recipients = (to: z.infer<typeof toSchema>): number[] => (Array.isArray(to) ? to : [to]);
