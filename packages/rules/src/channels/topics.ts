import { errors, errorText } from '@parley/core';
import { limits } from '../limits.ts';
import { codePoints, hasVisibleText, hiddenCharacter, shorten } from '../text/text.ts';

/** The text with which older clients name the empty topic. */
const noTopic = '(no topic)';

/** Empty, the text of older clients, or the topic's display name. */
export const isEmptyTopic = (topic: string, emptyTopicName: string): boolean =>
  topic === '' || topic === noTopic || topic === emptyTopicName;

/** Returns a topic that is shortened to the limit. A topic within the limit is returned unchanged. */
export const shortenTopic = (topic: string): string => shorten(topic, limits.topicLength, shortenedEnd);

/** Matches characters that cannot be shown on one line. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u;

const shortenedEnd = '...';

/**
 * Returns a topic in its stored form: trimmed, shortened to the limit, and empty for each name of the empty topic (docs/api/messages.md#topics).
 * @param given the request parameter; undefined means the empty topic
 * @param emptyTopicName display name of the empty topic (`realm_empty_topic_display_name`)
 * @throws BAD_REQUEST when it has no visible character, or contains characters that cannot be shown on one line
 */
export const parseTopic = (given: string | undefined, emptyTopicName: string): string =>
  parse(given, emptyTopicName, unprintable);

/** Topics of earlier releases may have hidden characters, new ones not. @throws BAD_REQUEST */
export const parseNewTopic = (given: string | undefined, emptyTopicName: string): string =>
  parse(given, emptyTopicName, hiddenCharacter);

function parse(given: string | undefined, emptyTopicName: string, forbidden: RegExp): string {
  const topic = (given ?? '').trim();
  if (isEmptyTopic(topic, emptyTopicName)) return '';
  if (topic.includes('\0')) throw errors.badRequest('Topic must not contain null bytes');
  const index = hasVisibleText(topic) ? topic.search(forbidden) : 0;
  if (index >= 0) {
    const position = codePoints(topic.slice(0, index)) + 1;
    throw errors.badRequest(errorText('Invalid character in topic, at position {position}!', { position }));
  }
  return shortenTopic(topic);
}
