import { createHash, randomFillSync } from 'node:crypto';
import { stringify, v7 } from 'uuid';

/** Random bytes for many keys. Generating them separately for each key would take most of the time. */
const pool = Buffer.allocUnsafe(256 * 16);
let used = pool.length;

/**
 * Returns a new idempotency key of a send: a UUID of version 7 (RFC 9562), so that recent keys are adjacent in the
 * index.
 */
export function newSendKey(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 16;
  return v7({ random: pool.subarray(used - 16, used) });
}

/** Identifies a request that the client may send again. Requests with equal fields are the same send. */
export type RepeatableSend = {
  userId: number;
  queueId: string;
  localId: string;
  /** Recipient and content as the client sent them. */
  body: readonly unknown[];
};

/**
 * Returns the key of a send for which the client gives an event queue and a local ID. The same send always has the same
 * key, so that a repetition is not stored (docs/api/messages.md#sending). The key depends on the body, because a client
 * may use a local ID again for another message. It is a UUID of version 8 (RFC 9562), and the keys of one queue are
 * adjacent in their index.
 */
export function sendKeyOf({ userId, queueId, localId, body }: RepeatableSend): string {
  const bytes = sha256(JSON.stringify([userId, queueId, localId, ...body]));
  sha256(queueId).copy(bytes, 0, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return stringify(bytes.subarray(0, 16));
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
