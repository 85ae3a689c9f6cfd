import { or, type Query, sql } from '@parley/db';
import type { NarrowFacts, TopicPolicy } from './types.ts';

/** Condition: message `m` is in a muted topic, or in a muted channel and its topic is not unmuted or followed. */
export const muted = ({
  topicPolicies,
  mutedChannelIds,
}: Pick<NarrowFacts, 'topicPolicies' | 'mutedChannelIds'>): Query =>
  or([
    inTopics(topicPolicies.filter(({ policy }) => policy === 'muted')),
    sql`m.channel_id = any(${mutedChannelIds}::int8[])
      and not ${inTopics(topicPolicies.filter(({ policy }) => policy !== 'muted'))}`,
  ]);

export function inTopics(topics: readonly TopicPolicy[]): Query {
  return sql`(m.channel_id is not null and (m.channel_id, m.topic_key) in (
    select t.channel_id, fold_topic(t.topic)
      from unnest(${topics.map(({ channelId }) => channelId)}::int8[], ${topics.map(({ topic }) => topic)}::text[])
        t (channel_id, topic)))`;
}
