/** What one person set for topics, by `userTopicKey`; a missing topic inherits. */
export type UserTopics = Map<string, number>;

/** Returns the key of a topic: spellings that differ in case are one topic. */
export const userTopicKey = (channelId: number, topic: string): string =>
  `${channelId} ${topic.normalize('NFC').toLowerCase()}`;

/** Returns visibility policies by `userTopicKey`. */
export const userTopicsOf = (
  list: readonly { channelId: number; topic: string; visibilityPolicy: number }[],
): UserTopics =>
  new Map(
    list.map(({ channelId, topic, visibilityPolicy }) => [userTopicKey(channelId, topic), visibilityPolicy]),
  );
