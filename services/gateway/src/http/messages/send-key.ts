import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** Random bytes drawn ahead: drawing them for every key costs more than the rest of the key. */
const pool = Buffer.allocUnsafe(256 * 16);
let used = pool.length;

/** A new key of a send: a UUID of version 7 (RFC 9562), so that the keys of a time lie together in their index. */
export function newSendKey(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 16;
  return v7({ random: pool.subarray(used - 16, used) });
}
