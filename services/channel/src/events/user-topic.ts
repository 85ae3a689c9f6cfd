import { Audience, Delivery, Event, Origin } from '@parley/proto/events/v1/event';
import type { Fact } from '@parley/proto/events/v1/facts';
import type { UserTopicRow } from '../db/user-topics.ts';
import { mutedTopics } from '../view/user-topics.ts';

const toThemselves = (
  userId: number,
  kind: string,
  json: { type: string; [member: string]: unknown },
  traceparent = '',
  fact?: Fact,
): Event =>
  Event.create({
    kind,
    origin: Origin.CHANNEL,
    deliveries: [
      Delivery.create({
        audience: Audience.create({ userIds: [userId] }),
        type: json.type,
        json: Buffer.from(JSON.stringify(json)),
      }),
    ],
    fact,
    traceparent,
  });

/** A person set what they want of a topic, or it was set for them: to themselves, and to caches. */
export const userTopicSet = (
  userId: number,
  channelId: number,
  topic: string,
  set: { visibilityPolicy: number; updatedAt: number },
  traceparent: string | undefined,
): Event =>
  toThemselves(
    userId,
    'channel.topic.set',
    {
      type: 'user_topic',
      stream_id: channelId,
      topic_name: topic,
      last_updated: set.updatedAt,
      visibility_policy: set.visibilityPolicy,
    },
    traceparent,
    {
      value: {
        $case: 'userTopicChanged',
        userTopicChanged: { userId, channelId, topic, visibilityPolicy: set.visibilityPolicy },
      },
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
    toThemselves(
      userId,
      'channel.topic.muted_changed',
      { type: 'muted_topics', muted_topics: muted },
      traceparent,
    ),
  ];
}
