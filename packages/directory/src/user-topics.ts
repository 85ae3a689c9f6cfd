import type { UserTopicChanged } from '@parley/proto/events/v1/facts';
import type { Change } from './owned-cache.ts';

/** What one person set for topics, by `userTopicKey`; a topic that is not there inherits. */
export type UserTopics = Map<string, number>;

/** Spellings that differ in case are one topic. */
export const userTopicKey = (channelId: number, topic: string): string =>
  `${channelId} ${topic.normalize('NFC').toLowerCase()}`;

/** Policies by channel and folded topic. */
export const userTopicsOf = (
  list: readonly { channelId: number; topic: string; visibilityPolicy: number }[],
): UserTopics =>
  new Map(
    list.map(({ channelId, topic, visibilityPolicy }) => [userTopicKey(channelId, topic), visibilityPolicy]),
  );

/** They set something for a topic, or took it back. */
export function topicSet(fact: UserTopicChanged, transactionId: number): Change<UserTopics> {
  const key = userTopicKey(fact.channelId, fact.topic);
  return {
    keys: [fact.userId],
    transactionId,
    next: (topics) => {
      if (fact.visibilityPolicy === 0) topics?.delete(key);
      else topics?.set(key, fact.visibilityPolicy);
      return topics;
    },
  };
}
