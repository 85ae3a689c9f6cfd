import { partsOf } from '@parley/core';
import { anyOf, type Query, type Queryable, sql, type Tx } from '@parley/db';
import type { MessageId, UserId } from '@parley/rules';
import { isReady } from './phones.ts';
import { type NotifiedMessage, type PersonToPush, topicHash } from './web-push.ts';

/** Keeps those that were tried before: a phone may show them, so they are removed when they are read. */
export async function replacePhonePushes(
  tx: Tx,
  topicKey: string,
  people: readonly PersonToPush[],
): Promise<void> {
  const userIds = people.map(({ userId }) => userId);
  await tx.execute(sql`
    delete from phone_pushes where push_id = ${anyOf(sql`
      select push_id from phone_pushes
       where topic_hash = ${topicHash(topicKey)} and user_id = any(${userIds}::int8[]) and state = 'due'
         and attempts = 0 and coalesce(claimed_until <= now(), true) for update skip locked`)}`);
}

/** @returns the number of people for whom a push was stored */
export async function insertPhonePushes(
  tx: Tx,
  message: NotifiedMessage,
  people: readonly PersonToPush[],
): Promise<number> {
  const userIds = people.map(({ userId }) => userId);
  const reasons = people.map(({ reason }) => reason);
  const delays = people.map(({ delayMs }) => delayMs);
  const { count } = await tx.one<{ count: number }>(sql`
    with stored as (
      insert into phone_pushes (user_id, message_id, phone_id, reason, sent_at, due_at, topic_hash)
      select w.user_id, ${message.messageId}::int8, p.phone_id, w.reason, ${message.sentAt}::timestamptz,
             now() + w.delay_ms * interval '1 ms', ${topicHash(message.topicKey)}
        from unnest(${userIds}::int8[], ${reasons}::text[], ${delays}::int4[]) as w (user_id, reason, delay_ms)
        join phones p using (user_id)
       where ${isReady}
      on conflict (user_id, message_id, phone_id) do nothing
      returning user_id)
    select count(distinct user_id)::int8 as count from stored`);
  return count;
}

/** A claimed row: a notification to push to a phone, or a notification to remove from it. */
export type PhonePush = {
  pushId: number;
  userId: UserId;
  messageId: MessageId;
  phoneId: number;
  state: 'due' | 'remove';
  reason: string;
  sentAtMs: number;
  /** Number of attempts, including this one. */
  attempts: number;
};

