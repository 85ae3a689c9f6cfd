import { itemAt } from '@parley/core';
import { type Queryable, sql } from '@parley/db';
import type { ChannelReader } from '@parley/proto/channel/v1/audience';
import type { ChannelId, MessageId, UserId } from '@parley/rules';

/** Returns the number of a channel's subscribers whose accounts are active; 0 for an unknown channel. */
export async function countSubscribers(db: Queryable, channelId: ChannelId): Promise<number> {
  const row = await db.maybeOne<{ count: number }>(
    sql`select subscriber_count::int8 as count from channels where channel_id = ${channelId}`,
  );
  return row?.count ?? 0;
}

/** Returns a channel's subscribers whose accounts are active, with the periods of their subscriptions, by user ID. */
export async function readersOf(db: Queryable, channelId: ChannelId): Promise<ChannelReader[]> {
  const rows = await db.many<{ userId: UserId; starts: MessageId[]; ends: MessageId[] }>(sql`
    select s.user_id as "userId",
           array_agg(p.after_message_id order by p.after_message_id) as starts,
           array_agg(coalesce(p.until_message_id, 0) order by p.after_message_id) as ends
      from subscriptions s
      join subscription_periods p on p.user_id = s.user_id and p.channel_id = s.channel_id
     where s.channel_id = ${channelId} and s.is_subscribed and s.is_user_active
     group by s.user_id order by s.user_id`);
  return rows.map(({ userId, starts, ends }) => ({
    userId,
    periods: starts.map((afterMessageId, at) => ({ afterMessageId, untilMessageId: itemAt(ends, at) })),
  }));
}
