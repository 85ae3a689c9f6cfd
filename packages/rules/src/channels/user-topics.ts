import type { ChannelId } from '@parley/proto/ids';
import { foldCase } from '../text/fold-case.ts';

/** By `userTopicKey`. For a topic without an entry, the setting of the channel applies. */
export type UserTopics = Map<string, number>;

/** Returns the key of a topic. Upper and lower case do not matter. */
export const userTopicKey = (channelId: ChannelId, topic: string): string =>
  `${channelId} ${foldCase(topic)}`;

/** Indexes a person's visibility policies by `userTopicKey`. */
export const userTopicsOf = (
  list: readonly { channelId: ChannelId; topic: string; visibilityPolicy: number }[],
): UserTopics =>
  new Map(
    list.map(({ channelId, topic, visibilityPolicy }) => [userTopicKey(channelId, topic), visibilityPolicy]),
  );
