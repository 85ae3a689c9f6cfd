import type { SubscriptionHistory, TopicVisibility } from '@parley/proto/common/v1/subscription';
import { userTopicKey, userTopicsOf } from '@parley/rules';

const muted = 1;

/**
 * Returns a function that tells whether a topic is muted in the sense of `is:muted`: the topic is muted, or its channel
 * is muted and the topic is neither unmuted nor followed. Muted messages do not count in the number of unread messages.
 */
export function mutedTopics(
  histories: ReadonlyMap<number, Pick<SubscriptionHistory, 'isMuted'>>,
  topics: readonly TopicVisibility[],
): (channelId: number, topic: string) => boolean {
  const policies = userTopicsOf(topics);
  return (channelId, topic) => {
    const policy = policies.get(userTopicKey(channelId, topic));
    return policy === undefined ? (histories.get(channelId)?.isMuted ?? false) : policy === muted;
  };
}
