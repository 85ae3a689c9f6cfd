import { errors, errorText, hasKey } from '@parley/core';
import { type Query, sql } from '@parley/db';
import type { UserId } from '@parley/rules';
import { isUnreadWithin } from '../db/read-state/read-state.ts';
import { flagBits } from '../domain/changing/flags.ts';
import { mentioning } from './mentioning.ts';
import { inTopics, muted } from './muted.ts';
import { requirePerson } from './operands.ts';
import type { CompiledTerm, NarrowFacts, Operator } from './types.ts';

type Kind = keyof typeof kinds;

/** The operands of `is:`, each with a function that compiles it. */
const kinds = {
  dm: (): CompiledTerm => ({
    condition: sql`m.conversation_id is not null`,
    scope: { kind: 'direct' },
    impliedByScope: true,
  }),
  // Starred messages may be in channels to which the reader was never subscribed.
  starred: ({ reader }: NarrowFacts): CompiledTerm => ({
    ...flagged(requirePerson(reader).userId, flagBits.starred),
    reachesStarred: true,
  }),
  alerted: ({ reader }: NarrowFacts): CompiledTerm =>
    flagged(requirePerson(reader).userId, flagBits.hasAlertWord),
  // Bots receive messages of public channels that mention them, even without a subscription.
  mentioned({ reader, ownVisibility }: NarrowFacts): CompiledTerm {
    const { userId, isBot } = requirePerson(reader);
    return { ...mentioning(userId, ownVisibility), ...(isBot && { reachesMentions: true }) };
  },
  unread: ({ reader, unreadScope }: NarrowFacts): CompiledTerm => ({
    condition: isUnreadWithin(requirePerson(reader).userId, unreadScope),
    isUnread: true,
  }),
  // The range of names matches the prefix '✔ '. The index over the bytes of topics can scan it.
  resolved: (): CompiledTerm => ({
    condition: sql`m.channel_id is not null and m.topic_key >= '✔ ' and m.topic_key < '✔!'`,
    onlyChannels: true,
  }),
  pinned: (): CompiledTerm => ({
    condition: sql`m.id in (select p.message_id from pinned_messages p)`,
    onlyChannels: true,
    isSelective: true,
  }),
  followed: ({ topicPolicies }: NarrowFacts): CompiledTerm => ({
    condition: inTopics(topicPolicies.filter(({ policy }) => policy === 'followed')),
    isSelective: true,
  }),
  muted: (facts: NarrowFacts): CompiledTerm => ({ condition: muted(facts) }),
} as const;

const aliases: Readonly<Record<string, Kind>> = { private: 'dm' };
const withPolicies: ReadonlySet<Kind> = new Set<Kind>(['followed', 'muted']);

/** `is:dm`, `is:unread` and others: selects messages of a kind, or in a state for the reader. */
export const is: Operator<Kind> = {
  names: ['is'],
  parse(operand) {
    const name = typeof operand === 'string' ? (aliases[operand] ?? operand) : '';
    if (hasKey(kinds, name)) return name;
    throw errors.badNarrow(errorText("unknown 'is' operand {operand}", { operand: JSON.stringify(operand) }));
  },
  collect(kind, lookups) {
    if (withPolicies.has(kind)) lookups.topicPolicies = true;
  },
  compile: (kind, facts) => kinds[kind](facts),
};

const flagged = (userId: UserId, bit: number): CompiledTerm => ({
  condition: sql`m.id in (
    select p.message_id from personal_flags p where p.user_id = ${userId} and ${hasBit(bit)})`,
  isSelective: true,
});

/** The bit is a literal and not a parameter, so that the planner can use the flag's partial index. */
function hasBit(bit: number): Query {
  if (bit === flagBits.starred) return sql`p.flags & 1 <> 0`;
  return sql`p.flags & 8 <> 0`;
}
