import { randomBytes } from 'node:crypto';
import type { UserId } from '@parley/rules';

export function newQueueId(epoch: string): string {
  return joinQueueId(epoch, randomBytes(16).toString('base64url'));
}

/** Returns the queue ID for its parts. `parseQueueId` is the inverse. */
export const joinQueueId = (epoch: string, secret: string): string => `${epoch}:${secret}`;

/** Returns the parts of a queue ID; undefined when the text is not a queue ID. */
export function parseQueueId(queueId: string): { epoch: string; secret: string } | undefined {
  const match = /^([a-z0-9]{1,40}):([A-Za-z0-9_-]{22})$/.exec(queueId);
  if (!match) return undefined;
  const [, epoch = '', secret = ''] = match;
  return { epoch, secret };
}

/** Contains the user's ID, so a lookup for another user does not find the queue. */
export const recordKey = (ownerId: UserId, secret: string): string => `${ownerId}.${secret}`;
