import { type Queryable, sql, type Tx } from '@parley/db';
import type { MessageId, UserId } from '@parley/rules';
import { maxScheduled, takeDue } from './scheduled.ts';

/**
 * A reminder about a message. The person who created it receives it as a direct message at a set time. No field contains
 * anything of the message, which the person may no longer be able to read by then.
 */
export type ReminderRow = {
  id: number;
  userId: UserId;
  messageId: MessageId;
  /** The note of the person who created the reminder; empty for none. */
  note: string;
  content: string;
  renderedContent: string;
  /** Seconds since the Unix epoch. */
  deliverAt: number;
  failure: string | null;
};

const columns = sql`reminder_id as id, user_id as "userId", message_id as "messageId", note, content,
  rendered_content as "renderedContent", extract(epoch from deliver_at)::int8 as "deliverAt", failure`;

/** Returns a person's reminders, the earliest first. */
export function remindersOf(db: Queryable, userId: UserId): Promise<ReminderRow[]> {
  return db.many<ReminderRow>(sql`
    select ${columns} from reminders where user_id = ${userId}
     order by deliver_at, reminder_id limit ${maxScheduled}`);
}

export async function countReminders(db: Queryable, userId: UserId): Promise<number> {
  const row = await db.one<{ count: number }>(
    sql`select count(*) as count from reminders where user_id = ${userId}`,
  );
  return row.count;
}

export function insertReminder(tx: Tx, row: Omit<ReminderRow, 'id' | 'failure'>): Promise<ReminderRow> {
  return tx.one<ReminderRow>(sql`
    insert into reminders (user_id, message_id, note, content, rendered_content, deliver_at)
    values (${row.userId}, ${row.messageId}, ${row.note}, ${row.content}, ${row.renderedContent}, to_timestamp(${row.deliverAt}))
    returning ${columns}`);
}

export async function deleteReminder(tx: Tx, userId: UserId, id: number): Promise<boolean> {
  const count = await tx.execute(
    sql`delete from reminders where reminder_id = ${id} and user_id = ${userId}`,
  );
  return count > 0;
}

/** Locks and returns the next due reminder. Skips reminders that another transaction has locked, and the IDs in `except`. */
export function takeDueReminder(tx: Tx, except: readonly number[]): Promise<ReminderRow | undefined> {
  return tx.maybeOne<ReminderRow>(takeDue(columns, sql`reminders`, sql`reminder_id`, except));
}

/** Stores why a reminder could not be sent. The reminder stays in the person's list. */
export async function failReminder(tx: Tx, id: number, failure: string): Promise<void> {
  await tx.execute(sql`update reminders set failure = ${failure} where reminder_id = ${id}`);
}
