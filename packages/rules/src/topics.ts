import { errors, errorText } from '@parley/core';
import { limits } from './limits.ts';
import { codePoints, hasVisibleText } from './text.ts';

/** The name that older clients send for the empty topic. */
const noTopic = '(no topic)';

/**
 * Returns whether a trimmed text stands for the empty topic: it is empty, the form of older clients, or the topic's
 * display name.
 */
export const isEmptyTopic = (topic: string, emptyTopicName: string): boolean =>
  topic === '' || topic === noTopic || topic === emptyTopicName;

/** Characters that cannot be shown on one line. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u;

/**
 * Returns a topic in its stored form: trimmed, where every name of the empty topic becomes the empty text
 * (docs/api/messages.md#topics).
 * @param given the parameter; absent means the empty topic
 * @param emptyTopicName `realm_empty_topic_display_name`
 * @throws BAD_REQUEST when it is too long or has characters that cannot be shown
 */
export function parseTopic(given: string | undefined, emptyTopicName: string): string {
  const topic = (given ?? '').trim();
  if (isEmptyTopic(topic, emptyTopicName)) return '';
  if (topic.includes('\0')) throw errors.badRequest('Topic must not contain null bytes');
  const index = hasVisibleText(topic) ? topic.search(unprintable) : 0;
  if (index >= 0) {
    const position = codePoints(topic.slice(0, index)) + 1;
    throw errors.badRequest(errorText('Invalid character in topic, at position {position}!', { position }));
  }
  if (codePoints(topic) > limits.topicLength) {
    throw errors.badRequest(
      errorText('Topic is too long (maximum {limit} characters)', { limit: limits.topicLength }),
    );
  }
  return topic;
}
