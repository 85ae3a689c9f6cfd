import { errors } from '@parley/core';

/** Longest topic in Unicode code points (`max_topic_length` of register). */
export const maxTopicLength = 60;

/** What older clients send for "no topic". */
const noTopic = '(no topic)';

/** Whether a text, trimmed, names the empty topic: nothing, as older clients say it, or as it is called. */
export const isEmptyTopic = (topic: string, emptyTopicName: string): boolean =>
  topic === '' || topic === noTopic || topic === emptyTopicName;

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
  if (isEmptyTopic(topic, emptyTopicName)) return '';
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

const codePoints = (text: string): number => [...text].length;
