import { createHash } from 'node:crypto';
import { stringify } from 'uuid';

/** Identifies the event that causes a notice. */
type Origin = { transactionId: number; id: number };

/**
 * Returns the idempotency key of a notice: a UUID that is the same each time its event is handled. It is a hash of the event's
 * identity. Its version field must stay 4: with another version, an event that is handled again after an upgrade would get
 * another key, and the notice would be sent twice.
 * @param part distinguishes the notice from the other notices of the same event
 */
export function noticeKey({ transactionId, id }: Origin, part: string | number): string {
  const bytes = createHash('sha256').update(`channel notice ${transactionId} ${id} ${part}`).digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x0f) | 0x80, 8);
  return stringify(bytes.subarray(0, 16));
}
