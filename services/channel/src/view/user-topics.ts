import type { UserTopicRow } from '../db/user-topics.ts';
import { visibility } from '../domain/topic.ts';

const shown = (topic: string, emptyTopicName: string) => (topic === '' ? emptyTopicName : topic);

/** @param emptyTopicName display name of the empty topic; empty for clients that can handle it */
export const userTopics = (topics: readonly UserTopicRow[], emptyTopicName: string) =>
  topics.map((row) => ({
    stream_id: row.channelId,
    topic_name: shown(row.topic, emptyTopicName),
    last_updated: row.updatedAt,
    visibility_policy: row.visibilityPolicy,
  }));

/** Only of channels that the person may see. An entry is the channel's name, the topic and the time. */
export const mutedTopics = (topics: readonly UserTopicRow[], emptyTopicName: string) =>
  topics
    .filter((row) => row.visibilityPolicy === visibility.muted && row.isChannelKnown)
    .map((row) => [row.channelName, shown(row.topic, emptyTopicName), row.updatedAt] as const);
