import { z } from 'zod';

const maxRecipients = 1_000;

export const toSchema = z.union([z.int(), z.array(z.int()).max(maxRecipients)], {
  error: 'is not a channel ID or a list of user IDs',
});

export const types = ['direct', 'channel', 'stream', 'private'] as const;

/** Returns the name under which a message type is stored. Clients use two names for each type. */
export const storedType = (type: (typeof types)[number]) =>
  type === 'direct' || type === 'private' ? 'private' : 'stream';

export const recipients = (to: z.infer<typeof toSchema>): number[] => (Array.isArray(to) ? to : [to]);
