import { errors } from '@parley/core';
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

// An operator is added here and in its file, nowhere else.
// biome-ignore lint/suspicious/noExplicitAny: each operator has its own operand type, opaque here
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

/** A narrow whose operands have the right form and that names what must be looked up. */
export type ParsedNarrow = {
  terms: readonly ParsedTerm[];
  lookups: Lookups;
  /** Only messages of channels that it names meet it. */
  isOfChannels: boolean;
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
  /** Unread messages are asked for. */
  isUnread: boolean;
  /** A condition leads to few messages. */
  isSelective: boolean;
  /** What the reader starred is asked for. */
  reachesStarred: boolean;
  /** No direct message meets the conditions. */
  onlyChannels: boolean;
  /** Direct messages that meet the conditions are in conversations with these people. */
  directWith: readonly number[];
  /** What is looked for in texts. */
  searchTerms: readonly string[];
};

/**
 * Reads the terms of a narrow. An operator with a leading `-` is the negated one.
 * @throws BAD_NARROW for an unknown operator or an operand that makes no sense.
 */
export function parseNarrow(terms: readonly NarrowTerm[]): ParsedNarrow {
  if (terms.length > maxTerms) throw errors.badNarrow(`more than ${maxTerms} terms`);
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
    isOfChannels:
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

/** Whether a spectator may use the narrow: it asks for web-public channels and for nothing that is a person's own. */
export function isAllowedForSpectators(terms: readonly NarrowTerm[]): boolean {
  const read = terms.map(readTerm);
  const isOpen = ({ operator, operand }: RawTerm) =>
    spectatorOperators.has(operator) || (operator === 'is' && operand === 'resolved');
  return (
    read.every(isOpen) &&
    read.some(
      ({ operator, operand, negated }) =>
        (operator === 'channels' || operator === 'streams') && operand === 'web-public' && !negated,
    )
  );
}

/** @throws BAD_NARROW when it names a channel or person that the reader cannot know. */
export function compileNarrow({ terms }: ParsedNarrow, facts: NarrowFacts): CompiledNarrow {
  const all = terms.map((term) => ({ ...term, ...term.compile(facts) }));
  // A term that found its scope stands in for the others of the same kind.
  const replaced = new Set(all.flatMap(({ scope, replaces }) => (scope ? replaces : [])));
  const compiled = all.filter(({ name }) => !replaced.has(name));
  const scope = compiled.reduce<Scope>(
    (known, term) => (term.scope && !term.negated ? narrowerScope(known, term.scope) : known),
    { kind: 'history' },
  );
  const asked = compiled.filter(({ negated }) => !negated);
  return {
    scope,
    conditions: compiled
      .filter((term) => term.negated || !(term.impliedByScope && (term.scope ?? scope) === scope))
      .filter((term) => term.negated || !term.isUnread)
      .map((term) => (term.negated ? sql`(${term.condition}) is not true` : term.condition)),
    isUnread: asked.some(({ isUnread }) => isUnread),
    isSelective: asked.some(({ isSelective }) => isSelective),
    reachesStarred: asked.some(({ reachesStarred }) => reachesStarred),
    onlyChannels: asked.some(({ onlyChannels }) => onlyChannels),
    directWith: asked.flatMap(({ directWith }) => directWith ?? []),
    searchTerms: asked.flatMap((term) => term.searchTerms ?? []),
  };
}

const precision = { history: 0, channels: 1, direct: 2, channel: 3 } as const;

/** Of two scopes the one that says more; conditions that contradict each other find nothing in either. */
function narrowerScope(one: Scope, other: Scope): Scope {
  return precision[other.kind] > precision[one.kind] ? other : one;
}

function parseTerm({ operator: name, operand, negated }: RawTerm, lookups: Lookups): ParsedTerm {
  const operator = byName.get(name);
  if (!operator) throw errors.badNarrow(`unknown operator ${JSON.stringify(name)}`);
  if (negated && operator.cannotBeNegated) throw errors.badNarrow(`'${name}' cannot be negated`);
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
  let operand: unknown;
  try {
    operand = JSON.parse(term.operandJson);
  } catch {
    throw errors.badNarrow('an operand is not JSON');
  }
  const minus = term.operator.startsWith('-');
  const operator = (minus ? term.operator.slice(1) : term.operator).toLowerCase();
  return { operator, operand, negated: term.negated !== minus };
}
