import type { SubscriptionHistory, TopicVisibility } from '@parley/proto/common/v1/subscription';
import { type ChannelId, userTopicKey, userTopicsOf } from '@parley/rules';

const muted = 1;

/** By the topic's policy, or by a muted channel and neither unmuted nor followed. `is:muted` and unread counts use it. */
export function mutedTopics(
  histories: ReadonlyMap<number, Pick<SubscriptionHistory, 'isMuted'>>,
  topics: readonly TopicVisibility[],
): (channelId: ChannelId, topic: string) => boolean {
  const policies = userTopicsOf(topics);
  return (channelId, topic) => {
    const policy = policies.get(userTopicKey(channelId, topic));
    return policy === undefined ? (histories.get(channelId)?.isMuted ?? false) : policy === muted;
  };
}