/** For `leaseSeconds`. The claim is in no index, so no index changes (heap-only tuples). */
export const claimPhonePushes = (
  db: Queryable,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<PhonePush[]> =>
  db.many<PhonePush>(sql`
    update phone_pushes
       set attempts = attempts + 1, claimed_until = now() + make_interval(secs => ${leaseSeconds})
     where push_id = ${anyOf(sql`
             select push_id from phone_pushes
              where state <> 'shown' and due_at <= now() and coalesce(claimed_until <= now(), true)
              order by due_at limit ${limit} for update skip locked`)}
    returning push_id as "pushId", user_id as "userId", message_id as "messageId", phone_id as "phoneId", state,
              reason, (extract(epoch from sent_at) * 1000)::int8 as "sentAtMs", attempts`);

/** A notification whose message was read or deleted while it was sent becomes due for removal. */
export async function markShown(db: Queryable, pushIds: readonly number[]): Promise<void> {
  await db.execute(sql`
    update phone_pushes
       set state = case when is_withdrawn then 'remove' else 'shown' end, due_at = now(), attempts = 0,
           claimed_until = null
     where push_id = ${anyOf(sql`
             select push_id from phone_pushes
              where push_id = any(${pushIds}::int8[]) and state = 'due' order by push_id for update`)}`);
}

/** Deletes rows whose notification was refused or removed, or is not to be sent. */
export async function deletePhonePushes(db: Queryable, pushIds: readonly number[]): Promise<void> {
  if (pushIds.length === 0) return;
  await db.execute(sql`delete from phone_pushes where push_id = any(${pushIds}::int8[])`);
}

/** @param wasTried false when nothing was sent, so that the claim does not count as an attempt */
export async function postponePhonePushes(
  db: Queryable,
  pushIds: readonly number[],
  { dueAt, wasTried }: { dueAt: Date; wasTried: boolean },
): Promise<void> {
  await db.execute(sql`
    update phone_pushes set due_at = ${dueAt}, claimed_until = null, attempts = attempts - ${wasTried ? 0 : 1}
     where push_id = any(${pushIds}::int8[])`);
}

const withdrawing = sql`
  is_withdrawn = true, state = case when state = 'shown' then 'remove' else state end,
  attempts = case when state = 'shown' then 0 else attempts end,
  due_at = case when state = 'shown' then now() else due_at end`;

export type Read = { userId: UserId } & ({ messageIds: readonly MessageId[] } | { sentUntil: Date });

/** Maximum number of pairs of person and message in one statement. */
const pairsPerStatement = 10_000;

export async function withdrawFromReaders(db: Queryable, reads: readonly Read[]): Promise<void> {
  const pairs = reads.flatMap((read) =>
    'messageIds' in read ? read.messageIds.map((messageId) => [read.userId, messageId] as const) : [],
  );
  for (const part of partsOf(pairs, pairsPerStatement)) {
    const userIds = part.map(([userId]) => userId);
    const messageIds = part.map(([, messageId]) => messageId);
    await withdraw(
      db,
      sql`select p.push_id from unnest(${userIds}::int8[], ${messageIds}::int8[]) as r (user_id, message_id)
            join phone_pushes p using (user_id, message_id)
           where not p.is_withdrawn order by p.push_id for update of p`,
    );
  }
  const all = reads.filter((read) => 'sentUntil' in read);
  if (all.length === 0) return;
  const [readers, times] = [
    all.map(({ userId }) => userId),
    all.map(({ sentUntil }) => sentUntil.toISOString()),
  ];
  await withdraw(
    db,
    sql`select p.push_id from unnest(${readers}::int8[], ${times}::timestamptz[]) as r (user_id, sent_until)
          join phone_pushes p on p.user_id = r.user_id and p.sent_at <= r.sent_until
         where not p.is_withdrawn order by p.push_id for update of p`,
  );
}

/**
 * Withdraws the notifications in the rows that `pushIds` selects: those that phones show become due for removal, and the others
 * are removed as soon as they are shown, or not sent. The query must lock the rows in the order of IDs, so that concurrent
 * statements do not deadlock.
 */
const withdraw = (db: Queryable, pushIds: Query): Promise<number> =>
  db.execute(sql`update phone_pushes set ${withdrawing} where push_id = ${anyOf(pushIds)}`);

export async function withdrawFromAll(db: Queryable, messageIds: readonly MessageId[]): Promise<number> {
  return withdraw(
    db,
    sql`select push_id from phone_pushes
     where message_id = any(${messageIds}::int8[]) and not is_withdrawn order by push_id for update`,
  );
}

/** Returns which of the messages each person's phones show or will show: message IDs by user ID. */
export async function peopleShown(
  db: Queryable,
  messageIds: readonly MessageId[],
): Promise<Map<number, number[]>> {
  const rows = await db.many<{ userId: UserId; messageIds: MessageId[] }>(sql`
    select user_id as "userId", array_agg(distinct message_id) as "messageIds" from phone_pushes
     where message_id = any(${messageIds}::int8[]) and not is_withdrawn
     group by 1 order by 1`);
  return new Map(rows.map((row) => [row.userId, row.messageIds]));
}

/** Returns for how many messages a person's phones show notifications, by user ID. People without any are missing. */
export async function countShown(db: Queryable, userIds: readonly UserId[]): Promise<Map<number, number>> {
  const rows = await db.many<{ userId: UserId; shown: number }>(sql`
    select user_id as "userId", count(distinct message_id)::int8 as shown from phone_pushes
     where user_id = any(${userIds}::int8[]) and state = 'shown' group by 1`);
  return new Map(rows.map((row) => [row.userId, row.shown]));
}

/** Checks the 10,000 lowest IDs, which ascend nearly by time. @returns the number of deleted rows */
export const deleteOldPhonePushes = (db: Queryable, days: number): Promise<number> =>
  db.execute(sql`
    delete from phone_pushes where push_id = ${anyOf(sql`
      select push_id from (select push_id, sent_at from phone_pushes order by push_id limit 10000) as oldest
       where sent_at < now() - make_interval(days => ${days})`)}`);

/** Returns the number of waiting rows, and for how many seconds the oldest due one has been due. */
export const measurePhonePushes = (db: Queryable): Promise<{ queued: number; overdueSeconds: number }> =>
  db.one(sql`
    select count(*)::int8 as queued,
           greatest(0, coalesce(extract(epoch from now() - min(due_at)), 0))::float8 as "overdueSeconds"
      from phone_pushes where state <> 'shown'`);
