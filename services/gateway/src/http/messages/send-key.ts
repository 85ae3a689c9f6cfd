import { createHash, randomFillSync } from 'node:crypto';
import { stringify, v7 } from 'uuid';

/** Random bytes for many keys: generating them separately for each key would take most of the time. */
const pool = Buffer.allocUnsafe(256 * 16);
let used = pool.length;

/** Returns a new idempotency key of a send: a UUID of version 7 (RFC 9562), so that recent keys are adjacent in the index. */
export function newSendKey(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 16;
  return v7({ random: pool.subarray(used - 16, used) });
}

/** Identifies a send request that the client may retry. Requests with equal fields are the same send. */
export type RepeatableSend = {
  userId: number;
  queueId: string;
  localId: string;
  /** Recipient and content, as the client sent them. */
  body: readonly unknown[];
};

/**
 * Returns the key of a send whose client names it by an event queue and a local ID: the same key for the same send, so
 * that repeating it stores nothing twice (docs/api/messages.md#sending). The body is part of it because a client may use a local ID for another message
 * later. A UUID of version 8 (RFC 9562); the keys of one queue lie together in their index.
 */
export function sendKeyOf({ userId, queueId, localId, body }: RepeatableSend): string {
  const bytes = sha256(JSON.stringify([userId, queueId, localId, ...body]));
  sha256(queueId).copy(bytes, 0, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return stringify(bytes.subarray(0, 16));
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
