import type { ChannelId, Place, Store } from '@parley/client';

/** Returns which topics messages in a channel may have. The channel's own rule overrides the organization's rule. */
export function topicRuleOf(
  store: Store,
  channelId: ChannelId,
): 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only' {
  const own = store.channels.channels.get(channelId)?.topics_policy ?? 'inherit';
  return own === 'inherit' ? (store.fields.get('realm_topics_policy') ?? 'allow_empty_topic') : own;
}

/** Returns whether messages can be sent to a place: whether its people, or the topic that its channel requires, are chosen. */
export const isAddressed = (store: Store, place: Place): boolean =>
  place.kind === 'direct'
    ? place.userIds.length > 0
    : place.topic !== '' || topicRuleOf(store, place.channelId) !== 'disable_empty_topic';
