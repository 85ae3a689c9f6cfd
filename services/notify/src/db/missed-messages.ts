import { type Queryable, sql, type Tx } from '@parley/db';

/** Why a person is mailed about a message, and when that is due. */
export type Missed = { userId: number; reason: string; dueAt: Date };

/** Stores a message for the people who are to be mailed about it. Keeps the time at which an earlier message is due. */
export async function insertMissed(
  tx: Tx,
  message: { messageId: number; sentAt: Date },
  missed: readonly Missed[],
): Promise<void> {
  const userIds = missed.map(({ userId }) => userId);
  const reasons = missed.map(({ reason }) => reason);
  const dueAt = missed.map((each) => each.dueAt.toISOString());
  await tx.execute(sql`
    insert into missed_messages (user_id, message_id, reason, sent_at)
    select m.user_id, ${message.messageId}, m.reason, ${message.sentAt}
      from unnest(${userIds}::int8[], ${reasons}::text[]) as m (user_id, reason)
    on conflict (user_id, message_id) do nothing`);
  // In order of ID, so that transactions of two messages cannot deadlock. The update locks the row even where the time stays.
  await tx.execute(sql`
    insert into due_people as d (user_id, due_at)
    select m.user_id, m.due_at
      from unnest(${userIds}::int8[], ${dueAt}::timestamptz[]) as m (user_id, due_at)
     order by m.user_id
    on conflict (user_id) do update set due_at = d.due_at`);
}

/**
 * Claims people whose mails are due: no other replica claims them for `leaseSeconds`, in which this one finishes.
 * @returns their IDs
 */
export async function claimDuePeople(
  db: Queryable,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<number[]> {
  const rows = await db.many<{ userId: number }>(sql`
    update due_people set due_at = now() + make_interval(secs => ${leaseSeconds})
     where user_id in (select user_id from due_people where due_at <= now()
                        order by due_at limit ${limit} for update skip locked)
    returning user_id as "userId"`);
  return rows.map(({ userId }) => userId);
}

export type MissedRow = { userId: number; messageId: number; reason: string; sentAtMs: number };

/** Returns the missed messages of people, by person and ID, at most `limit` of each person. */
export function missedOf(db: Queryable, userIds: readonly number[], limit: number): Promise<MissedRow[]> {
  return db.many<MissedRow>(sql`
    select m.user_id as "userId", m.message_id as "messageId", m.reason,
           (extract(epoch from m.sent_at) * 1000)::int8 as "sentAtMs"
      from unnest(${userIds}::int8[]) as p (user_id)
     cross join lateral (select * from missed_messages x where x.user_id = p.user_id
                          order by x.message_id limit ${limit}) m
     order by 1, 2`);
}

/** Locks a claimed person until the transaction ends. Messages that are stored meanwhile wait for it. */
export async function lockDuePerson(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx.maybeOne(sql`select user_id from due_people where user_id = ${userId} for update`);
  return row !== undefined;
}

/**
 * Deletes missed messages of a locked person.
 * @returns the number that existed
 */
export function deleteMissed(tx: Tx, userId: number, messageIds: readonly number[]): Promise<number> {
  return tx.execute(sql`
    delete from missed_messages where user_id = ${userId} and message_id = any(${messageIds}::int8[])`);
}

/** Sets when a locked person is due again; removes a person without missed messages. */
export async function rescheduleDuePerson(tx: Tx, userId: number, dueAt: Date): Promise<void> {
  const gone = await tx.execute(sql`
    delete from due_people d where d.user_id = ${userId}
       and not exists (select 1 from missed_messages m where m.user_id = d.user_id)`);
  if (gone === 0) await tx.execute(sql`update due_people set due_at = ${dueAt} where user_id = ${userId}`);
}

/** Returns the number of people with missed messages, and the age in seconds of the most overdue one. */
export function measureDuePeople(db: Queryable): Promise<{ people: number; overdueSeconds: number }> {
  return db.one(sql`
    select count(*)::int8 as people,
           greatest(0, coalesce(extract(epoch from now() - min(due_at)), 0))::float8 as "overdueSeconds"
      from due_people`);
}
