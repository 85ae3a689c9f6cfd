import { createHash, randomFillSync } from 'node:crypto';
import { hashedUuid } from '@parley/core';
import type { UserId } from '@parley/rules';
import { v7 } from 'uuid';

/** Random bytes for several keys. Generating random bytes for each key separately would take most of this function's time. */
const pool = Buffer.allocUnsafe(256 * 16);
let used = pool.length;

/** UUID version 7 (RFC 9562), which begins with the time, so recent keys are adjacent in the index. */
export function newSendKey(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 16;
  return v7({ random: pool.subarray(used - 16, used) });
}

/** A request to send a message that the client may repeat. Requests with equal fields are the same send. */
export type RepeatableSend = {
  userId: UserId;
  queueId: string;
  localId: string;
  /** Recipient and content as the client sent them. */
  body: readonly unknown[];
};

/**
 * Returns the idempotency key of a send with an event queue and a local ID. The same send always gets the same key, so a
 * repetition is not stored again (docs/api/messages.md#sending). The key also depends on the body, because a client may reuse a
 * local ID for another message. It is a UUID of version 8 (RFC 9562). Keys of the same queue begin with the same bytes, so they
 * are adjacent in the database index.
 */
export function sendKeyOf({ userId, queueId, localId, body }: RepeatableSend): string {
  const bytes = sha256(JSON.stringify([userId, queueId, localId, ...body]));
  sha256(queueId).copy(bytes, 0, 0, 6);
  return hashedUuid(bytes);
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
