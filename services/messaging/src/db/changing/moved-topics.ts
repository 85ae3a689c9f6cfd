import { type Queryable, sql, type Tx } from '@parley/db';
import type { ChannelId } from '@parley/rules';

/** Notes that messages were moved away from a topic, the newest of them with the given ID. */
export async function noteMovedAway(
  tx: Tx,
  { channelId, topic }: { channelId: ChannelId; topic: string },
  newestId: number,
): Promise<void> {
  await tx.execute(sql`
    insert into origins (channel_id, topic_key, moved_message_id)
    values (${channelId}, fold_topic(${topic}), ${newestId})
    on conflict (channel_id, topic_key) do update set moved_message_id = excluded.moved_message_id`);
}

/** A topic that contains messages of another topic, with the newest of these messages. */
export type MovedPlace = { channelId: ChannelId; topic: string; newestId: number };

/** Maximum number of messages whose present topics are considered. */
const maxMessages = 1_000;

/**
 * Returns the topics that now contain messages which were in a topic: the newest that were first sent to it, and the newest that was
 * last moved away from it. The topics with the most recent messages come first. A message keeps its ID and origin, so this follows any
 * number of moves. Upper and lower case do not matter.
 */
export function placesOfFormerMessages(
  db: Queryable,
  channelId: ChannelId,
  topic: string,
): Promise<MovedPlace[]> {
  return db.many<MovedPlace>(sql`
    with topic as (
      select origin_id, moved_message_id from origins
       where channel_id = ${channelId} and topic_key = fold_topic(${topic}))
    select channel_id as "channelId", (array_agg(topic order by id desc))[1] as topic, max(id) as "newestId"
      from ((select m.id, m.channel_id, m.topic, m.topic_key
               from topic join messages m on m.origin_id = topic.origin_id
              where m.channel_id is not null order by m.id desc limit ${maxMessages})
            union all
            select m.id, m.channel_id, m.topic, m.topic_key
              from topic join messages m on m.id = topic.moved_message_id
             where m.channel_id is not null) former
     group by channel_id, topic_key
     order by max(id) desc`);
}
