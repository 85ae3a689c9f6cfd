import { type Queryable, sql } from '@parley/db';

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
