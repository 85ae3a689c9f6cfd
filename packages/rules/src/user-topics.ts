/** The policies that one person set for topics, by `userTopicKey`. A topic that is absent inherits. */
export type UserTopics = Map<string, number>;

/** Returns the key of a topic. Spellings that differ in case are the same topic. */
export const userTopicKey = (channelId: number, topic: string): string =>
  `${channelId} ${topic.normalize('NFC').toLowerCase()}`;

/** Indexes visibility policies by `userTopicKey`. */
export const userTopicsOf = (
  list: readonly { channelId: number; topic: string; visibilityPolicy: number }[],
): UserTopics =>
  new Map(
    list.map(({ channelId, topic, visibilityPolicy }) => [userTopicKey(channelId, topic), visibilityPolicy]),
  );
