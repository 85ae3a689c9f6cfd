import { type Query, sql, type Tx } from '@parley/db';
import type { Period } from '../domain/visibility.ts';
import { multirange } from './visible.ts';

/**
 * Locks messages in order of ID, for the rest of the transaction: two who want the same do not wait for each other
 * in a circle. Those that meet the condition on `m` once they are locked.
 */
export async function lockInOrder(tx: Tx, condition: Query): Promise<number[]> {
  const rows = await tx.many<{ id: number }>(sql`
    select m.id from messages m where ${condition} order by m.id for update of m`);
  return rows.map(({ id }) => id);
}

/**
 * The same for a batch: `picked` selects IDs, `condition` is what must still hold of them. Two statements: in one the
 * planner, which cannot know how few are picked, may look for each message of a topic among them.
 */
export async function lockCandidates(tx: Tx, picked: Query, condition: Query): Promise<number[]> {
  const ids = (await tx.many<{ id: number }>(picked)).map(({ id }) => id);
  if (ids.length === 0) return [];
  return lockInOrder(tx, sql`m.id = any(${ids}::int8[]) and ${condition}`);
}

/** The newest messages of a topic in these periods, for `lockPicked`. */
export function newestInTopic(
  channelId: number,
  topic: string,
  periods: readonly Period[],
  limit: number,
): { picked: Query; condition: Query } {
  const condition = sql`m.channel_id = ${channelId} and m.topic_key = fold_topic(${topic})`;
  return {
    condition,
    picked: sql`
      select m.id from messages m
       where ${condition} and ${multirange(periods)}::int8multirange @> m.id
       order by m.id desc limit ${limit}`,
  };
}

/**
 * Deletes messages and what hangs on them. Read state stays: it is ranges of IDs, and IDs are never given again.
 * @param messageIds locked before
 * @returns whether one of them linked an upload
 */
export async function deleteMessages(tx: Tx, messageIds: readonly number[]): Promise<boolean> {
  const row = await tx.one<{ linked: boolean }>(sql`
    with gone as (delete from messages where id = any(${messageIds}::int8[]) returning has_attachment),
    reacted as (delete from reactions where message_id = any(${messageIds}::int8[])),
    flagged as (delete from personal_flags where message_id = any(${messageIds}::int8[])),
    parts as (delete from submessages where message_id = any(${messageIds}::int8[]))
    select coalesce(bool_or(has_attachment), false) as linked from gone`);
  return row.linked;
}

/** The channel's first message that is left; undefined for none. */
export async function firstMessageOf(tx: Tx, channelId: number): Promise<number | undefined> {
  const row = await tx.one<{ id: number | null }>(
    sql`select min(id) as id from messages where channel_id = ${channelId}`,
  );
  return row.id ?? undefined;
}
