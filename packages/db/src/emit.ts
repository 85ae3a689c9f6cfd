import { errors } from '@parley/core';
import { encodeMessage } from '@parley/proto/encoding';
import { Event } from '@parley/proto/events/v1/event';
import type { Tx } from './queryable.ts';
import { sql } from './sql.ts';

/** Maximum size of an encoded event in bytes. The code that builds events splits those that may be larger. */
export const maxEventBytes = 512 * 1024;

/** Encodes an event for the SQL function `log.emit`. @throws BAD_REQUEST when it is larger than `maxEventBytes` */
export function encodeEvent(event: Event): Buffer {
  const bytes = encodeMessage(Event, event);
  if (bytes.length > maxEventBytes) {
    throw errors.badRequest('This change is too large to be announced. Please split it.');
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Writes an event to the write-ahead log, in the transaction of the change.
 * @param assignedId ID of a row that the event is about; 0 for none
 */
export async function emit(tx: Tx, event: Event, assignedId = 0): Promise<void> {
  await tx.execute(sql`select log.emit(${encodeEvent(event)}, ${assignedId})`);
}

/** Writes several events in order, with one statement. */
export async function emitAll(tx: Tx, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return;
  const bodies = events.map(encodeEvent);
  await tx.execute(
    sql`select log.emit(body, 0) from unnest(${bodies}::bytea[]) with ordinality as e (body, n) order by n`,
  );
}
