import { firstItem, itemAt } from '@parley/core';
import { type Query, type Queryable, sql } from '@parley/db';
import { SubscriptionHistory } from '@parley/proto/common/v1/subscription';
import type { ChannelId, MessageId, UserId } from '@parley/rules';

type HistoryRow = {
  userId: UserId;
  channelId: ChannelId;
  isSubscribed: boolean;
  isMuted: boolean;
  starts: MessageId[];
  ends: MessageId[];
};

/** Returns a user's subscriptions to channels, also ended ones, with their periods. */
export async function historiesOf(db: Queryable, userId: UserId): Promise<SubscriptionHistory[]> {
  const rows = await readHistories(db, sql`s.user_id = ${userId}`);
  return rows.map(toHistory);
}

/** Returns the IDs of the channels to which a user is subscribed, including archived channels. */
export async function channelIdsOf(db: Queryable, userId: UserId): Promise<ChannelId[]> {
  const rows = await db.many<{ ids: ChannelId[] }>(sql`
    select coalesce(array_agg(channel_id), '{}') as ids from subscriptions where user_id = ${userId} and is_subscribed`);
  return firstItem(rows).ids;
}

/** Returns the subscriptions of these people to these channels, also ended ones, with their periods. */
export async function historiesIn(
  db: Queryable,
  userIds: readonly UserId[],
  channelIds: readonly ChannelId[],
): Promise<{ userId: UserId; history: SubscriptionHistory }[]> {
  const rows = await readHistories(
    db,
    sql`s.user_id = any(${userIds}::int8[]) and s.channel_id = any(${channelIds}::int8[])`,
  );
  return rows.map((row) => ({ userId: row.userId, history: toHistory(row) }));
}

function readHistories(db: Queryable, which: Query): Promise<HistoryRow[]> {
  return db.many<HistoryRow>(sql`
    select s.user_id as "userId", s.channel_id as "channelId", s.is_subscribed as "isSubscribed", s.is_muted as "isMuted",
           coalesce(p.starts, '{}') as starts, coalesce(p.ends, '{}') as ends
      from subscriptions s
      left join lateral (
        select array_agg(after_message_id order by after_message_id) as starts,
               array_agg(coalesce(until_message_id, 0) order by after_message_id) as ends
          from subscription_periods
         where user_id = s.user_id and channel_id = s.channel_id) p on true
     where ${which}
     order by s.user_id, s.channel_id`);
}

const toHistory = ({ channelId, isSubscribed, isMuted, starts, ends }: HistoryRow): SubscriptionHistory =>
  SubscriptionHistory.create({
    channelId,
    isSubscribed,
    isMuted,
    periods: starts.map((afterMessageId, index) => ({ afterMessageId, untilMessageId: itemAt(ends, index) })),
  });

export async function archivedChannelsOf(db: Queryable, userId: UserId): Promise<ChannelId[]> {
  const rows = await db.many<{ channelId: ChannelId }>(sql`
    select s.channel_id as "channelId"
      from subscriptions s join channels c using (channel_id)
     where s.user_id = ${userId} and s.is_subscribed and c.archived_at is not null`);
  return rows.map(({ channelId }) => channelId);
}
