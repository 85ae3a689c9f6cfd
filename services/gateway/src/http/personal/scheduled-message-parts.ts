import { z } from 'zod';

const maxRecipients = 1_000;

export const toSchema = z.union([z.int(), z.array(z.int()).max(maxRecipients)], {
  error: 'is not a channel ID or a list of user IDs',
});

export const types = ['direct', 'channel', 'stream', 'private'] as const;

/** Returns the stored name of a message type. Clients know two names for each. */
export const storedType = (type: (typeof types)[number]) =>
  type === 'direct' || type === 'private' ? 'private' : 'stream';

/** Returns the IDs of the channel or of the users to whom a message is sent. */
export const recipients = (to: z.infer<typeof toSchema>): number[] => (Array.isArray(to) ? to : [to]);
