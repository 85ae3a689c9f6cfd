import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { type ChannelId, only, type UserId } from '@parley/rules';
import type { UserTopicRow } from '../db/user-topics.ts';
import { mutedTopics } from '../view/user-topics.ts';

export type SetTopic = { channelId: ChannelId; topic: string; visibilityPolicy: number; updatedAt: number };

/** For the person's clients, with the fact with which other services update their caches. */
export const userTopicSet = (
  userId: UserId,
  { channelId, topic, visibilityPolicy, updatedAt }: SetTopic,
  traceparent: string | undefined,
): Event =>
  clientEvent(
    'channel.topic.set',
    only(userId),
    {
      type: 'user_topic',
      stream_id: channelId,
      topic_name: topic,
      last_updated: updatedAt,
      visibility_policy: visibilityPolicy,
    },
    {
      fact: {
        $case: 'userTopicChanged',
        userTopicChanged: { userId, channelId, topic, visibilityPolicy },
      },
      traceparent,
    },
  );

const maxMuted = 2_000;

/** Builds the legacy event that lists all muted topics of a person. Returns none when there are too many for one event. */
export function mutedTopicsChanged(
  userId: UserId,
  topics: readonly UserTopicRow[],
  emptyTopicName: string,
  traceparent: string | undefined,
): Event[] {
  const muted = mutedTopics(topics, emptyTopicName);
  if (muted.length > maxMuted) return [];
  return [
    clientEvent(
      'channel.topic.muted_changed',
      only(userId),
      { type: 'muted_topics', muted_topics: muted },
      { traceparent },
    ),
  ];
}
