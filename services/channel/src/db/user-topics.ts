import { type Queryable, sql, type Tx } from '@parley/db';
import { roles } from '../domain/permissions.ts';

export type UserTopicRow = {
  channelId: number;
  channelName: string;
  /** Whether the person may know the channel's name; one that a setting's group shows them counts as hidden here. */
  isChannelKnown: boolean;
  topic: string;
  /** 1 muted, 2 unmuted, 3 followed. */
  visibilityPolicy: number;
  /** Whole seconds, UTC. */
  updatedAt: number;
};

/** What a person set for topics. */
export function userTopicsOf(db: Queryable, userId: number): Promise<UserTopicRow[]> {
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

const keyOf = (topic: string) => sql`lower(normalize(${topic}::text, nfc))`;

/**
 * What a person set for a topic, which nobody else changes until the transaction ends. Spellings that differ in case
 * are one topic, which keeps the spelling it had first.
 */
export async function lockUserTopic(
  tx: Tx,
  userId: number,
  channelId: number,
  topic: string,
): Promise<{ before: number; topic: string }> {
  // One person's topics of a channel change one after the other, also those that have no row yet.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('user_topics ' || ${`${userId} ${channelId}`}, 0))`,
  );
  const row = await tx.maybeOne<{ before: number; topic: string }>(sql`
    select visibility_policy as before, topic from user_topics
     where user_id = ${userId} and channel_id = ${channelId} and topic_key = ${keyOf(topic)}`);
  return row ?? { before: 0, topic };
}

/**
 * Sets what a person wants of a topic that is locked; 0 removes it.
 * @returns when, in whole seconds
 */
export async function writeUserTopic(
  tx: Tx,
  userId: number,
  channelId: number,
  topic: string,
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

/** A page of those who set something for a topic, in order of ID. */
export async function peopleWithTopic(
  db: Queryable,
  channelId: number,
  topic: string,
  afterUserId: number,
  limit: number,
): Promise<number[]> {
  const rows = await db.many<{ userId: number }>(sql`
    select user_id as "userId" from user_topics
     where channel_id = ${channelId} and topic_key = ${keyOf(topic)} and user_id > ${afterUserId}
     order by user_id limit ${limit}`);
  return rows.map(({ userId }) => userId);
}
