import type { Query } from '@parley/db';
import type { SearchExpression } from '@parley/search-text';
import type { StoredState } from '../db/search-documents.ts';
import type { Occurrences } from '../domain/relevance.ts';

/** Which matching messages to find: those closest to an ID on one of its sides, in this order. */
export type NearestSearch = {
  anchor: number;
  direction: 'older' | 'newer';
  limit: number;
  /** Only messages with IDs above and below these. */
  above: number;
  below: number;
  /** Only messages whose topic has the words. */
  inTopic?: boolean;
  /** Only messages of this channel. */
  channelId?: number | undefined;
  /** SQL condition on message `m`. It contains what the reader may read. */
  where: Query;
};

/** What the index says about itself. */
export type IndexState = Omit<StoredState, 'version' | 'hasLeft'> & {
  /** Whether all messages have documents of the current analysis, so that there is nothing to rebuild. */
  isComplete: boolean;
};

/**
 * The index of the texts of messages. Everything that searches uses this interface and nothing else of an index, so that another
 * search engine can take its place.
 */
export interface SearchIndex {
  /** Brings the index up to all changes that were committed before the call. */
  catchUp(): Promise<void>;
  /** Returns the IDs of matching messages, the closest first. The result is exact. */
  nearest(expression: SearchExpression, search: NearestSearch): Promise<number[]>;
  /** Returns where the terms of an expression occur in messages, by message ID, and how many terms each message has. */
  occurrences(
    expression: SearchExpression,
    messageIds: readonly number[],
  ): Promise<ReadonlyMap<number, { occurrences: Occurrences; length: number }>>;
  /** Returns which of the terms any message has. The answer is for building searches; nobody may see it. */
  known(terms: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns a SQL condition on message `m`: its text matches. For messages that are selected by something else. */
  matches(expression: SearchExpression): Query;
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
