import { type Queryable, sql, type Tx } from '@parley/db';
import type { ChannelId, UserId } from '@parley/rules';
import { roles } from '../domain/permissions.ts';

export type UserTopicRow = {
  channelId: ChannelId;
  channelName: string;
  /** False for a private channel that the person may see only through a group setting. */
  isChannelKnown: boolean;
  topic: string;
  /** 1 muted, 2 unmuted, 3 followed. */
  visibilityPolicy: number;
  /** Seconds since the Unix epoch. */
  updatedAt: number;
};

export function userTopicsOf(db: Queryable, userId: UserId): Promise<UserTopicRow[]> {
  return db.many<UserTopicRow>(sql`
    select t.channel_id as "channelId", c.name as "channelName", t.topic,
           t.visibility_policy as "visibilityPolicy", extract(epoch from t.updated_at)::int8 as "updatedAt",
           c.is_web_public or coalesce(s.is_subscribed, false)
             or coalesce(p.role, ${roles.member}) <= case when c.is_private then ${roles.administrator}::int
                                                          else ${roles.member}::int end as "isChannelKnown"
      from user_topics t
      join channels c using (channel_id)
      left join subscriptions s on s.channel_id = t.channel_id and s.user_id = t.user_id
      left join people p on p.user_id = t.user_id
     where t.user_id = ${userId}
     order by t.channel_id, t.topic_key`);
}

/** The number of the visibility policy "followed". */
const followed = 3;

const keyOf = (topic: string) => sql`fold_topic(${topic})`;

/** 0 for none, locked until the transaction ends. Case does not matter; the first spelling is kept. */
export async function lockUserTopic(
  tx: Tx,
  userId: UserId,
  channelId: ChannelId,
  topic: string,
): Promise<{ before: number; topic: string }> {
  // This is an advisory lock, because there is no row to lock when the person has not set a policy for the topic.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('user_topics ' || ${`${userId} ${channelId}`}, 0))`,
  );
  const row = await tx.maybeOne<{ before: number; topic: string }>(sql`
    select visibility_policy as before, topic from user_topics
     where user_id = ${userId} and channel_id = ${channelId} and topic_key = ${keyOf(topic)}`);
  return row ?? { before: 0, topic };
}

/** 0 deletes it. Needs `lockUserTopic`. @returns the time of the change, in seconds since the Unix epoch */
export async function writeUserTopic(
  tx: Tx,
  { userId, channelId, topic }: { userId: UserId; channelId: ChannelId; topic: string },
  visibilityPolicy: number,
): Promise<number> {
  const row = await tx.one<{ now: number }>(
    visibilityPolicy === 0
      ? sql`
          delete from user_topics
           where user_id = ${userId} and channel_id = ${channelId} and topic_key = ${keyOf(topic)}
          returning extract(epoch from now())::int8 as now`
      : sql`
          insert into user_topics (user_id, channel_id, topic, topic_key, visibility_policy, updated_at)
          values (${userId}, ${channelId}, ${topic}, ${keyOf(topic)}, ${visibilityPolicy}, now())
          on conflict (user_id, channel_id, topic_key) do update
            set visibility_policy = excluded.visibility_policy, updated_at = excluded.updated_at
          returning extract(epoch from updated_at)::int8 as now`,
  );
  return row.now;
}

/** Returns a page of the IDs of people who have set a policy for a topic, above `afterUserId`, in ascending order. */
export async function peopleWithTopic(
  db: Queryable,
  { channelId, topic }: { channelId: ChannelId; topic: string },
  { afterUserId, limit }: { afterUserId: UserId; limit: number },
): Promise<UserId[]> {
  const rows = await db.many<{ userId: UserId }>(sql`
    select user_id as "userId" from user_topics
     where channel_id = ${channelId} and topic_key = ${keyOf(topic)} and user_id > ${afterUserId}
     order by user_id limit ${limit}`);
  return rows.map(({ userId }) => userId);
}

/** Returns the IDs of the people who follow at least one of the topics, in ascending order. */
export async function followersOf(
  db: Queryable,
  channelId: ChannelId,
  topics: readonly string[],
): Promise<UserId[]> {
  const rows = await db.many<{ userId: UserId }>(sql`
    select distinct user_id as "userId" from user_topics
     where channel_id = ${channelId} and visibility_policy = ${followed}
       and topic_key in (select fold_topic(t.topic) from unnest(${topics}::text[]) t (topic))
     order by 1`);
  return rows.map(({ userId }) => userId);
}
