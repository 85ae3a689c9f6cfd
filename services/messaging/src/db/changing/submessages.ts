import { type Queryable, sql, type Tx } from '@parley/db';
import type { MessageId, UserId } from '@parley/rules';

export type NewSubmessage = { messageId: MessageId; senderId: UserId; msgType: string; content: string };

export async function hasSubmessages(db: Queryable, messageId: MessageId): Promise<boolean> {
  const row = await db.one<{ found: boolean }>(
    sql`select exists (select from submessages where message_id = ${messageId}) as found`,
  );
  return row.found;
}

/** Reserves an ID for the first submessage of a message that is not inserted yet. */
export async function nextSubmessageId(db: Queryable): Promise<number> {
  const row = await db.one<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('submessages', 'submessage_id')) as id`,
  );
  return row.id;
}

/** Returns the approximate size of a message's submessages as JSON, in bytes. Every reader of the message receives them all. */
export async function submessageBytes(tx: Tx, messageId: MessageId): Promise<number> {
  const row = await tx.one<{ bytes: number }>(sql`
    select coalesce(sum(octet_length(content) + 100), 0)::int8 as bytes
      from submessages where message_id = ${messageId}`);
  return row.bytes;
}

export async function insertSubmessage(tx: Tx, part: NewSubmessage): Promise<number> {
  const row = await tx.one<{ id: number }>(sql`
    insert into submessages (message_id, sender_id, msg_type, content)
    values (${part.messageId}, ${part.senderId}, ${part.msgType}, ${part.content})
    returning submessage_id as id`);
  return row.id;
}

export async function hasBlocks(db: Queryable, messageId: MessageId): Promise<boolean> {
  const row = await db.one<{ found: boolean }>(
    sql`select exists (select from submessages where message_id = ${messageId} and msg_type = 'blocks') as found`,
  );
  return row.found;
}

/** Deletes the blocks of a message, before others take their place. */
export async function deleteBlocks(tx: Tx, messageId: MessageId): Promise<void> {
  await tx.execute(sql`delete from submessages where message_id = ${messageId} and msg_type = 'blocks'`);
}
