import { errors, errorText } from '@parley/core';
import { type Query, sql } from '@parley/db';
import type { NarrowTerm } from '@parley/proto/messaging/v1/narrow';
import type { SearchExpression } from '@parley/search-text';
import { bothOf, noneOf } from '../domain/searching/text-query.ts';
import { channel } from './channel.ts';
import { channels } from './channels.ts';
import { days } from './days.ts';
import { dm } from './dm.ts';
import { dmIncluding } from './dm-including.ts';
import { filetype } from './filetype.ts';
import { has } from './has.ts';
import { id } from './id.ts';
import { inPlace } from './in.ts';
import { is } from './is.ts';
import { mentions } from './mentions.ts';
import { near } from './near.ts';
import { search } from './search.ts';
import { sender } from './sender.ts';
import { topic } from './topic.ts';
import type { CompiledTerm, IdRange, Lookups, NarrowFacts, NarrowScope, Operator, RawTerm } from './types.ts';
import { withMessage } from './with.ts';

// All operators. To add one, write its file and list it here.
// biome-ignore lint/suspicious/noExplicitAny: each operator has its own operand type, which this list does not use
const operators: readonly Operator<any>[] = [
  channel,
  channels,
  topic,
  dm,
  dmIncluding,
  sender,
  mentions,
  is,
  has,
  id,
  near,
  withMessage,
  search,
  inPlace,
  days,
  filetype,
];

const byName = new Map(operators.flatMap((operator) => operator.names.map((name) => [name, operator])));

const maxTerms = 32;

/** With the data that has to be loaded to compile it. */
export type ParsedNarrow = {
  terms: readonly ParsedTerm[];
  lookups: Lookups;
  namesChannels: boolean;
  /** Whether it searches in texts. */
  searches: boolean;
};

type ParsedTerm = {
  name: string;
  negated: boolean;
  replaces: readonly string[];
  compile(facts: NarrowFacts): CompiledTerm;
};

/** A narrow as SQL: a scope, from which the conditions on message `m` select, and what is searched for in texts. */
export type CompiledNarrow = {
  scope: NarrowScope;
  /** Conditions on everything but the text. */
  conditions: readonly Query[];
  /** Every message of the scope meets them. A read that does not use the scope, such as by ID, checks them too. */
  impliedConditions: readonly Query[];
  isUnread: boolean;
  /** Whether at least one term is selective: few messages meet its condition, or an index finds them. */
  isSelective: boolean;
  /** Whether the narrow selects starred messages, including those in channels to which the reader was never subscribed. */
  reachesStarred: boolean;
  /** Whether the narrow selects messages that mention the reader, and the reader is a bot. */
  reachesMentions: boolean;
  onlyChannels: boolean;
  /** IDs of people. Every matching direct message is in a conversation that includes them. */
  directWith: readonly number[];
  /** IDs between which all matching messages are. */
  idRange: IdRange;
  /** What the required terms search for in texts. */
  searchTexts: readonly SearchText[];
  /** Which texts fit all terms, also those that are negated; undefined when every text does. */
  text: SearchExpression | undefined;
};

export type SearchText = { expression: SearchExpression; operand: string };

/** A leading `-` negates an operator. @throws BAD_NARROW */
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
    days: new Set(),
    mentioned: [],
  };
  const parsed = terms.map((term) => parseTerm(readTerm(term), lookups));
  return {
    terms: parsed,
    lookups,
    searches: parsed.some(({ name }) => search.names.includes(name)),
    namesChannels:
      parsed.some(({ name, negated }) => !negated && channel.names.includes(name)) &&
      !parsed.some(({ replaces }) => replaces.length > 0),
  };
}

const visitorOperators = new Set([
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
  'from',
  'before',
  'after',
  'during',
  'filetype',
]);

/** It contains `channels:web-public`, and no operator that depends on the reader. */
export function isAllowedForVisitors(terms: readonly NarrowTerm[]): boolean {
  const read = terms.map(readTerm);
  const isAllowed = ({ operator, operand }: RawTerm) =>
    visitorOperators.has(operator) || (operator === 'is' && operand === 'resolved');
  return (
    read.every(isAllowed) &&
    read.some(
      ({ operator, operand, negated }) =>
        (operator === 'channels' || operator === 'streams') && operand === 'web-public' && !negated,
    )
  );
}

/** @throws BAD_NARROW when it names a channel or person of which the reader may not know */
export function compileNarrow({ terms }: ParsedNarrow, facts: NarrowFacts): CompiledNarrow {
  const all = terms.map((term) => ({ ...term, ...term.compile(facts) }));
  // A term `with` for an existing message replaces the terms that name a channel, topic or conversation.
  const replaced = new Set(all.flatMap(({ scope, replaces }) => (scope ? replaces : [])));
  const compiled = all.filter(({ name }) => !replaced.has(name));
  const scope = compiled.reduce<NarrowScope>(
    (known, term) => (term.scope && !term.negated ? narrowerScope(known, term.scope) : known),
    { kind: 'history' },
  );
  const required = compiled.filter(({ negated }) => !negated);
  const implied = required.filter((term) => term.impliedByScope && (term.scope ?? scope) === scope);
  const conditional = compiled.filter(
    (term) => !term.searchText && (term.negated || !(implied.includes(term) || term.isUnread)),
  );
  const texts = compiled.flatMap(({ searchText, negated }) =>
    searchText ? ((negated ? noneOf(searchText.expression) : searchText.expression) ?? []) : [],
  );
  const conditionOf = (term: (typeof compiled)[number]) =>
    term.negated ? sql`(${term.condition}) is not true` : term.condition;
  return {
    scope,
    conditions: conditional.map(conditionOf),
    impliedConditions: implied.map(({ condition }) => condition),
    isUnread: required.some(({ isUnread }) => isUnread),
    isSelective: required.some(({ isSelective }) => isSelective),
    reachesStarred: required.some(({ reachesStarred }) => reachesStarred),
    reachesMentions: required.some(({ reachesMentions }) => reachesMentions),
    onlyChannels: required.some(({ onlyChannels }) => onlyChannels),
    directWith: required.flatMap(({ directWith }) => directWith ?? []),
    idRange: {
      above: Math.max(
        -Number.MAX_SAFE_INTEGER,
        ...required.map(({ idRange }) => idRange?.above ?? -Infinity),
      ),
      below: Math.min(Number.MAX_SAFE_INTEGER, ...required.map(({ idRange }) => idRange?.below ?? Infinity)),
    },
    searchTexts: required.flatMap(({ searchText }) => searchText ?? []),
    text: textOf(texts),
  };
}

/** Combines what terms say about texts. */
const textOf = (expressions: readonly SearchExpression[]): SearchExpression | undefined =>
  expressions.length === 0 ? undefined : bothOf(expressions);

const precedence = { history: 0, channels: 1, direct: 2, channel: 3 } as const;

/** Contradicting scopes do not matter: the conditions of both terms together match no message. */
function narrowerScope(one: NarrowScope, other: NarrowScope): NarrowScope {
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
