import type { SubscriptionHistory, TopicVisibility } from '@parley/proto/common/v1/subscription';

const muted = 1;
const fold = (topic: string): string => topic.normalize('NFC').toLowerCase();

/**
 * Whether messages of a topic count as muted, as `is:muted` has it: the topic is, or its channel is and the topic is
 * neither unmuted nor followed (specification, "Subscription": muted channels do not count toward the unread total).
 */
export function mutedPlaces(
  histories: ReadonlyMap<number, Pick<SubscriptionHistory, 'isMuted'>>,
  topics: readonly TopicVisibility[],
): (channelId: number, topic: string) => boolean {
  const policies = new Map(
    topics.map(({ channelId, topic, visibilityPolicy }) => [`${channelId} ${fold(topic)}`, visibilityPolicy]),
  );
  return (channelId, topic) => {
    const policy = policies.get(`${channelId} ${fold(topic)}`);
    return policy === undefined ? (histories.get(channelId)?.isMuted ?? false) : policy === muted;
  };
}
