import type { Store } from '@parley/client';

/** Which topics the messages of a channel may have: the channel's own rule, or the organization's. */
export function topicRuleOf(
  store: Store,
  channelId: number,
): 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only' {
  const own = store.channels.channels.get(channelId)?.topics_policy ?? 'inherit';
  return own === 'inherit' ? (store.fields.get('realm_topics_policy') ?? 'allow_empty_topic') : own;
}
