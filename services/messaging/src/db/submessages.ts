import { sql, type Tx } from '@parley/db';

export type NewSubmessage = { messageId: number; senderId: number; msgType: string; content: string };

/** Whether the message has parts already. */
export async function hasSubmessages(tx: Tx, messageId: number): Promise<boolean> {
  const row = await tx.one<{ found: boolean }>(
    sql`select exists (select from submessages where message_id = ${messageId}) as found`,
  );
  return row.found;
}

/** @returns its ID */
export async function insertSubmessage(tx: Tx, part: NewSubmessage): Promise<number> {
  const row = await tx.one<{ id: number }>(sql`
    insert into submessages (message_id, sender_id, msg_type, content)
    values (${part.messageId}, ${part.senderId}, ${part.msgType}, ${part.content})
    returning submessage_id as id`);
  return row.id;
}
