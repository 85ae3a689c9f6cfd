import { z } from 'zod';

const maxRecipients = 1_000;

export const toSchema = z.union([z.int(), z.array(z.int()).max(maxRecipients)], {
  error: 'is not a channel ID or a list of user IDs',
});

export const types = ['direct', 'channel', 'stream', 'private'] as const;

/** Returns the canonical name of a message type; clients have two names for each. */
export const storedType = (type: (typeof types)[number]) =>
  type === 'direct' || type === 'private' ? 'private' : 'stream';

/** Returns the channel or the users that a message goes to. */
export const recipients = (to: z.infer<typeof toSchema>): number[] => (Array.isArray(to) ? to : [to]);
