/** Completes operators of the search and their operands while somebody types. */
import type { Store, User, UserId } from '@parley/client';
import { best, rankOf } from '../../lib/text/rank.ts';
import { knownTopics } from '../../model/topics/known-topics.ts';
import {
  operandWords,
  operatorOf,
  operatorTexts,
  parseSearch,
  positiveOperators,
  wordsOf,
} from '../filters/operators.ts';
import { quoted, searchName } from '../search-text.ts';
import type { SearchText } from '../texts.ts';

export type SearchCompletion = {
  /** What the last word becomes, for example `from:bob`. */
  readonly label: string;
  /** The whole text with it. */
  readonly text: string;
  /** Name of an explanation; undefined without one. */
  readonly explanation?: SearchText | undefined;
  /** A name that explains more, such as the channel of a topic. */
  readonly detail?: string | undefined;
  /** The person whom it names. */
  readonly userId?: UserId;
  readonly isNegated: boolean;
};

/** Operators whose operands are people. */
const ofPeople: ReadonlySet<string> = new Set(['from', 'mentions', 'dm', 'dm-including']);
const maxNames = 8;
/** More than any rank of a name. */
const afterPeople = 10;

/** The last word of a text, which is being typed; empty after a blank. */
const lastWord = (text: string): string => (/\s$/.test(text) ? '' : (wordsOf(text).at(-1) ?? ''));

/** Returns whether the last word of a text is an operator with a part of its operand. */
export const isTypingOperand = (text: string): boolean => operandBegun(lastWord(text)) !== undefined;

function operandBegun(word: string) {
  const [, sign = '', name = '', begun = ''] = /^(-?)([\w-]+):"?([^"]*)$/s.exec(word) ?? [];
  const operator = operatorOf(name.toLowerCase());
  return operator === undefined ? undefined : { sign, operator, begun };
}

/** Returns what may follow in a text, the most useful first: operators that begin with its last word, or operands of its last operator. */
export function completionsOf(text: string, store: Store): SearchCompletion[] {
  const word = lastWord(text);
  const rest = text.slice(0, text.length - word.length);
  const operand = operandBegun(word);
  if (operand) return operandsOf(operand, { text, rest }, store);
  if (word === '' && text !== '') return [];
  const sign = word.startsWith('-') ? '-' : '';
  const bare = word.slice(sign.length).toLowerCase();
  return operatorTexts
    .filter(([name]) => name.startsWith(bare) && (sign === '' || !positiveOperators.has(name)))
    .map(([name, explanation]) => ({
      label: `${sign}${name}:`,
      text: `${rest}${sign}${name}:`,
      explanation,
      isNegated: sign !== '',
    }));
}

function operandsOf(
  { sign, operator, begun }: NonNullable<ReturnType<typeof operandBegun>>,
  { text, rest }: { text: string; rest: string },
  store: Store,
): SearchCompletion[] {
  const item = (value: string, more: Pick<SearchCompletion, 'explanation' | 'detail' | 'userId'> = {}) => ({
    label: `${sign}${operator}:${value}`,
    text: `${rest}${sign}${operator}:${quoted(value)} `,
    isNegated: sign !== '',
    ...more,
  });
  const words = Object.entries(operandWords[operator] ?? {})
    .filter(([word]) => word.startsWith(begun.toLowerCase()) && word !== begun)
    .map(([word, explanation]) => item(word, { explanation }));
  if (operator === 'in') {
    const channels = best(store.channels.channels.values(), ({ name }) => rankOf(name, begun), maxNames);
    return [...channels.map(({ name }) => item(name)), ...(begun === '' ? [] : words)];
  }
  if (operator === 'topic') {
    return best(topicsToSearch(text, store), ({ name }) => rankOf(name, begun), maxNames).map(
      ({ name, channel }) => item(name, { detail: channel }),
    );
  }
  if (!ofPeople.has(operator)) return words;
  const people = best(store.people.users.values(), (user) => rankOfPerson(user, begun), maxNames).map(
    (user) => {
      const name = searchName(user.user_id, store);
      return item(name, {
        userId: user.user_id,
        detail: name === user.full_name ? undefined : user.full_name,
      });
    },
  );
  return [...words, ...people];
}

/** Ranks a person for the typed text, bots after people; undefined for no match. */
function rankOfPerson({ is_active, is_bot, full_name }: User, begun: string): number | undefined {
  const rank = is_active ? rankOf(full_name, begun) : undefined;
  return rank !== undefined && is_bot ? rank + afterPeople : rank;
}

/** Returns the ID of the channel in whose topics a text searches; undefined without one. */
export function channelToSearch(text: string, store: Store): number | undefined {
  const channel = parseSearch(text, store).find(({ operator }) => operator === 'channel')?.operand;
  return typeof channel === 'number' ? channel : undefined;
}

/** Returns the topics of the channel that the search names, or else all topics that this client knows. */
function topicsToSearch(text: string, store: Store): readonly { name: string; channel?: string }[] {
  const channel = channelToSearch(text, store);
  if (channel !== undefined) return store.topics.ofChannel.get(channel) ?? [];
  return knownTopics(store).map(({ channelId, topic }) => {
    const name = store.channels.channels.get(channelId)?.name;
    return { name: topic, ...(name !== undefined && { channel: `#${name}` }) };
  });
}
