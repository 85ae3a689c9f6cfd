import type { Tx } from '@parley/db';
import type { ChannelId, MessageId } from '@parley/rules';
import type { SearchExpression } from '@parley/search-text';
import type { EngineName } from '../db/searching/search-engine.ts';
import type { Occurrences } from '../domain/searching/relevance.ts';

/**
 * Which messages to look for. Nothing of this depends on a reader: what the reader may read and what else was asked for is checked
 * afterwards, message by message (reading/find-readable.ts).
 */
export type CandidateSearch = {
  /** Only messages with IDs above and below these. */
  above: number;
  below: number;
  /** In which order: the newest first, or the oldest first. */
  direction: 'older' | 'newer';
  /** Number of messages that are wanted; of the first step at least as many, if there are. */
  wanted: number;
  /** Only messages whose topic has the words. */
  inTopic?: boolean;
  /** Only messages of this channel. */
  channelId?: ChannelId | undefined;
};

/** Maximum number of messages in a step, so that every answer of an index is bounded. */
export const maxStep = 8_192;

/** What the index says about itself. */
export type IndexState = {
  /** Whether all messages have documents of the current analysis, so that there is nothing to rebuild. */
  isComplete: boolean;
  /** Number of messages that are not in the index yet, and of changes that it does not have; counted up to a limit. */
  waiting: number;
  pending: number;
  /** Seconds since the oldest of these messages was sent; 0 without any. */
  lagSeconds: number;
  /** Size of the index. */
  bytes: number;
  /** Number of documents that the current or last rebuild has made. */
  rebuilt: number;
  /** When it began, in seconds since the Unix epoch; null when there was none. */
  startedAt: number | null;
  /** What keeps the index. */
  engine: EngineName;
  /** What is wrong with the engine; undefined when nothing is. */
  trouble?: string | undefined;
};

/**
 * Where the terms of a search occur in a message, from which position on they are in the topic, which positions are those of identifiers
 * that have one of them, and how many terms the message has.
 */
export type FoundTerms = {
  occurrences: Occurrences;
  topicFrom: number;
  inIdentifiers: ReadonlySet<number>;
  length: number;
};

/**
 * The index of the texts of messages. Everything that searches uses this interface and nothing else of an index. It knows no readers and
 * no SQL: it finds IDs by words. There are two implementations, which pass the same tests: PostgreSQL and OpenSearch.
 */
export interface SearchIndex {
  /** Brings the index up to all changes that were committed before the call. @returns whether it lacked any */
  catchUp(): Promise<boolean>;
  /**
   * Returns the IDs of all messages that fit, in their order, in steps that grow up to `maxStep`. Whoever has enough after a step
   * reads no further: nothing that a later step would return belongs before it.
   */
  candidates(expression: SearchExpression, search: CandidateSearch): AsyncIterable<readonly number[]>;
  /** Returns those of the messages that fit. */
  fitting(expression: SearchExpression, messageIds: readonly MessageId[]): Promise<ReadonlySet<MessageId>>;
  /** Returns where the terms of an expression occur in messages, by message ID. */
  occurrences(
    expression: SearchExpression,
    messageIds: readonly MessageId[],
  ): Promise<ReadonlyMap<number, FoundTerms>>;
  /** Returns the terms that a message has, perhaps with others. The answer is for building searches; nobody may see it. */
  known(terms: readonly string[]): Promise<ReadonlySet<string>>;
  /** Notes messages of an import, in the transaction that stores them. They are found when `indexImported` has taken them in. */
  addImported(tx: Tx, messageIds: readonly MessageId[]): Promise<void>;
  /** Takes some messages of imports in, while no import is under way. @returns whether there may be more to do */
  indexImported(): Promise<boolean>;
  /**
   * Makes the documents of some older messages, after an update or for a new analysis. A restart continues where it ended.
   * @returns whether there may be more to do
   */
  rebuildSome(signal?: AbortSignal): Promise<boolean>;
  /** Begins to make all documents again. */
  restart(): Promise<void>;
  state(): Promise<IndexState>;
  /** Returns how many messages a rebuild still has to do. Counting them takes a second for ten million. */
  left(): Promise<number>;
}
