import { type Queryable, sql } from '@parley/db';
import type { NotifiedSubscriber, NotifiedTopic } from '@parley/proto/channel/v1/notifications';
import type { ChannelId, UserId } from '@parley/rules';

/** Those who have muted it or have settings of their own for it, and the given people; with `withAll`, all. */
export async function notifiedSubscribers(
  db: Queryable,
  channelId: ChannelId,
  { userIds, withAll }: { userIds: readonly UserId[]; withAll: boolean },
): Promise<NotifiedSubscriber[]> {
  type Row = Record<'email' | 'push' | 'wildcardMentions', boolean | null> & {
    userId: UserId;
    isMuted: boolean;
  };
  const rows = await db.many<Row>(sql`
    select user_id as "userId", is_muted as "isMuted", email_notifications as email,
           push_notifications as push, wildcard_mentions_notify as "wildcardMentions"
      from subscriptions
     where channel_id = ${channelId} and is_subscribed and is_user_active
       and (${withAll}::boolean or user_id = any(${userIds}::int8[]) or is_muted
            or email_notifications is not null or push_notifications is not null
            or wildcard_mentions_notify is not null)
     order by user_id`);
  return rows.map(({ userId, isMuted, email, push, wildcardMentions }) => ({
    userId,
    isMuted,
    email: email ?? undefined,
    push: push ?? undefined,
    wildcardMentions: wildcardMentions ?? undefined,
  }));
}

/** Returns the IDs of the channels for which a person has turned on notification emails, in ascending order. */
export async function mailedChannelIds(db: Queryable, userId: UserId): Promise<ChannelId[]> {
  const rows = await db.many<{ channelId: ChannelId }>(sql`
    select channel_id as "channelId" from subscriptions
     where user_id = ${userId} and is_subscribed and email_notifications order by channel_id`);
  return rows.map(({ channelId }) => channelId);
}

export function topicPoliciesOf(db: Queryable, channelId: ChannelId): Promise<NotifiedTopic[]> {
  return db.many<NotifiedTopic>(sql`
    select user_id as "userId", topic, visibility_policy::int as "visibilityPolicy"
      from user_topics where channel_id = ${channelId} order by topic_key, user_id`);
}
