import type { Query } from '@parley/db';
import type { Channel, User } from '@parley/proto/events/v1/facts';
import type { UnreadScope } from '../domain/unread-scope.ts';
import type { Visibility } from '../domain/visibility.ts';

/** A narrow term as the request has it, its operand parsed from JSON. */
export type RawTerm = { operator: string; operand: unknown; negated: boolean };

/** Sets of channels by a property of theirs. */
export type ChannelKind = 'public' | 'web-public' | 'archived';

/** What operators need to know of others' data, collected before it is looked up. */
export type Lookups = {
  channelIds: Set<number>;
  channelNames: Set<string>;
  userIds: Set<number>;
  emails: Set<string>;
  channelKinds: Set<ChannelKind>;
  /** Messages whose conversation is meant. */
  messageIds: Set<number>;
  /** What the reader muted and follows. */
  topicPolicies: boolean;
};

/** A topic that a person muted, unmuted or follows. */
export type TopicPolicy = { channelId: number; topic: string; policy: 'muted' | 'unmuted' | 'followed' };

/** Where a message is that the reader may read. */
export type MessagePlace =
  | { channel: Channel; topic: string }
  /** Everyone in the direct conversation. */
  | { conversationId: number };

/** What was looked up, and who asks. */
export type NarrowFacts = {
  reader: User;
  ownVisibility: Visibility;
  unreadScope: UnreadScope;
  channelById(id: number): Channel | undefined;
  channelByName(name: string): Channel | undefined;
  userById(id: number): User | undefined;
  userByEmail(email: string): User | undefined;
  channelsOf(kind: ChannelKind): readonly Channel[];
  placeOf(messageId: number): MessagePlace | undefined;
  topicPolicies: readonly TopicPolicy[];
  mutedChannelIds: readonly number[];
  emptyTopicName: string;
};

/** Which messages a narrow is about, before its conditions. */
export type Scope =
  /** The reader's own history. */
  | { kind: 'history' }
  /** One channel: all of it that the reader may read. */
  | { kind: 'channel'; channel: Channel }
  /** All that the reader may read of several. */
  | { kind: 'channels'; channels: readonly Channel[] }
  /** The reader's direct messages. */
  | { kind: 'direct' };

/** A term that is understood: a condition on message `m`, and the scope it asks for if it is not negated. */
export type CompiledTerm = {
  condition: Query;
  scope?: Scope;
  /** The scope holds the condition already. */
  impliedByScope?: true;
  /** No direct message meets the condition. */
  onlyChannels?: true;
  /** Direct messages that meet the condition are in conversations with this person. */
  directWith?: number;
  /** What is unread has ways of its own to be found. */
  isUnread?: true;
  /** So few messages meet the condition, or an index of it leads to them, that they are looked for before channels. */
  isSelective?: true;
  /** Messages that the reader starred meet it, of channels beyond their own history as well. */
  reachesStarred?: true;
  /** What is looked for in texts. */
  searchTerms?: readonly string[];
};

/** One narrow operator; each has a file of its own and is listed in index.ts. */
export type Operator<Operand> = {
  /** Name and aliases. */
  names: readonly string[];
  /** Checks the operand's form. @throws BAD_NARROW */
  parse(operand: unknown, name: string): Operand;
  /** Names what `compile` will look up. */
  collect?(operand: Operand, lookups: Lookups): void;
  /** @throws BAD_NARROW when it names what the reader cannot know. */
  compile(operand: Operand, facts: NarrowFacts): CompiledTerm;
  /** Where its term stands in for others, those; see `with`. */
  replaces?: readonly string[];
  cannotBeNegated?: true;
};
