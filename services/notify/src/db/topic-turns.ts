import { lastItem, required } from '@parley/core';
import { anyOf, type Queryable, sql, type Tx } from '@parley/db';
import type { ChannelId, MessageId, UserId } from '@parley/rules';
import { advancePosition, type LogPlace, lockPosition } from './log-positions.ts';

/** A message of which people are told who want every message of its topic or channel. */
export type WaitingMessage = {
  messageId: MessageId;
  sentAtMs: number;
  /** The sender, and people who are notified otherwise or for whom it counts as read. */
  excludedIds: readonly number[];
};

/** A waiting message with its topic, and the place of its event in the log. */
export type PlacedMessage = WaitingMessage & {
  channelId: ChannelId;
  topicKey: string;
  place: LogPlace;
  sequence: number;
};

/** With the position of the last event. Leaves out messages that the worker has handled before. */
export async function storeWaiting(
  tx: Tx,
  worker: string,
  messages: readonly PlacedMessage[],
): Promise<void> {
  const done = await lockPosition(tx, worker);
  const fresh = messages.filter(({ place }) => !done || isAfter(place, done));
  if (fresh.length === 0) return;
  await addWaiting(tx, fresh);
  await advancePosition(tx, worker, lastItem(fresh).place);
}

const isAfter = (one: LogPlace, other: LogPlace): boolean =>
  one.epoch === other.epoch ? one.eventId > other.eventId : one.epoch > other.epoch;

/** Stores messages for the next turns of their topics. The first turn of a topic is due immediately. */
export async function addWaiting(tx: Tx, messages: readonly PlacedMessage[]): Promise<void> {
  const newest = [...new Map(messages.map((message) => [message.topicKey, message])).values()];
  // The order of keys is the same in all transactions, so they do not deadlock. The update locks an existing row, so that no
  // replica deletes it as one without messages.
  const rows = await tx.many<{ turnId: number; topicKey: string }>(sql`
    insert into topic_turns (topic_key, channel_id, epoch, sequence, due_at)
    select t.topic_key, t.channel_id, t.epoch, t.sequence, now()
      from unnest(${newest.map(({ topicKey }) => topicKey)}::text[], ${newest.map(({ channelId }) => channelId)}::int8[],
             ${newest.map(({ place }) => place.epoch)}::text[], ${newest.map(({ sequence }) => sequence)}::int8[])
        as t (topic_key, channel_id, epoch, sequence)
     order by t.topic_key
    on conflict (topic_key) do update set epoch = excluded.epoch, sequence = excluded.sequence
    returning turn_id as "turnId", topic_key as "topicKey"`);
  const turns = new Map(rows.map(({ topicKey, turnId }) => [topicKey, turnId]));
  await tx.execute(sql`
    insert into waiting_messages (message_id, turn_id, sent_at, excluded_ids)
    select m.message_id, m.turn_id, to_timestamp(m.sent_at_ms / 1000.0), m.excluded_ids::int8[]
      from unnest(${messages.map(({ messageId }) => messageId)}::int8[],
             ${messages.map(({ topicKey }) => required(turns.get(topicKey), 'turn of a topic'))}::int8[],
             ${messages.map(({ sentAtMs }) => sentAtMs)}::int8[],
             ${messages.map(({ excludedIds }) => `{${excludedIds.join(',')}}`)}::text[])
        as m (message_id, turn_id, sent_at_ms, excluded_ids)
    on conflict (message_id) do nothing`);
}

export type Turn = {
  turnId: number;
  topicKey: string;
  channelId: ChannelId;
  epoch: string;
  sequence: number;
};

/** Claims the turn that has been due for the longest time: no other replica claims it for `leaseSeconds`. */
export function claimTurn(db: Queryable, leaseSeconds: number): Promise<Turn | undefined> {
  return db.maybeOne<Turn>(sql`
    update topic_turns set claimed_until = now() + make_interval(secs => ${leaseSeconds})
     where turn_id = ${anyOf(sql`
             select turn_id from topic_turns where due_at <= now() and coalesce(claimed_until <= now(), true)
              order by due_at limit 1 for update skip locked`)}
    returning turn_id as "turnId", topic_key as "topicKey", channel_id as "channelId", epoch, sequence`);
}

/** How far a turn has come: the people with IDs up to `afterUserId` have been told of the messages up to `upToMessageId`. */
export type TurnProgress = { upToMessageId: MessageId; afterUserId: UserId; batchId: number | null };

/**
 * Begins a turn with all messages that wait now, or continues the turn that another replica has begun. A topic without waiting
 * messages is deleted.
 * @param batchSize maximum number of messages that mails report
 * @returns undefined when there is nothing to tell
 */
export async function beginTurn(
  tx: Tx,
  turnId: number,
  batchSize: number,
): Promise<TurnProgress | undefined> {
  const begun = await tx.maybeOne<{
    upToMessageId: MessageId | null;
    afterUserId: UserId;
    batchId: number | null;
  }>(sql`
    select up_to_message_id as "upToMessageId", after_user_id as "afterUserId", batch_id as "batchId"
      from topic_turns where turn_id = ${turnId} for update`);
  if (!begun) return undefined;
  if (begun.upToMessageId !== null) return { ...begun, upToMessageId: begun.upToMessageId };
  const { upToMessageId } = await tx.one<{ upToMessageId: MessageId | null }>(sql`
    select max(message_id) as "upToMessageId" from waiting_messages where turn_id = ${turnId}`);
  if (upToMessageId === null) {
    await tx.execute(sql`delete from topic_turns where turn_id = ${turnId}`);
    return undefined;
  }
  const batch = await tx.maybeOne<{ batchId: number }>(sql`
    insert into message_batches (message_ids, sent_at, omitted)
    select array_agg(message_id order by message_id), array_agg(sent_at order by message_id),
           (select count(*) from waiting_messages where turn_id = ${turnId}) - count(*)
      from (select message_id, sent_at from waiting_messages where turn_id = ${turnId}
             order by message_id desc limit ${batchSize}) as newest
    having count(*) > 1
    returning batch_id as "batchId"`);
  const batchId = batch?.batchId ?? null;
  await tx.execute(sql`
    update topic_turns set up_to_message_id = ${upToMessageId}, after_user_id = 0, batch_id = ${batchId}
     where turn_id = ${turnId}`);
  return { upToMessageId, afterUserId: 0, batchId };
}

