import type { Query } from '@parley/db';
import type { Channel, User } from '@parley/proto/events/v1/facts';
import type { UnreadScope } from '../domain/unread-scope.ts';
import type { Visibility } from '../domain/visibility.ts';

/** A narrow term of a request, its operand parsed from JSON. */
export type RawTerm = { operator: string; operand: unknown; negated: boolean };

/** Operands of `channels`: sets of channels that share a property. */
export type ChannelKind = 'public' | 'web-public' | 'archived';

/** The data that operators need. It is collected from all terms and looked up together. */
export type Lookups = {
  channelIds: Set<number>;
  channelNames: Set<string>;
  userIds: Set<number>;
  emails: Set<string>;
  channelKinds: Set<ChannelKind>;
  /** IDs of messages to whose conversation a term refers. */
  messageIds: Set<number>;
  /** Whether the reader's topic policies are needed. */
  topicPolicies: boolean;
};

/** A topic that the reader has muted, unmuted or followed. */
export type TopicPolicy = { channelId: number; topic: string; policy: 'muted' | 'unmuted' | 'followed' };

/** The topic or conversation of a message that the reader may read. */
export type MessagePlace = { channel: Channel; topic: string } | { conversationId: number };

/** The reader and the results of the lookups. */
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

/** The messages from which a narrow selects, before its conditions. */
export type Scope =
  /** The reader's own history. */
  | { kind: 'history' }
  /** All that the reader may read of one channel. */
  | { kind: 'channel'; channel: Channel }
  /** All that the reader may read of several channels. */
  | { kind: 'channels'; channels: readonly Channel[] }
  /** The reader's direct messages. */
  | { kind: 'direct' };

/** A compiled term: a condition on message `m`, and the scope that the term requires when it is not negated. */
export type CompiledTerm = {
  condition: Query;
  scope?: Scope;
  /** Every message of the scope meets the condition. */
  impliedByScope?: true;
  /** No direct message meets the condition. */
  onlyChannels?: true;
  /** Direct messages that meet the condition are in conversations with this person. */
  directWith?: number;
  /** The term selects unread messages, which have their own queries. */
  isUnread?: true;
  /**
   * Few messages meet the condition, or an index finds them. The query starts from the condition and not from channels.
   */
  isSelective?: true;
  /** Selects starred messages, including those in channels outside the reader's own history. */
  reachesStarred?: true;
  /** Selects messages that mention the reader, including those in channels outside the reader's own history. */
  reachesMentions?: true;
  /** Words and phrases to search for. */
  searchTerms?: readonly string[];
};

/** A narrow operator. Each has its own file and is listed in index.ts. */
export type Operator<Operand> = {
  /** Name and aliases. */
  names: readonly string[];
  /** Checks the operand's form. @throws BAD_NARROW */
  parse(operand: unknown, name: string): Operand;
  /** Adds the data that `compile` needs to the lookups. */
  collect?(operand: Operand, lookups: Lookups): void;
  /** Compiles an operand. @throws BAD_NARROW when it names something that the reader may not know */
  compile(operand: Operand, facts: NarrowFacts): CompiledTerm;
  /** Operators whose terms this operator replaces; see `with`. */
  replaces?: readonly string[];
  cannotBeNegated?: true;
};
