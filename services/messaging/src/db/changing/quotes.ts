/** Messages in which the server quotes a message of a person: reminders that were sent, and reports. */
import { sql, type Tx } from '@parley/db';
import type { MessageId, UserId } from '@parley/rules';

/** So the message is deleted with these people's messages when they are erased (docs/operations/people-rights.md). */
export async function insertQuotes(tx: Tx, messageId: MessageId, userIds: readonly UserId[]): Promise<void> {
  await tx.execute(sql`
    insert into quotes (message_id, user_id)
    select distinct ${messageId}::int8, u.user_id from unnest(${userIds}::int8[]) u (user_id)`);
}
