import { errors } from '@parley/core';

/** Longest topic in Unicode code points (`max_topic_length` of register). */
const maxTopicLength = 60;

/** Characters that cannot be shown on one line. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u;

/** Nothing to see: format characters, spaces, fillers. */
const invisible = /^[\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+$/u;

/**
 * The topic as it is stored: the ways of naming the empty topic read as the empty text (specification, 1).
 * @param emptyTopicName `realm_empty_topic_display_name`
 * @throws BAD_REQUEST when it is too long or holds characters that cannot be shown.
 */
export function parseTopic(given: string, emptyTopicName: string): string {
  const topic = given.trim();
  if (topic === '' || topic === '(no topic)' || topic === emptyTopicName) return '';
  if (unprintable.test(topic) || invisible.test(topic)) throw errors.badRequest('Invalid character in topic');
  if (topic.length > maxTopicLength && [...topic].length > maxTopicLength) {
    throw errors.badRequest(`Topic is too long (maximum ${maxTopicLength} characters)`);
  }
  return topic;
}

/** What people set for topics; 0 is nothing. */
export const visibility = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;

/** What holds of two topics that became one: the more visible of both, and muted only who had muted both. */
export function mergedVisibility(one: number, other: number): number {
  const most = Math.max(one, other);
  if (most > visibility.muted) return most;
  return one === other ? one : visibility.inherit;
}
