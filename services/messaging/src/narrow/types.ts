import type { Visitor } from '@parley/core';
import type { Query } from '@parley/db';
import type { Channel, User } from '@parley/proto/events/v1/facts';
import type { ChannelId, MessageId, UserId } from '@parley/rules';
import type { SearchExpression } from '@parley/search-text';
import type { UnreadScope } from '../domain/reading/unread-scope.ts';
import type { Visibility } from '../domain/reading/visibility.ts';

/** A term of a narrow as the request contains it. The operand is a parsed JSON value. */
export type RawTerm = { operator: string; operand: unknown; negated: boolean };

/** A channel or a person in an operand: an ID, a name or an email address. */
export type OperandReference = { id: number } | { text: string };

/** Operands of `channels`: kinds of channels. */
export type ChannelKind = 'public' | 'web-public' | 'archived';

/** The data that the terms of a narrow need. All terms add to it, so that it is loaded at once. */
export type Lookups = {
  channelIds: Set<ChannelId>;
  channelNames: Set<string>;
  userIds: Set<UserId>;
  emails: Set<string>;
  channelKinds: Set<ChannelKind>;
  /** IDs of messages whose channel and topic, or conversation, a term needs. */
  messageIds: Set<MessageId>;
  /** Whether a term needs the topics that the reader has muted, unmuted or followed. */
  topicPolicies: boolean;
  /** Names of days and periods. */
  days: Set<string>;
  /** People whose subscriptions a term needs, because wildcards may have mentioned them. */
  mentioned: OperandReference[];
};

/** A day or period in the reader's time zone. */
export type DayBounds = {
  from: Date;
  to: Date;
  /** IDs around these times, which limit what a read looks at: see db/reading/sent-at.ts. */
  beforeFrom: number;
  afterFrom: number;
  beforeTo: number;
  afterTo: number;
};

/** A topic with the reader's visibility policy. */
export type TopicPolicy = { channelId: ChannelId; topic: string; policy: 'muted' | 'unmuted' | 'followed' };

/** The channel and topic, or the conversation, of a message that the reader may read. */
export type MessagePlace = { channel: Channel; topic: string } | { conversationId: number };

/** The reader, and the data that was loaded for the lookups. */
export type NarrowFacts = {
  reader: User | Visitor;
  ownVisibility: Visibility;
  unreadScope: UnreadScope;
  channelById(id: number): Channel | undefined;
  channelByName(name: string): Channel | undefined;
  userById(id: number): User | undefined;
  userByEmail(email: string): User | undefined;
  channelsOf(kind: ChannelKind): readonly Channel[];
  placeOf(messageId: MessageId): MessagePlace | undefined;
  topicPolicies: readonly TopicPolicy[];
  mutedChannelIds: readonly ChannelId[];
  emptyTopicName: string;
  boundsOf(words: string): DayBounds | undefined;
  /** Returns the messages that were sent to channels while a mentioned person was subscribed. */
  visibilityOf(userId: UserId): Visibility;
  /** Returns the expression to search for: the given one, or one that also finds words with a typing error. */
  searchExpression(expression: SearchExpression, operand: string): SearchExpression;
};

/** IDs between which messages are searched for. */
export type IdRange = { above: number; below: number };

/** The set of messages to which the conditions of a narrow apply. */
export type NarrowScope =
  /** Messages that were sent to channels while the reader was subscribed, and the reader's direct messages. */
  | { kind: 'history' }
  /** All messages that the reader may read in one channel. */
  | { kind: 'channel'; channel: Channel }
  /** All messages that the reader may read in several channels. */
  | { kind: 'channels'; channels: readonly Channel[] }
  /** All direct messages of the reader. */
  | { kind: 'direct' };

/** A compiled term: a condition on message `m`, and the scope that a term requires if it is not negated. */
export type CompiledTerm = {
  condition: Query;
  scope?: NarrowScope;
  /** Every message of the scope meets the condition, so reads of the scope may leave the condition out. */
  impliedByScope?: true;
  /** No direct message meets the condition. */
  onlyChannels?: true;
  /** ID of a person. Every direct message that meets the condition is in a conversation that includes this person. */
  directWith?: number;
  /** The term selects unread messages. Special queries find these. */
  isUnread?: true;
  /** The query searches by the condition instead of channel by channel. */
  isSelective?: true;
  /** The term selects starred messages, including those in channels to which the reader was never subscribed. */
  reachesStarred?: true;
  /** Also in channels to which the reader was never subscribed. */
  reachesMentions?: true;
  /** All messages that meet the condition have IDs above and below these. */
  idRange?: IdRange;
  /** What the term searches for in the text. No SQL condition says it: an index of texts does. */
  searchText?: { expression: SearchExpression; operand: string };
};

/** A narrow operator. Each operator has its own file and is listed in index.ts. */
export type Operator<Operand> = {
  names: readonly string[];
  /** Parses an operand. @throws BAD_NARROW when its form is invalid */
  parse(operand: unknown, name: string): Operand;
  collect?(operand: Operand, lookups: Lookups): void;
  /** Compiles a parsed operand. @throws BAD_NARROW when it names a channel or person of which the reader may not know */
  compile(operand: Operand, facts: NarrowFacts): CompiledTerm;
  /** Names of operators whose terms are ignored when this operator sets a scope; see with.ts. */
  replaces?: readonly string[];
  cannotBeNegated?: true;
};
