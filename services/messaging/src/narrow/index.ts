import { errors, errorText } from '@parley/core';
import { type Query, sql } from '@parley/db';
import type { NarrowTerm } from '@parley/proto/messaging/v1/narrow';
import { channel } from './channel.ts';
import { channels } from './channels.ts';
import { dm } from './dm.ts';
import { dmIncluding } from './dm-including.ts';
import { has } from './has.ts';
import { id } from './id.ts';
import { is } from './is.ts';
import { near } from './near.ts';
import { search } from './search.ts';
import { sender } from './sender.ts';
import { topic } from './topic.ts';
import type { CompiledTerm, Lookups, NarrowFacts, Operator, RawTerm, Scope } from './types.ts';
import { withMessage } from './with.ts';

// To add an operator, write its file and list it here.
// biome-ignore lint/suspicious/noExplicitAny: each operator has its own operand type, which this list does not use
const operators: readonly Operator<any>[] = [
  channel,
  channels,
  topic,
  dm,
  dmIncluding,
  sender,
  is,
  has,
  id,
  near,
  withMessage,
  search,
];

const byName = new Map(operators.flatMap((operator) => operator.names.map((name) => [name, operator])));

const maxTerms = 32;

/** A narrow whose operands are checked, and the lookups that compiling it needs. */
export type ParsedNarrow = {
  terms: readonly ParsedTerm[];
  lookups: Lookups;
  /** The narrow selects only messages of channels that it names. */
  namesChannels: boolean;
};

type ParsedTerm = {
  name: string;
  negated: boolean;
  replaces: readonly string[];
  compile(facts: NarrowFacts): CompiledTerm;
};

/** A narrow as a scope and conditions on message `m`. */
export type CompiledNarrow = {
  scope: Scope;
  conditions: readonly Query[];
  /** The narrow selects unread messages. */
  isUnread: boolean;
  /** An index for at least one condition reduces the search to few messages. */
  isSelective: boolean;
  /** The narrow selects messages that the reader starred. */
  reachesStarred: boolean;
  /** The narrow selects messages that mention the reader, and the reader is a bot. */
  reachesMentions: boolean;
  /** No direct message can meet the conditions. */
  onlyChannels: boolean;
  /** Direct messages that meet the conditions are in conversations that include these people. */
  directWith: readonly number[];
  /** Words and phrases to search for. */
  searchTerms: readonly string[];
};

/**
 * Parses the terms of a narrow. A leading `-` negates an operator.
 * @throws BAD_NARROW for an unknown operator or an invalid operand
 */
export function parseNarrow(terms: readonly NarrowTerm[]): ParsedNarrow {
  if (terms.length > maxTerms)
    throw errors.badNarrow(errorText('more than {limit} terms', { limit: maxTerms }));
  const lookups: Lookups = {
    channelIds: new Set(),
    channelNames: new Set(),
    userIds: new Set(),
    emails: new Set(),
    channelKinds: new Set(),
    messageIds: new Set(),
    topicPolicies: false,
  };
  const parsed = terms.map((term) => parseTerm(readTerm(term), lookups));
  return {
    terms: parsed,
    lookups,
    namesChannels:
      parsed.some(({ name, negated }) => !negated && channel.names.includes(name)) &&
      !parsed.some(({ replaces }) => replaces.length > 0),
  };
}

const spectatorOperators = new Set([
  'channel',
  'stream',
  'channels',
  'streams',
  'topic',
  'sender',
  'has',
  'search',
  'near',
  'id',
  'with',
]);

/**
 * Returns whether a spectator may use the narrow. It must select web-public channels and use no operator about the
 * reader.
 */
export function isAllowedForSpectators(terms: readonly NarrowTerm[]): boolean {
  const read = terms.map(readTerm);
  const isAllowed = ({ operator, operand }: RawTerm) =>
    spectatorOperators.has(operator) || (operator === 'is' && operand === 'resolved');
  return (
    read.every(isAllowed) &&
    read.some(
      ({ operator, operand, negated }) =>
        (operator === 'channels' || operator === 'streams') && operand === 'web-public' && !negated,
    )
  );
}

/**
 * Compiles a narrow to a scope and conditions.
 * @throws BAD_NARROW when it names a channel or person that the reader may not know
 */
export function compileNarrow({ terms }: ParsedNarrow, facts: NarrowFacts): CompiledNarrow {
  const all = terms.map((term) => ({ ...term, ...term.compile(facts) }));
  // `with` replaces the terms that name a conversation when its message exists.
  const replaced = new Set(all.flatMap(({ scope, replaces }) => (scope ? replaces : [])));
  const compiled = all.filter(({ name }) => !replaced.has(name));
  const scope = compiled.reduce<Scope>(
    (known, term) => (term.scope && !term.negated ? narrowerScope(known, term.scope) : known),
    { kind: 'history' },
  );
  const required = compiled.filter(({ negated }) => !negated);
  return {
    scope,
    conditions: compiled
      .filter((term) => term.negated || !(term.impliedByScope && (term.scope ?? scope) === scope))
      .filter((term) => term.negated || !term.isUnread)
      .map((term) => (term.negated ? sql`(${term.condition}) is not true` : term.condition)),
    isUnread: required.some(({ isUnread }) => isUnread),
    isSelective: required.some(({ isSelective }) => isSelective),
    reachesStarred: required.some(({ reachesStarred }) => reachesStarred),
    reachesMentions: required.some(({ reachesMentions }) => reachesMentions),
    onlyChannels: required.some(({ onlyChannels }) => onlyChannels),
    directWith: required.flatMap(({ directWith }) => directWith ?? []),
    searchTerms: required.flatMap((term) => term.searchTerms ?? []),
  };
}

const precedence = { history: 0, channels: 1, direct: 2, channel: 3 } as const;

/**
 * Returns the more specific of two scopes. When they contradict each other, their conditions match no message in
 * either.
 */
function narrowerScope(one: Scope, other: Scope): Scope {
  return precedence[other.kind] > precedence[one.kind] ? other : one;
}

function parseTerm({ operator: name, operand, negated }: RawTerm, lookups: Lookups): ParsedTerm {
  const operator = byName.get(name);
  if (!operator) throw errors.badNarrow(errorText('unknown operator {name}', { name: JSON.stringify(name) }));
  if (negated && operator.cannotBeNegated)
    throw errors.badNarrow(errorText("'{name}' cannot be negated", { name }));
  const parsed = operator.parse(operand, name);
  operator.collect?.(parsed, lookups);
  return {
    name,
    negated,
    replaces: operator.replaces ?? [],
    compile: (facts) => operator.compile(parsed, facts),
  };
}

function readTerm(term: NarrowTerm): RawTerm {
  const operand = readOperand(term);
  const minus = term.operator.startsWith('-');
  const operator = (minus ? term.operator.slice(1) : term.operator).toLowerCase();
  return { operator, operand, negated: term.negated !== minus };
}

function readOperand({ operand }: NarrowTerm): unknown {
  switch (operand?.$case) {
    case 'text':
      return operand.text;
    case 'number':
      return operand.number;
    case 'flag':
      return operand.flag;
    case 'numbers':
      return operand.numbers.values;
  }
  throw errors.badNarrow('an operand is missing');
}
