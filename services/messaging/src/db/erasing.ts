import { type Queryable, sql, type Tx } from '@parley/db';
import { lockCandidates } from './deletions.ts';

/**
 * Returns one place where a person sent messages: a channel, or null for direct conversations. Empty when the person sent none.
 */
export const sentPlaces = (db: Queryable, userId: number): Promise<{ channelId: number | null }[]> =>
  db.many<{ channelId: number | null }>(sql`
    select channel_id as "channelId" from messages where sender_id = ${userId} order by channel_id, id limit 1`);

/** Locks the oldest messages that a person sent to a channel, or to direct conversations (null). @returns their IDs */
export function lockSentBy(
  tx: Tx,
  { userId, channelId, limit }: { userId: number; channelId: number | null; limit: number },
): Promise<number[]> {
  const place = channelId === null ? sql`m.channel_id is null` : sql`m.channel_id = ${channelId}`;
  const condition = sql`m.sender_id = ${userId} and ${place}`;
  return lockCandidates(
    tx,
    sql`select m.id from messages m where ${condition} order by m.id limit ${limit}`,
    condition,
  );
}
