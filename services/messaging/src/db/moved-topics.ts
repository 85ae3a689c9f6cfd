import { type Queryable, sql } from '@parley/db';

/** A topic that contains messages of another topic, with the newest of these messages. */
export type MovedPlace = { channelId: number; topic: string; newestId: number };

/** Maximum number of messages whose present topics are considered. */
const maxMessages = 1_000;

/**
 * Returns the topics that now contain the newest messages which were first sent to a topic, the most recent first. The origin of
 * a message never changes, so this follows any number of moves. Upper and lower case do not matter.
 */
export function placesOfMessagesSentTo(
  db: Queryable,
  channelId: number,
  topic: string,
): Promise<MovedPlace[]> {
  return db.many<MovedPlace>(sql`
    select channel_id as "channelId", (array_agg(topic order by id desc))[1] as topic, max(id) as "newestId"
      from (select m.id, m.channel_id, m.topic, m.topic_key
              from origins o join messages m on m.origin_id = o.origin_id
             where o.channel_id = ${channelId} and o.topic_key = fold_topic(${topic}) and m.channel_id is not null
             order by m.id desc limit ${maxMessages}) sent
     group by channel_id, topic_key
     order by max(id) desc`);
}
