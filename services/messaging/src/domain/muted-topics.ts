import type { SubscriptionHistory, TopicVisibility } from '@parley/proto/common/v1/subscription';
import { userTopicKey, userTopicsOf } from '@parley/rules';

const muted = 1;

/**
 * Returns a function that tells whether a topic is muted: the user muted the topic, or muted its channel and neither unmuted
 * nor followed the topic. `is:muted` selects such topics, and unread counts leave them out.
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
