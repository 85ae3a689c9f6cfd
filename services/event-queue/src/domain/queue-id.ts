import { randomBytes } from 'node:crypto';

/** `<epoch>:<128 random bits>`: knowing one says nothing about others. */
export function newQueueId(epoch: string): string {
  return joinQueueId(epoch, randomBytes(16).toString('base64url'));
}

/** The ID that clients know; `parseQueueId` takes it apart. */
export const joinQueueId = (epoch: string, secret: string): string => `${epoch}:${secret}`;

/** The parts of a queue ID; undefined when the text is none. */
export function parseQueueId(queueId: string): { epoch: string; secret: string } | undefined {
  const match = /^([a-z0-9]{1,40}):([A-Za-z0-9_-]{22})$/.exec(queueId);
  return match ? { epoch: match[1]!, secret: match[2]! } : undefined;
}

/** Key of a queue's record: of its owner alone, so that nobody else finds it. */
export const recordKey = (ownerId: number, secret: string): string => `${ownerId}.${secret}`;
