import type { Query } from '@parley/db';
import type { Channel, User } from '@parley/proto/events/v1/facts';

/** A narrow term as the request has it, its operand parsed from JSON. */
export type RawTerm = { operator: string; operand: unknown; negated: boolean };

/** What operators need to know of others' data, collected before it is looked up. */
export type Lookups = {
  channelIds: Set<number>;
  channelNames: Set<string>;
  userIds: Set<number>;
  emails: Set<string>;
};

/** What was looked up, and who asks. */
export type NarrowFacts = {
  reader: User;
  channelById(id: number): Channel | undefined;
  channelByName(name: string): Channel | undefined;
  userById(id: number): User | undefined;
  userByEmail(email: string): User | undefined;
  emptyTopicName: string;
};

/** Which messages a narrow is about, before its conditions. */
export type Scope =
  /** The reader's own history. */
  | { kind: 'history' }
  /** One channel: all of it that the reader may read. */
  | { kind: 'channel'; channel: Channel }
  /** The reader's direct messages. */
  | { kind: 'direct' };

/** A term that is understood: a condition on message `m`, and the scope it asks for if it is not negated. */
export type CompiledTerm = {
  condition: Query;
  scope?: Scope;
  /** The scope holds the condition already. */
  impliedByScope?: true;
};

/** One narrow operator; each has a file of its own and is listed in index.ts. */
export type Operator<Operand> = {
  /** Name and aliases. */
  names: readonly string[];
  /** Checks the operand's form. @throws BAD_NARROW */
  parse(operand: unknown): Operand;
  /** Names what `compile` will look up. */
  collect?(operand: Operand, lookups: Lookups): void;
  /** @throws BAD_NARROW when it names what the reader cannot know. */
  compile(operand: Operand, facts: NarrowFacts): CompiledTerm;
};
