import { type Queryable, sql } from '@parley/db';
import { SubscriptionHistory } from '@parley/proto/common/v1/subscription';

type HistoryRow = {
  channelId: number;
  isSubscribed: boolean;
  isMuted: boolean;
  starts: number[];
  ends: number[];
};

/** Returns the subscriptions of a user with their periods, by channel ID. Ended subscriptions are included. */
export async function historiesOf(db: Queryable, userId: number): Promise<SubscriptionHistory[]> {
  const rows = await db.many<HistoryRow>(sql`
    select s.channel_id as "channelId", s.is_subscribed as "isSubscribed", s.is_muted as "isMuted",
           coalesce(p.starts, '{}') as starts, coalesce(p.ends, '{}') as ends
      from subscriptions s
      left join lateral (
        select array_agg(after_message_id order by after_message_id) as starts,
               array_agg(coalesce(until_message_id, 0) order by after_message_id) as ends
          from subscription_periods
         where user_id = s.user_id and channel_id = s.channel_id) p on true
     where s.user_id = ${userId}
     order by s.channel_id`);
  return rows.map(({ channelId, isSubscribed, isMuted, starts, ends }) =>
    SubscriptionHistory.create({
      channelId,
      isSubscribed,
      isMuted,
      periods: starts.map((afterMessageId, index) => ({ afterMessageId, untilMessageId: ends[index]! })),
    }),
  );
}

/** Returns the IDs of archived channels to which a user is subscribed. */
export async function archivedChannelsOf(db: Queryable, userId: number): Promise<number[]> {
  const rows = await db.many<{ channelId: number }>(sql`
    select s.channel_id as "channelId"
      from subscriptions s join channels c using (channel_id)
     where s.user_id = ${userId} and s.is_subscribed and c.archived_at is not null`);
  return rows.map(({ channelId }) => channelId);
}
