import { createHash } from 'node:crypto';
import { stringify } from 'uuid';

/** The event that a notice is about. */
type Origin = { transactionId: number; id: number };

/**
 * Returns the idempotency key of a notice: a UUID that is the same whenever its event is handled again. It is a hash,
 * but its version field says 4. With another version, a notice whose event is handled again after an upgrade would be
 * sent twice.
 * @param part distinguishes the notice from the other notices of its event
 */
export function noticeKey({ transactionId, id }: Origin, part: string | number): string {
  const bytes = createHash('sha256').update(`channel notice ${transactionId} ${id} ${part}`).digest();
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x0f) | 0x80;
  return stringify(bytes.subarray(0, 16));
}
