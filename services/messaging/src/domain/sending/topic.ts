import { errors, errorText } from '@parley/core';

export type TopicsPolicy = 'inherit' | 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only';

/** Returns the topics policy of a channel, or the organization's policy when the channel inherits it. */
export function effectiveTopicsPolicy(channel: string, organization: string): TopicsPolicy {
  const policy = channel === '' || channel === 'inherit' ? organization : channel;
  return policy === 'disable_empty_topic' || policy === 'empty_topic_only' ? policy : 'allow_empty_topic';
}

/**
 * Checks that the channel's topics policy allows a topic.
 * @param emptyTopicName display name of the empty topic (`realm_empty_topic_display_name`)
 * @throws BAD_REQUEST when a required topic is missing, or a named topic is not allowed
 */
export function checkTopicAllowed(topic: string, policy: TopicsPolicy, emptyTopicName: string): void {
  if (topic === '' && policy === 'disable_empty_topic') {
    throw errors.badRequest('Topics are required in this organization.');
  }
  if (topic !== '' && policy === 'empty_topic_only') {
    throw errors.badRequest(
      errorText('Only the {topic} topic is allowed in this channel.', { topic: emptyTopicName }),
    );
  }
}
