import { type Queryable, sql } from '@parley/db';
import type { ChannelId, MessageId } from '@parley/rules';

export type ActiveTopicRow = {
  channelId: ChannelId;
  newestMessageId: MessageId;
  messageCount: number;
  senderCount: number;
};

/** Returns the topics with the most senders since a time. At most `limit` topics, the one with the most senders first. */
export const findActiveTopics = (db: Queryable, since: Date, limit: number): Promise<ActiveTopicRow[]> =>
  db.many<ActiveTopicRow>(sql`
    select channel_id as "channelId", max(id) as "newestMessageId", count(*)::int8 as "messageCount",
           count(distinct sender_id)::int8 as "senderCount"
      from messages where sent_at >= ${since} and channel_id is not null
     group by channel_id, topic_key
     order by 4 desc, 3 desc, 2 desc limit ${limit}`);
