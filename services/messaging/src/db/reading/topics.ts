import { and, type Query, type Queryable, sql } from '@parley/db';
import type { ChannelId, MessageId } from '@parley/rules';
import { maxTopicsPerRequest } from '../../domain/limits.ts';
import { type Period, wholeHistory } from '../../domain/reading/visibility.ts';
import { inPeriods, multirange } from '../visible.ts';

export type TopicRow = { name: string; maxId: number };

/** The most recent first. One probe per topic in the index, so the number of messages does not matter. */
export function topicsOf(db: Queryable, channelId: ChannelId): Promise<TopicRow[]> {
  return db.many<TopicRow>(sql`
    with recursive walk as (
      (select topic_key, id, topic from messages where channel_id = ${channelId}
        order by topic_key desc, id desc limit 1)
      union all
      select next.topic_key, next.id, next.topic from walk cross join lateral (
        select m.topic_key, m.id, m.topic from messages m
         where m.channel_id = ${channelId} and m.topic_key < walk.topic_key
         order by m.topic_key desc, m.id desc limit 1) next)
    select topic as name, id as "maxId" from walk order by id desc limit ${maxTopicsPerRequest}`);
}

/** Returns the topics of a channel with their newest message ID within the periods, the most recent first. */
export function topicsWithin(
  db: Queryable,
  channelId: ChannelId,
  periods: readonly Period[],
): Promise<TopicRow[]> {
  return db.many<TopicRow>(sql`
    with recursive walk as (
      (select topic_key from messages where channel_id = ${channelId} order by topic_key desc limit 1)
      union all
      select next.topic_key from walk cross join lateral (
        select m.topic_key from messages m
         where m.channel_id = ${channelId} and m.topic_key < walk.topic_key
         order by m.topic_key desc limit 1) next)
    select newest.topic as name, newest.id as "maxId"
      from walk cross join lateral (
        select m.id, m.topic from messages m
         where m.channel_id = ${channelId} and m.topic_key = walk.topic_key
           and ${multirange(periods)}::int8multirange @> m.id
         order by m.id desc limit 1) newest
     order by newest.id desc limit ${maxTopicsPerRequest}`);
}

/** Condition: `m` is in the topic. Upper and lower case do not matter. */
export const inTopic = (topic: string): Query => sql`m.topic_key = fold_topic(${topic})`;

/** Returns whether the channel has a message in the topic within the periods. Upper and lower case do not matter. */
export async function topicExists(
  db: Queryable,
  channelId: ChannelId,
  topic: string,
  periods: readonly Period[] = wholeHistory,
): Promise<boolean> {
  const row = await db.one<{ found: boolean }>(sql`
    select exists (
      select from messages m where ${and([sql`m.channel_id = ${channelId}`, inTopic(topic), ...inPeriods(periods)])})
        as found`);
  return row.found;
}

/**
 * Returns where a message of a topic is now, if it was moved and no older message is left in the topic; undefined otherwise, and for a
 * message that was never there.
 */
export function placeAfterMove(
  db: Queryable,
  { channelId, topic }: { channelId: ChannelId; topic: string },
  messageId: MessageId,
): Promise<{ channelId: ChannelId; topic: string } | undefined> {
  return db.maybeOne(sql`
    select m.channel_id as "channelId", m.topic from messages m
     where m.id = ${messageId} and m.channel_id is not null
       and not (m.channel_id = ${channelId} and m.topic_key = fold_topic(${topic}))
       and not exists (
         select from messages o
          where o.channel_id = ${channelId} and o.topic_key = fold_topic(${topic}) and o.id < m.id)
       and (m.channel_id = ${channelId} or exists (
         select from jsonb_array_elements(m.edit_history) entry
          where (entry ->> 'prev_stream')::int8 = ${channelId}))
       and (m.topic_key = fold_topic(${topic}) or exists (
         select from jsonb_array_elements(m.edit_history) entry
          where fold_topic(entry ->> 'prev_topic') = fold_topic(${topic})))`);
}

export async function hasNamedTopics(db: Queryable, channelId: ChannelId): Promise<boolean> {
  const found = await db.maybeOne(sql`
    select 1 as found from messages where channel_id = ${channelId} and topic_key > '' limit 1`);
  return found !== undefined;
}
