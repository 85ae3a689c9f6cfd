import { anyOf, type Query, type Queryable, sql, type Tx } from '@parley/db';
import type { MessageId, UserId } from '@parley/rules';
import type { Subscription } from '../domain/web-push.ts';

/** `subscription_id` of a push that is written to a folder instead of being sent, in development. */
export const folderId = 0;

/**
 * Stores a push subscription of a person, who then has at most `limit`: the oldest ones are deleted. A subscription with the
 * same endpoint is replaced, even one of another person, because the browser belongs to the person who used it last.
 */
export async function putSubscription(
  tx: Tx,
  userId: UserId,
  { endpoint, p256dh, auth }: Subscription,
  limit: number,
): Promise<void> {
  await tx.execute(sql`
    insert into web_push_subscriptions (user_id, endpoint, p256dh, auth)
    values (${userId}, ${endpoint}, ${p256dh}, ${auth})
    on conflict (endpoint) do update
      set user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, created_at = now()`);
  await tx.execute(sql`
    delete from web_push_subscriptions where subscription_id = ${anyOf(sql`
      select subscription_id from web_push_subscriptions where user_id = ${userId}
       order by created_at desc, subscription_id desc offset ${limit}`)}`);
}

export async function removeSubscription(db: Queryable, userId: UserId, endpoint: string): Promise<void> {
  await db.execute(sql`
    delete from web_push_subscriptions
     where user_id = ${userId} and endpoint = ${endpoint}`);
}

/** Deletes the subscriptions of a person that were made until a time, and the pushes that wait for them. */
export async function removeSubscriptionsOf(tx: Tx, userId: UserId, until: Date): Promise<void> {
  await tx.execute(sql`
    with gone as (
      delete from web_push_subscriptions where user_id = ${userId} and created_at <= ${until}
      returning subscription_id)
    delete from due_pushes where subscription_id in (select subscription_id from gone)`);
}

/** Deletes a subscription that its push service does not know any more, and its waiting pushes. */
export async function forgetSubscription(
  db: Queryable,
  subscriptionId: number,
  endpoint: string,
): Promise<void> {
  // The endpoint is compared so that only the subscription that the push service refused is deleted.
  const gone = await db.execute(sql`
    delete from web_push_subscriptions where subscription_id = ${subscriptionId} and endpoint = ${endpoint}`);
  if (gone > 0) await db.execute(sql`delete from due_pushes where subscription_id = ${subscriptionId}`);
}

export type PersonToPush = { userId: UserId; reason: string; delayMs: number };

/** A message of which people are notified. `topicKey`: the topic of whose turn the notifications tell; absent for others. */
export type NotifiedMessage = { messageId: MessageId; sentAt: Date; topicKey?: string };

/** SQL value: the hash by which a later notification about a topic finds an earlier one that waits; null without a topic. */
export const topicHash = (topicKey: string | undefined): Query =>
  sql`hashtextextended(${topicKey ?? null}::text, 0)`;

/** Deletes the pushes about a topic that wait for people, because a newer message takes their place. */
export async function replaceDuePushes(
  tx: Tx,
  topicKey: string,
  people: readonly PersonToPush[],
): Promise<void> {
  const userIds = people.map(({ userId }) => userId);
  await tx.execute(sql`
    delete from due_pushes where push_id = ${anyOf(sql`
      select push_id from due_pushes
       where topic_hash = ${topicHash(topicKey)} and user_id = any(${userIds}::int8[])
         and coalesce(claimed_until <= now(), true) for update skip locked`)}`);
}

/** @param toFolder also for the folder that shows pushes in development @returns the number of people */
export async function insertDuePushes(
  tx: Tx,
  message: NotifiedMessage,
  people: readonly PersonToPush[],
  toFolder: boolean,
): Promise<number> {
  const userIds = people.map(({ userId }) => userId);
  const reasons = people.map(({ reason }) => reason);
  const delays = people.map(({ delayMs }) => delayMs);
  const { count } = await tx.one<{ count: number }>(sql`
    with people as (
      select * from unnest(${userIds}::int8[], ${reasons}::text[], ${delays}::int4[]) as p (user_id, reason, delay_ms)),
    places as (
      select p.user_id, p.reason, p.delay_ms, s.subscription_id from people p join web_push_subscriptions s using (user_id)
      union all
      select p.user_id, p.reason, p.delay_ms, ${folderId}::int8 from people p where ${toFolder}::boolean),
    stored as (
      insert into due_pushes (user_id, message_id, subscription_id, reason, sent_at, due_at, topic_hash)
      select user_id, ${message.messageId}::int8, subscription_id, reason, ${message.sentAt}::timestamptz,
             now() + delay_ms * interval '1 ms', ${topicHash(message.topicKey)} from places
      on conflict (message_id, user_id, subscription_id) do nothing
      returning user_id)
    select count(distinct user_id)::int8 as count from stored`);
  return count;
}

/**
 * A push that is due, with the subscription of its browser. The members of the subscription are null when the push is written to
 * a folder, and when the subscription has been deleted or belongs to another person now.
 */
export type DuePush = {
  pushId: number;
  userId: UserId;
  messageId: MessageId;
  subscriptionId: number;
  reason: string;
  sentAtMs: number;
  attempts: number;
  endpoint: string | null;
  p256dh: string | null;
  auth: string | null;
};

/** For `leaseSeconds`. The claim is in no index, so no index changes (heap-only tuples). */
export function claimDuePushes(
  db: Queryable,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<DuePush[]> {
  return db.many<DuePush>(sql`
    with claimed as (
      update due_pushes
         set attempts = attempts + 1, claimed_until = now() + make_interval(secs => ${leaseSeconds})
       where push_id = ${anyOf(sql`
               select push_id from due_pushes
                where due_at <= now() and coalesce(claimed_until <= now(), true)
                order by due_at limit ${limit} for update skip locked`)}
      returning *)
    select c.push_id as "pushId", c.user_id as "userId", c.message_id as "messageId",
           c.subscription_id as "subscriptionId", c.reason, c.attempts,
           (extract(epoch from c.sent_at) * 1000)::int8 as "sentAtMs", s.endpoint, s.p256dh, s.auth
      from claimed c
      left join web_push_subscriptions s on s.subscription_id = c.subscription_id and s.user_id = c.user_id
     order by c.message_id, c.push_id`);
}

export async function deletePushes(db: Queryable, pushIds: readonly number[]): Promise<void> {
  if (pushIds.length === 0) return;
  await db.execute(sql`delete from due_pushes where push_id = any(${pushIds}::int8[])`);
}

/** @param wasTried false when the push was not sent, so that the claim does not count as an attempt */
export async function postponePush(
  db: Queryable,
  pushId: number,
  { dueAt, wasTried }: { dueAt: Date; wasTried: boolean },
): Promise<void> {
  await db.execute(sql`
    update due_pushes set due_at = ${dueAt}, claimed_until = null, attempts = attempts - ${wasTried ? 0 : 1}
     where push_id = ${pushId}`);
}

export function measurePushes(db: Queryable): Promise<{ queued: number; overdueSeconds: number }> {
  return db.one(sql`
    select count(*)::int8 as queued,
           greatest(0, coalesce(extract(epoch from now() - min(due_at)), 0))::float8 as "overdueSeconds"
      from due_pushes`);
}
