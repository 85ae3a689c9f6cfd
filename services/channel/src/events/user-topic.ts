import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { only } from '@parley/rules';
import type { UserTopicRow } from '../db/user-topics.ts';
import { mutedTopics } from '../view/user-topics.ts';

/** A person set what they want of a topic, or it was set for them: to themselves, and to caches. */
export const userTopicSet = (
  userId: number,
  channelId: number,
  topic: string,
  set: { visibilityPolicy: number; updatedAt: number },
  traceparent: string | undefined,
): Event =>
  clientEvent(
    'channel.topic.set',
    only(userId),
    {
      type: 'user_topic',
      stream_id: channelId,
      topic_name: topic,
      last_updated: set.updatedAt,
      visibility_policy: set.visibilityPolicy,
    },
    {
      fact: {
        $case: 'userTopicChanged',
        userTopicChanged: { userId, channelId, topic, visibilityPolicy: set.visibilityPolicy },
      },
      traceparent,
    },
  );

/** Most muted topics that the legacy event lists. */
const maxMuted = 2_000;

/** All topics a person has muted, for older clients; nothing when they are too many for one event. */
export function mutedTopicsChanged(
  userId: number,
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