/** Returns the newest messages of a turn that has begun, newest first, at most `limit`. */
export function messagesOfTurn(
  db: Queryable,
  { turnId }: Turn,
  { upToMessageId }: TurnProgress,
  limit: number,
): Promise<WaitingMessage[]> {
  return db.many<WaitingMessage>(sql`
    select message_id as "messageId", (extract(epoch from sent_at) * 1000)::int8 as "sentAtMs",
           excluded_ids as "excludedIds"
      from waiting_messages where turn_id = ${turnId} and message_id <= ${upToMessageId}
     order by message_id desc limit ${limit}`);
}

/** Up to `upTo`, and extends the claim. @returns false when another replica has continued, or the topic was moved */
export async function advanceTurn(
  tx: Tx,
  { turnId, topicKey }: Turn,
  { upToMessageId, afterUserId }: TurnProgress,
  { upTo, leaseSeconds }: { upTo: number; leaseSeconds: number },
): Promise<boolean> {
  const moved = await tx.execute(sql`
    update topic_turns set after_user_id = ${upTo}, claimed_until = now() + make_interval(secs => ${leaseSeconds})
     where turn_id = ${turnId} and topic_key = ${topicKey} and up_to_message_id = ${upToMessageId}
       and after_user_id = ${afterUserId}`);
  return moved > 0;
}

/** Ends a turn, deletes its messages, and sets when the next turn of the topic is due. */
export async function endTurn(
  tx: Tx,
  { turnId, topicKey }: Turn,
  { upToMessageId }: TurnProgress,
  nextInMs: number,
): Promise<void> {
  const ended = await tx.execute(sql`
    update topic_turns set up_to_message_id = null, batch_id = null, after_user_id = 0, claimed_until = null,
           due_at = now() + ${nextInMs}::float8 * interval '1 ms'
     where turn_id = ${turnId} and topic_key = ${topicKey} and up_to_message_id = ${upToMessageId}`);
  if (ended === 0) return;
  await tx.execute(
    sql`delete from waiting_messages where turn_id = ${turnId} and message_id <= ${upToMessageId}`,
  );
}

/** Ends the claim of a turn, so that a replica continues it after `inMs` milliseconds. */
export async function releaseTurn(db: Queryable, { turnId }: Turn, inMs: number): Promise<void> {
  await db.execute(sql`
    update topic_turns set claimed_until = null, due_at = now() + ${inMs}::float8 * interval '1 ms'
     where turn_id = ${turnId}`);
}

/**
 * Moves the waiting messages of a topic to the name that the whole topic has now. A turn that has begun goes on with the people who
 * follow the topic under that name, unless another topic of that name has a turn of its own.
 */
export async function moveTurn(
  tx: Tx,
  topicKey: string,
  to: { channelId: ChannelId; topicKey: string },
): Promise<void> {
  if (topicKey === to.topicKey) return;
  // Both rows are locked in the order of keys, like those of new messages.
  const rows = await tx.many<{ turnId: number; topicKey: string; isBegun: boolean }>(sql`
    select turn_id as "turnId", topic_key as "topicKey", up_to_message_id is not null as "isBegun" from topic_turns
     where topic_key = any(${[topicKey, to.topicKey]}::text[]) order by topic_key for update`);
  const [from, target] = [topicKey, to.topicKey].map((key) => rows.find((row) => row.topicKey === key));
  if (!from) return;
  if (!target) {
    await tx.execute(sql`
      update topic_turns set topic_key = ${to.topicKey}, channel_id = ${to.channelId}, claimed_until = null
       where turn_id = ${from.turnId}`);
  } else if (!from.isBegun) {
    await tx.execute(
      sql`update waiting_messages set turn_id = ${target.turnId} where turn_id = ${from.turnId}`,
    );
    await tx.execute(sql`delete from topic_turns where turn_id = ${from.turnId}`);
  }
}

export async function removeWaiting(db: Queryable, messageIds: readonly MessageId[]): Promise<void> {
  await db.execute(sql`delete from waiting_messages where message_id = any(${messageIds}::int8[])`);
}

/** Deletes the lists of messages of turns that are older than `days`, at most 10,000 in one call. */
export async function deleteOldBatches(db: Queryable, days: number): Promise<void> {
  await db.execute(sql`
    delete from message_batches where batch_id = ${anyOf(sql`
      select batch_id from message_batches where created_at < now() - make_interval(days => ${days})
       order by created_at limit 10000`)}`);
}

/** Returns for how many seconds the most overdue turn has been due. */
export async function measureTurns(db: Queryable): Promise<number> {
  const { seconds } = await db.one<{ seconds: number }>(sql`
    select greatest(0, coalesce(extract(epoch from now() - min(due_at)), 0))::float8 as seconds from topic_turns`);
  return seconds;
}
