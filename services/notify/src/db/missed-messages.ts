import { itemAt } from '@parley/core';
import { anyOf, type Queryable, sql, type Tx } from '@parley/db';
import type { MessageId, UserId } from '@parley/rules';

/** A person who is to get a mail about a message, the reason, and the time at which the mail is due. */
export type Missed = { userId: UserId; reason: string; dueAt: Date };

/** A person who gets mails rarely would otherwise accumulate a row for each turn. */
const maxFromTurns = 500;

/** Keeps a person's due time. @param message.batchId list of the turn's messages; null when it is the only one */
export async function insertMissed(
  tx: Tx,
  message: { messageId: MessageId; sentAt: Date; batchId?: number | null },
  missed: readonly Missed[],
): Promise<void> {
  const isBounded = message.batchId !== undefined;
  const userIds = missed.map(({ userId }) => userId);
  const reasons = missed.map(({ reason }) => reason);
  const dueAt = missed.map((each) => each.dueAt.toISOString());
  await tx.execute(sql`
    insert into missed_messages (user_id, message_id, reason, sent_at, batch_id)
    select m.user_id, ${message.messageId}, m.reason, ${message.sentAt}, ${message.batchId ?? null}
      from unnest(${userIds}::int8[], ${reasons}::text[]) as m (user_id, reason)
     where not ${isBounded}::boolean
        or (select count(*) from (select from missed_messages x where x.user_id = m.user_id limit ${maxFromTurns}) own)
           < ${maxFromTurns}
    on conflict (user_id, message_id) do nothing`);
  // All transactions lock people in the order of IDs, so they do not deadlock. A conflict locks the existing row
  // without changing it.
  await tx.execute(sql`
    insert into due_people as d (user_id, due_at)
    select m.user_id, m.due_at
      from unnest(${userIds}::int8[], ${dueAt}::timestamptz[]) as m (user_id, due_at)
     order by m.user_id
    on conflict (user_id) do update set due_at = d.due_at where false`);
}

