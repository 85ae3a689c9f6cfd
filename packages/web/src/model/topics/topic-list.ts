/** The topics of a channel as a list that people sort and filter. No DOM. */
import { foldCase, type Topic } from '@parley/client';
import { isResolved, nameWithoutMark } from './resolved-topics.ts';

export const topicOrders = ['recent', 'unread', 'name'] as const;
export type TopicOrder = (typeof topicOrders)[number];

export const topicFilters = ['all', 'unresolved', 'resolved'] as const;
export type TopicFilter = (typeof topicFilters)[number];

type TopicFacts = {
  unreadOf(topic: string): number;
  /** Returns the name that is shown of a topic. */
  labelOf(topic: string): string;
  compare(one: string, other: string): number;
};

export type TopicChoice = {
  readonly order: TopicOrder;
  readonly filter: TopicFilter;
  /** Part of the name. */
  readonly text: string;
};

/**
 * Returns the topics that a person chose to see, in their order. Equal ones are sorted by recency.
 * @param topics the most recent first
 */
export function arrangedTopics(
  topics: readonly Topic[],
  { order, filter, text }: TopicChoice,
  { unreadOf, labelOf, compare }: TopicFacts,
): readonly Topic[] {
  const wanted = foldCase(text.trim());
  const found = topics.filter(
    ({ name }) =>
      (filter === 'all' || isResolved(name) === (filter === 'resolved')) &&
      (wanted === '' || foldCase(labelOf(name)).includes(wanted)),
  );
  switch (order) {
    case 'name':
      return found.toSorted((one, other) =>
        compare(nameWithoutMark(labelOf(one.name)), nameWithoutMark(labelOf(other.name))),
      );
    case 'unread':
      return found.toSorted((one, other) => unreadOf(other.name) - unreadOf(one.name));
    default:
      return found;
  }
}
