import type { UserTopicRow } from '../db/user-topics.ts';
import { visibility } from '../domain/topic.ts';

const shown = (topic: string, emptyTopicName: string) => (topic === '' ? emptyTopicName : topic);

/** Returns `user_topics` of register. @param emptyTopicName name shown for the empty topic; empty for clients that support it */
export const userTopics = (topics: readonly UserTopicRow[], emptyTopicName: string) =>
  topics.map((row) => ({
    stream_id: row.channelId,
    topic_name: shown(row.topic, emptyTopicName),
    last_updated: row.updatedAt,
    visibility_policy: row.visibilityPolicy,
  }));

/** Returns the legacy list of muted topics of channels that the person may see: channel name, topic, time. */
export const mutedTopics = (topics: readonly UserTopicRow[], emptyTopicName: string) =>
  topics
    .filter((row) => row.visibilityPolicy === visibility.muted && row.isChannelKnown)
    .map((row) => [row.channelName, shown(row.topic, emptyTopicName), row.updatedAt] as const);
