import { type Queryable, sql, type Tx } from '@parley/db';
import type { ChannelId, MessageId, UserId } from '@parley/rules';
import type { IdRange } from '../../domain/import-range.ts';
import { lockCandidates } from './deletions.ts';

/** Key of the advisory lock that lets one replica at a time delete expired messages. */
const retentionLock = 7_305_804_404;

/** Tries to take the lock for retention until the transaction ends. Returns false when another replica holds it. */
export async function takeRetentionLock(tx: Tx): Promise<boolean> {
  const row = await tx.one<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${retentionLock}) as taken`,
  );
  return row.taken;
}

/**
 * Returns the channels that have messages. They cannot be taken from `origins`, which lacks channels that contain only messages
 * that were moved there. The walk reads one entry of the index per channel: that of the channel's newest message, because the
 * entries of the oldest ones may be those of deleted messages.
 */
export async function channelsWithMessages(db: Queryable): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    with recursive walk as (
      (select m.channel_id from messages m where m.channel_id is not null
        order by m.channel_id desc, m.id desc limit 1)
      union all
      select next.channel_id from walk cross join lateral (
        select m.channel_id from messages m where m.channel_id < walk.channel_id
         order by m.channel_id desc, m.id desc limit 1) next)
    select channel_id as id from walk order by channel_id`);
  return rows.map(({ id }) => id);
}

/** Of a channel, or of direct conversations when `channelId` is undefined. */
export type ExpiredMessages = {
  channelId: ChannelId | undefined;
  range: IdRange;
  /** Messages that were sent before this time are expired. Seconds since the Unix epoch. */
  sentBefore: number;
  limit: number;
};

export function lockExpired(
  tx: Tx,
  { channelId, range, sentBefore, limit }: ExpiredMessages,
): Promise<number[]> {
  const there =
    channelId === undefined ? sql`m.conversation_id is not null` : sql`m.channel_id = ${channelId}`;
  const picked = sql`
    select m.id from messages m
     where ${there} and m.id >= ${range.fromId}::int8 and m.id < ${range.belowId}
       and m.sent_at < to_timestamp(${sentBefore})
     order by m.id limit ${limit}`;
  return lockCandidates(tx, picked, there);
}

/** Counts the expired messages of channels and, if `isDirectIncluded`, of direct conversations. It stops at `limit`. */
export function countExpired(
  db: Queryable,
  {
    channelIds,
    isDirectIncluded,
    range,
    sentBefore,
    limit,
  }: Omit<ExpiredMessages, 'channelId'> & { channelIds: readonly ChannelId[]; isDirectIncluded: boolean },
): Promise<{ messages: number; withFiles: number }> {
  return db.one<{ messages: number; withFiles: number }>(sql`
    select count(*) as messages, count(*) filter (where has_attachment) as "withFiles"
      from (
        select m.has_attachment from messages m
         where (m.channel_id = any(${channelIds}::int8[]) or (${isDirectIncluded} and m.conversation_id is not null))
           and m.id >= ${range.fromId}::int8 and m.id < ${range.belowId} and m.sent_at < to_timestamp(${sentBefore})
         limit ${limit}) as expired`);
}

export type MessagesOfPlace = { topic: string; memberIds: UserId[] | null; ids: MessageId[] };

export function groupByPlace(tx: Tx, messageIds: readonly MessageId[]): Promise<MessagesOfPlace[]> {
  return tx.many<MessagesOfPlace>(sql`
    select min(m.topic) as topic, c.member_ids as "memberIds", array_agg(m.id order by m.id) as ids
      from messages m left join direct_conversations c on c.conversation_id = m.conversation_id
     where m.id = any(${messageIds}::int8[])
     group by m.topic_key, c.conversation_id, c.member_ids
     order by min(m.id)`);
}
