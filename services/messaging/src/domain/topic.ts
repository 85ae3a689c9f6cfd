import { errors } from '@parley/core';
import { codePoints, maxTopicLength } from './limits.ts';

export type TopicsPolicy = 'inherit' | 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only';

/** What older clients send for "no topic". */
const noTopic = '(no topic)';

/** Characters that cannot be shown on one line. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u;

/** Nothing to see: format characters, spaces, fillers. */
const invisible = /^[\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+$/u;

/**
 * The topic as it is stored: trimmed, and the ways of naming the empty topic read as the empty text
 * (specification, 1).
 * @param given the parameter; absent means the empty topic
 * @param emptyTopicName `realm_empty_topic_display_name`
 * @throws BAD_REQUEST when it is too long or holds characters that cannot be shown.
 */
export function parseTopic(given: string | undefined, emptyTopicName: string): string {
  const topic = (given ?? '').trim();
  if (topic === '' || topic === noTopic || topic === emptyTopicName) return '';
  if (topic.includes('\0')) throw errors.badRequest('Topic must not contain null bytes');
  const bad = unprintable.exec(topic) ?? invisible.exec(topic);
  if (bad) {
    const position = codePoints(topic.slice(0, bad.index)) + 1;
    throw errors.badRequest(`Invalid character in topic, at position ${position}!`);
  }
  if (topic.length > maxTopicLength && codePoints(topic) > maxTopicLength) {
    throw errors.badRequest(`Topic is too long (maximum ${maxTopicLength} characters)`);
  }
  return topic;
}

/** The policy that holds in a channel. */
export function effectiveTopicsPolicy(channel: string, organization: string): TopicsPolicy {
  const policy = channel === '' || channel === 'inherit' ? organization : channel;
  return policy === 'disable_empty_topic' || policy === 'empty_topic_only' ? policy : 'allow_empty_topic';
}

/**
 * Whether the channel takes this topic.
 * @throws BAD_REQUEST when a topic is required and missing, or not allowed and given.
 */
export function checkTopicAllowed(topic: string, policy: TopicsPolicy): void {
  if (topic === '' && policy === 'disable_empty_topic') {
    throw errors.badRequest('Topics are required in this organization.');
  }
  if (topic !== '' && policy === 'empty_topic_only') {
    throw errors.badRequest('Only the general chat topic is allowed in this channel.');
  }
}
