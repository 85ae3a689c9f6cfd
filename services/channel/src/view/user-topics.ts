import type { UserTopicRow } from '../db/user-topics.ts';
import { visibility } from '../domain/topic.ts';

const shown = (topic: string, emptyTopicName: string) => (topic === '' ? emptyTopicName : topic);

/** `user_topics` of register. @param emptyTopicName what the empty topic is called; empty for clients that know it. */
export const userTopics = (topics: readonly UserTopicRow[], emptyTopicName: string) =>
  topics.map((row) => ({
    stream_id: row.channelId,
    topic_name: shown(row.topic, emptyTopicName),
    last_updated: row.updatedAt,
    visibility_policy: row.visibilityPolicy,
  }));

/** Legacy form of the muted ones, as far as the person may know the channel: its name, the topic, the time. */
export const mutedTopics = (topics: readonly UserTopicRow[], emptyTopicName: string) =>
  topics
    .filter((row) => row.visibilityPolicy === visibility.muted && row.isChannelKnown)
    .map((row) => [row.channelName, shown(row.topic, emptyTopicName), row.updatedAt]);
