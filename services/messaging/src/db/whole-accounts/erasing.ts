import { type Query, type Queryable, sql, type Tx } from '@parley/db';
import type { ChannelId, UserId } from '@parley/rules';
import { lockCandidates } from '../changing/deletions.ts';

export const isSentBy = (userId: UserId): Query => sql`m.sender_id = ${userId}`;

export const quotesTextOf = (userId: UserId): Query =>
  sql`m.id in (select q.message_id from quotes q where q.user_id = ${userId})`;

/** A channel, or null for direct conversations. Empty when there are no such messages. */
export const placesOf = (db: Queryable, condition: Query): Promise<{ channelId: ChannelId | null }[]> =>
  db.many<{ channelId: ChannelId | null }>(sql`
    select m.channel_id as "channelId" from messages m where ${condition} order by m.channel_id, m.id limit 1`);

/** Returns all places that contain messages which meet a condition: channels, and null for direct conversations. */
export const allPlacesOf = (db: Queryable, condition: Query): Promise<{ channelId: ChannelId | null }[]> =>
  db.many<{ channelId: ChannelId | null }>(sql`
    select distinct m.channel_id as "channelId" from messages m where ${condition} order by m.channel_id`);

/** In a channel, or in direct conversations (null). @returns their IDs */
export function lockMatching(
  tx: Tx,
  { matching, channelId, limit }: { matching: Query; channelId: ChannelId | null; limit: number },
): Promise<number[]> {
  const place = channelId === null ? sql`m.channel_id is null` : sql`m.channel_id = ${channelId}`;
  const condition = sql`${matching} and ${place}`;
  return lockCandidates(
    tx,
    sql`select m.id from messages m where ${condition} order by m.id limit ${limit}`,
    condition,
  );
}

/** Deletes the votes, options and tasks that a person added to interactive messages of other people. */
export async function deleteSubmessagesOf(tx: Tx, userId: UserId): Promise<void> {
  await tx.execute(sql`delete from submessages where sender_id = ${userId}`);
}
