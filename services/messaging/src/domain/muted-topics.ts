import type { SubscriptionHistory, TopicVisibility } from '@parley/proto/common/v1/subscription';
import { userTopicKey, userTopicsOf } from '@parley/rules';

const muted = 1;

/**
 * Returns a function that says whether a topic counts as muted, as for `is:muted`: the topic is muted, or its channel
 * is and the topic is neither unmuted nor followed. Muted messages do not count toward the unread total.
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
