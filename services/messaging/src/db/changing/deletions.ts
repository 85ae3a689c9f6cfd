import { type Query, sql, type Tx } from '@parley/db';
import type { ChannelId, MessageId } from '@parley/rules';
import type { Period } from '../../domain/reading/visibility.ts';
import { multirange } from '../visible.ts';

/**
 * Locks messages until the transaction ends, in ascending order of ID, so that two transactions do not deadlock.
 * @param condition SQL condition on the row `m`
 * @returns the IDs of the messages that meet the condition
 */
export async function lockInOrder(tx: Tx, condition: Query): Promise<number[]> {
  const rows = await tx.many<{ id: number }>(sql`
    select m.id from messages m where ${condition} order by m.id for update of m`);
  return rows.map(({ id }) => id);
}

/**
 * Locks a batch of messages. `candidates` selects their IDs. Messages that do not meet `condition` (on the row `m`) when they
 * are locked are left out. There are two statements: in a single one, the planner would not know how small the batch is, and
 * might scan the whole topic.
 */
export async function lockCandidates(tx: Tx, candidates: Query, condition: Query): Promise<number[]> {
  const ids = (await tx.many<{ id: number }>(candidates)).map(({ id }) => id);
  if (ids.length === 0) return [];
  return lockInOrder(tx, sql`m.id = any(${ids}::int8[]) and ${condition}`);
}

/** Builds the arguments of `lockCandidates` for the newest messages of a topic within these periods. */
export function newestInTopic(
  channelId: ChannelId,
  topic: string,
  periods: readonly Period[],
  limit: number,
): { candidates: Query; condition: Query } {
  const condition = sql`m.channel_id = ${channelId} and m.topic_key = fold_topic(${topic})`;
  return {
    condition,
    candidates: sql`
      select m.id from messages m
       where ${condition} and ${multirange(periods)}::int8multirange @> m.id
       order by m.id desc limit ${limit}`,
  };
}

/**
 * Deletes messages with their reactions, flags, submessages, pins and pending previews. Read state stays as it is: it consists of
 * ranges of IDs, which are never reused.
 * @param messageIds the caller must have locked these messages
 * @returns whether at least one of the messages linked to an upload
 */
export async function deleteMessages(tx: Tx, messageIds: readonly MessageId[]): Promise<boolean> {
  const row = await tx.one<{ linked: boolean }>(sql`
    with gone as (delete from messages where id = any(${messageIds}::int8[]) returning has_attachment),
    reacted as (delete from reactions where message_id = any(${messageIds}::int8[])),
    flagged as (delete from personal_flags where message_id = any(${messageIds}::int8[])),
    quoting as (delete from quotes where message_id = any(${messageIds}::int8[])),
    previews as (delete from link_preview_jobs where message_id = any(${messageIds}::int8[])),
    pins as (delete from pinned_messages where message_id = any(${messageIds}::int8[])),
    parts as (delete from submessages where message_id = any(${messageIds}::int8[]))
    select coalesce(bool_or(has_attachment), false) as linked from gone`);
  return row.linked;
}

export async function firstMessageOf(tx: Tx, channelId: ChannelId): Promise<MessageId | undefined> {
  const row = await tx.one<{ id: number | null }>(
    sql`select min(id) as id from messages where channel_id = ${channelId}`,
  );
  return row.id ?? undefined;
}
