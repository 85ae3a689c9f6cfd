import { type Queryable, sql, type Tx } from '@parley/db';

export type UserTopicRow = {
  channelId: number;
  channelName: string;
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
           t.visibility_policy as "visibilityPolicy", extract(epoch from t.updated_at)::int8 as "updatedAt"
      from user_topics t join channels c using (channel_id)
     where t.user_id = ${userId}
     order by t.channel_id, t.topic_key`);
}

/** What was set before, and when it is set now. */
export type SetTopic = { before: number; topic: string; updatedAt: number };

/**
 * Sets what a person wants of a topic; 0 removes it. Spellings that differ in case are one topic, which keeps the
 * spelling it had first.
 */
export async function setUserTopic(
  tx: Tx,
  userId: number,
  channelId: number,
  topic: string,
  visibilityPolicy: number,
): Promise<SetTopic> {
  const key = sql`lower(normalize(${topic}::text, nfc))`;
  // One person's topics of a channel change one after the other, also those that have no row yet.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('user_topics ' || ${`${userId} ${channelId}`}, 0))`,
  );
  const before = await tx.maybeOne<{ visibilityPolicy: number; topic: string }>(sql`
    select visibility_policy as "visibilityPolicy", topic from user_topics
     where user_id = ${userId} and channel_id = ${channelId} and topic_key = ${key}`);
  const unchanged = (before?.visibilityPolicy ?? 0) === visibilityPolicy;
  const { now } = unchanged
    ? { now: 0 }
    : visibilityPolicy === 0
      ? await tx.one<{ now: number }>(sql`
          delete from user_topics
           where user_id = ${userId} and channel_id = ${channelId} and topic_key = ${key}
          returning extract(epoch from now())::int8 as now`)
      : await tx.one<{ now: number }>(sql`
          insert into user_topics (user_id, channel_id, topic, topic_key, visibility_policy, updated_at)
          values (${userId}, ${channelId}, ${topic}, ${key}, ${visibilityPolicy}, now())
          on conflict (user_id, channel_id, topic_key) do update
            set visibility_policy = excluded.visibility_policy, updated_at = excluded.updated_at
          returning extract(epoch from updated_at)::int8 as now`);
  return { before: before?.visibilityPolicy ?? 0, topic: before?.topic ?? topic, updatedAt: now };
}
