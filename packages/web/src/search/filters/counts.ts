/** How many of the found messages a filter would leave. */
import type { Message } from '@parley/client';
import { type DayOptions, parseDay } from '@parley/search-text/days';
import { type Filter, kindOfFile } from './filters.ts';

/** What filters ask of a message. `content` is HTML. */
export type Counted = Pick<Message, 'timestamp' | 'content' | 'flags'> & {
  readonly reactions: readonly unknown[];
};

type Test = (message: Counted) => boolean;

const linkedFile = /<a href="\/user_uploads\/([^"?#]+)/g;

const filesOf = ({ content }: Counted): string[] =>
  Array.from(content.matchAll(linkedFile), ([, path = '']) => path);

const contents: Readonly<Record<string, Test>> = {
  link: ({ content }) => content.includes('<a href="'),
  attachment: (message) => filesOf(message).length > 0,
  reaction: ({ reactions }) => reactions.length > 0,
};

const mentioned = /^(?:mentioned|(?:stream|topic)_wildcard_mentioned)$/;

/** Returns what a filter of the panel asks of a message, as the server reads it. */
function testOf({ operator, operand }: Filter, clock: DayOptions): Test {
  switch (`${operator} ${operand}`) {
    case 'mentions me':
      return ({ flags }) => flags.some((flag) => mentioned.test(flag));
    case 'is starred':
      return ({ flags }) => flags.includes('starred');
    case 'is unread':
      return ({ flags }) => !flags.includes('read');
  }
  if (operator === 'filetype')
    return (message) => filesOf(message).some((path) => kindOfFile(path) === operand);
  if (operator === 'has') return contents[String(operand)] ?? (() => false);
  const days = parseDay(String(operand), clock);
  if ('error' in days) return () => false;
  const [from, to] = [days.from.getTime() / 1000, days.to.getTime() / 1000];
  return ({ timestamp }) => timestamp >= from && timestamp < to;
}

/** Returns how many of the messages fit each of the filters, in their order. Days are those of the reader's time zone. */
export function countsOfFilters(
  messages: readonly Counted[],
  filters: readonly Filter[],
  clock: DayOptions,
): number[] {
  return filters.map((filter) => messages.filter(testOf(filter, clock)).length);
}