/** For `leaseSeconds`, within which this replica must finish. @returns the IDs of the people */
export async function claimDuePeople(
  db: Queryable,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<number[]> {
  const rows = await db.many<{ userId: UserId }>(sql`
    update due_people set due_at = now() + make_interval(secs => ${leaseSeconds})
     where user_id = ${anyOf(sql`
             select user_id from due_people where due_at <= now()
              order by due_at limit ${limit} for update skip locked`)}
    returning user_id as "userId"`);
  return rows.map(({ userId }) => userId);
}

type MissedMessageTime = { messageId: MessageId; sentAtMs: number };

/** A row of a person, and the messages that it stands for, in ascending order: one, or those of a topic's turn. */
export type MissedRow = {
  userId: UserId;
  messageId: MessageId;
  reason: string;
  messages: readonly MissedMessageTime[];
  /** Number of messages before these that were sent in the same turn and are not listed. */
  omitted: number;
};

/** Returns the rows of people, at most `limit` of each person, ordered by person and message ID. */
export async function missedOf(
  db: Queryable,
  userIds: readonly UserId[],
  limit: number,
): Promise<MissedRow[]> {
  const rows = await db.many<
    Pick<MissedRow, 'userId' | 'messageId' | 'reason'> & { sentAtMs: number; batchId: number | null }
  >(sql`
    select m.user_id as "userId", m.message_id as "messageId", m.reason, m.batch_id as "batchId",
           (extract(epoch from m.sent_at) * 1000)::int8 as "sentAtMs"
      from unnest(${userIds}::int8[]) as p (user_id)
     cross join lateral (select * from missed_messages x where x.user_id = p.user_id
                          order by x.message_id limit ${limit}) m
     order by 1, 2`);
  const batches = await readBatches(db, [...new Set(rows.flatMap(({ batchId }) => batchId ?? []))]);
  return rows.map(({ batchId, sentAtMs, ...row }) => ({
    ...row,
    ...(batches.get(batchId ?? 0) ?? { messages: [{ messageId: row.messageId, sentAtMs }], omitted: 0 }),
  }));
}

/** Returns the messages of topics' turns by the ID of their list. Lists are shared by the people who get mails about them. */
async function readBatches(
  db: Queryable,
  batchIds: readonly number[],
): Promise<Map<number, Pick<MissedRow, 'messages' | 'omitted'>>> {
  if (batchIds.length === 0) return new Map();
  const rows = await db.many<{
    batchId: number;
    messageIds: MessageId[];
    times: number[];
    omitted: number;
  }>(sql`
    select batch_id as "batchId", message_ids as "messageIds", omitted,
           array(select (extract(epoch from t) * 1000)::int8 from unnest(sent_at) with ordinality as s (t, at)
                  order by at) as times
      from message_batches where batch_id = any(${batchIds}::int8[])`);
  return new Map(
    rows.map(({ batchId, messageIds, times, omitted }) => [
      batchId,
      { messages: messageIds.map((messageId, at) => ({ messageId, sentAtMs: itemAt(times, at) })), omitted },
    ]),
  );
}

/** Missed messages of a person about which the worker has decided, and the time at which the person is due again. */
export type Settled = { userId: UserId; messageIds: readonly MessageId[]; dueAt: Date };

/**
 * Deletes the settled messages of claimed people, and sets when the people are due again. Deletes people without missed
 * messages. Locks the people until the transaction ends, so other transactions that store messages for them wait.
 * @returns the IDs of the people for whom this was done; some settled messages of the others are not stored any more
 */
export async function settleMissed(tx: Tx, settled: readonly Settled[]): Promise<Set<number>> {
  const userIds = settled.map(({ userId }) => userId);
  const locked = await tx.many<{ userId: UserId }>(sql`
    select user_id as "userId" from due_people where user_id = any(${userIds}::int8[]) order by user_id for update`);
  const known = new Set(locked.map(({ userId }) => userId));
  const own = await complete(
    tx,
    settled.filter(({ userId }) => known.has(userId)),
  );
  const [readers, ids] = columnsOf(own);
  await tx.execute(sql`
    delete from missed_messages m using unnest(${readers}::int8[], ${ids}::int8[]) as s (user_id, message_id)
     where m.user_id = s.user_id and m.message_id = s.message_id`);
  const ownIds = own.map(({ userId }) => userId);
  await tx.execute(sql`
    delete from due_people d where d.user_id = any(${ownIds}::int8[])
       and not exists (select 1 from missed_messages m where m.user_id = d.user_id)`);
  await tx.execute(sql`
    update due_people d set due_at = s.due_at
      from unnest(${ownIds}::int8[], ${own.map(({ dueAt }) => dueAt.toISOString())}::timestamptz[]) as s (user_id, due_at)
     where d.user_id = s.user_id`);
  return new Set(ownIds);
}

/** Returns the locked people whose settled messages are all still stored. */
async function complete(tx: Tx, settled: readonly Settled[]): Promise<Settled[]> {
  const [readers, ids] = columnsOf(settled);
  const rows = await tx.many<{ userId: UserId; found: number }>(sql`
    select user_id as "userId", count(*)::int8 as found
      from unnest(${readers}::int8[], ${ids}::int8[]) as s (user_id, message_id)
      join missed_messages using (user_id, message_id) group by 1`);
  const found = new Map(rows.map((row) => [row.userId, row.found]));
  return settled.filter(({ userId, messageIds }) => (found.get(userId) ?? 0) === messageIds.length);
}

/** Returns the pairs of person and message as two arrays, for `unnest`. */
const columnsOf = (settled: readonly Settled[]): [readers: number[], messageIds: MessageId[]] => [
  settled.flatMap(({ userId, messageIds }) => messageIds.map(() => userId)),
  settled.flatMap(({ messageIds }) => [...messageIds]),
];

export function measureDuePeople(db: Queryable): Promise<{ people: number; overdueSeconds: number }> {
  return db.one(sql`
    select count(*)::int8 as people,
           greatest(0, coalesce(extract(epoch from now() - min(due_at)), 0))::float8 as "overdueSeconds"
      from due_people`);
}

/** Deletes the missed messages of a person, so that no mail about them is written. */
export async function deleteMissedOf(db: Queryable, userId: UserId): Promise<void> {
  await db.execute(sql`delete from missed_messages where user_id = ${userId}`);
}
