import { type Logger, lastItem } from '@parley/core';
import type { Db, Tx } from '@parley/db';
import type { MessageId } from '@parley/rules';
import { matches, type SearchExpression } from '@parley/search-text';
import {
  addDocuments,
  countToRebuild,
  deleteDocuments,
  documentsByIds,
  endPending,
  findDocuments,
  idsToRebuild,
  indexState,
  knownTerms,
  lockForIndex,
  lockSearchProgress,
  messagesToIndex,
  partitionsOf,
  pendingChanges,
  rebuildOf,
  replaceDocuments,
  searchCompleteness,
  searchSettings,
  setIndexedUntil,
  setRebuiltFrom,
  startFirstBuild,
  startRebuild,
  takeRebuild,
} from '../db/searching/search-documents.ts';
import { deleteAllDocuments, engineState, setEngine } from '../db/searching/search-engine.ts';
import {
  addWaitingImported,
  countWaitingImported,
  takeWaitingImported,
} from '../db/searching/search-imported.ts';
import { conditionOn } from '../domain/searching/document-pattern.ts';
import {
  channelTerm,
  documentVersion,
  partitionOf,
  readDocument,
} from '../domain/searching/search-document.ts';
import { type Partition, type Piece, piecesBeyond, stepsOf } from '../domain/searching/search-steps.ts';
import { askableOf, isAskable, oneOf, tsqueriesFor } from '../domain/searching/text-query.ts';
import { documentsOf } from './documents-of.ts';
import { foundTermsOf } from './found-terms.ts';
import { joinRuns } from './join-runs.ts';
import {
  type CandidateSearch,
  type FoundTerms,
  type IndexState,
  maxStep,
  type SearchIndex,
} from './search-index.ts';

/** Maximum number of messages that one transaction indexes, so that searches do not wait long for it. */
const batchMessages = 500;
/** How long a search makes missing documents before it goes on without the rest, in milliseconds. */
const catchUpMs = 5_000;

/** How long the sizes of partitions are remembered, in milliseconds. Only the number of steps depends on them. */
const partitionsMs = 10_000;

/** By which factor steps grow. */
const growth = 4;

/** Creates the index in PostgreSQL (migration 0033). */
export const createPostgresIndex = (db: Db, logger: Logger): SearchIndex => new PostgresIndex(db, logger);

/** What to ask the index of terms for, apart from where and how many. */
type Query = Omit<Parameters<typeof findDocuments>[1], 'pieces' | 'limit'>;

class PostgresIndex implements SearchIndex {
  readonly catchUp = joinRuns(() => this.#catchUpNow());
  readonly #db: Db;
  readonly #logger: Logger;
  #indexedUntil = 0;
  #currentFrom = Number.POSITIVE_INFINITY;
  #hasTakenOver = false;
  /** First IDs of partitions that exist. */
  readonly #knownPartitions = new Set<number>();
  #partitions: { readonly list: Promise<Partition[]>; readonly until: number } | undefined;

  constructor(db: Db, logger: Logger) {
    this.#db = db;
    this.#logger = logger;
  }

  async *candidates(
    expression: SearchExpression,
    search: CandidateSearch,
  ): AsyncGenerator<readonly number[]> {
    const query = queryOf(expression, search);
    const steps = stepsOf(
      {
        from: search.above + 1,
        // Nothing above `indexedUntil` has a document.
        to: Math.min(search.below, this.#indexedUntil + 1),
        direction: search.direction,
      },
      {
        partitions: await this.#listPartitions(),
        indexedUntil: this.#indexedUntil,
        currentFrom: this.#currentFrom,
      },
    );
    // The first step is read by itself, because it is enough for most searches, and all others in one statement, which stops when it has
    // found enough.
    let [first = [], ...others] = steps;
    let limit = Math.min(search.wanted, maxStep);
    while (first.length > 0) {
      const ids = await this.#inPieces(query, first, others.flat(), limit);
      if (ids.length > 0) yield ids;
      if (ids.length < limit) return;
      [first = [], ...others] = stepsBeyond([first, ...others], lastItem(ids), search.direction);
      limit = Math.min(limit * growth, maxStep);
    }
  }

  async fitting(
    expression: SearchExpression,
    messageIds: readonly MessageId[],
  ): Promise<ReadonlySet<MessageId>> {
    const documents = await documentsByIds(this.#db, messageIds);
    const fits = documents.filter(({ words }) => matches(expression, readDocument(words)));
    return new Set(fits.map(({ messageId }) => messageId));
  }

  async occurrences(
    expression: SearchExpression,
    messageIds: readonly MessageId[],
  ): Promise<ReadonlyMap<number, FoundTerms>> {
    const documents = await documentsByIds(this.#db, messageIds);
    const found = foundTermsOf(expression);
    return new Map(documents.map(({ messageId, words }) => [messageId, found(words)]));
  }

  async known(terms: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(await knownTerms(this.#db, terms));
  }

  addImported(tx: Tx, messageIds: readonly MessageId[]): Promise<void> {
    return addWaitingImported(tx, messageIds);
  }

  async indexImported(): Promise<boolean> {
    return await this.#db.tx(async (tx) => {
      const messages = await takeWaitingImported(tx, batchMessages);
      if (messages === undefined) return false;
      if (messages.length > 0) await addDocuments(tx, await documentsOf(messages));
      return true;
    });
  }

  async rebuildSome(signal?: AbortSignal): Promise<boolean> {
    return await this.#db.tx(async (tx) => {
      const rebuild = await takeRebuild(tx);
      if (!rebuild || signal?.aborted || rebuild.version > documentVersion) return false;
      if ((await engineState(tx)).engine !== 'postgresql') return false;
      if (rebuild.version < documentVersion) {
        await startRebuild(tx, documentVersion);
        return true;
      }
      const ids = await idsToRebuild(tx, rebuild.rebuiltFrom, batchMessages);
      if (ids.length === 0) return false;
      await rewrite(tx, ids);
      await setRebuiltFrom(tx, lastItem(ids), ids.length);
      return ids.length === batchMessages;
    });
  }

  async restart(): Promise<void> {
    await this.#db.tx((tx) => startRebuild(tx, documentVersion));
  }

  async state(): Promise<IndexState> {
    const { hasLeft, version, ...state } = await indexState(this.#db);
    const hasImported = (await countWaitingImported(this.#db)) > 0;
    const isComplete = !hasLeft && !hasImported && version === documentVersion;
    return { ...state, isComplete, engine: 'postgresql' };
  }

  async left(): Promise<number> {
    const older = await countToRebuild(this.#db, (await rebuildOf(this.#db)).rebuiltFrom);
    return older + (await countWaitingImported(this.#db));
  }

  async #catchUpNow(): Promise<boolean> {
    const until = performance.now() + catchUpMs;
    const { isComplete, ...progress } = await searchCompleteness(this.#db);
    if (progress.engine !== 'postgresql') return await this.#takeOver();
    this.#hasTakenOver = true;
    this.#indexedUntil = progress.indexedUntil;
    this.#currentFrom =
      progress.version === documentVersion ? progress.currentFrom : Number.POSITIVE_INFINITY;
    if (isComplete) return false;
    while (await this.#indexSome()) {
      if (performance.now() < until) continue;
      this.#logger.warn({}, 'the search index is behind; this search does not find the newest changes');
      break;
    }
    return true;
  }

  /** Begins to make all documents, if this process has just started. During an update, replicas differ in what they use. */
  async #takeOver(): Promise<boolean> {
    if (this.#hasTakenOver) {
      this.#logger.warn({}, 'another process keeps the search index elsewhere; this one does not follow it');
      return false;
    }
    this.#hasTakenOver = true;
    await this.#db.tx(async (tx) => {
      const { engine } = await lockSearchProgress(tx);
      if (engine === 'postgresql') return;
      this.#logger.warn({}, 'the search index in PostgreSQL is made from the beginning');
      await deleteAllDocuments(tx);
      await setEngine(tx, 'postgresql', { currentIndex: null, nextIndex: null });
      await startFirstBuild(tx, documentVersion);
    });
    return await this.#catchUpNow();
  }

  /** Indexes the messages and changes of one batch. @returns whether there may be more */
  async #indexSome(): Promise<boolean> {
    const { until, messageIds, mayContinue } = await this.#db.tx(async (tx) => {
      // Sent together: the messages are read after the lock was taken.
      const [{ indexedUntil: until, version, hasPending, engine }, added] = await Promise.all([
        lockSearchProgress(tx),
        messagesToIndex(tx, batchMessages),
      ]);
      // A newer release makes other documents. It indexes all messages until this process is replaced.
      if (version > documentVersion || engine !== 'postgresql')
        return { until, messageIds: [], mayContinue: false };
      const newest = added.at(-1);
      if (newest) {
        const documents = await documentsOf(added);
        await Promise.all([
          addDocuments(tx, documents, this.#knownPartitions),
          setIndexedUntil(tx, newest.id),
        ]);
      }
      const changes = hasPending ? await pendingChanges(tx, batchMessages) : [];
      if (changes.length > 0) await rewrite(tx, [...new Set(changes.map(({ messageId }) => messageId))]);
      const changeIds = changes.map(({ changeId }) => changeId);
      if (changeIds.length > 0) await endPending(tx, changeIds);
      const mayContinue = added.length === batchMessages || changes.length === batchMessages;
      return { until: newest?.id ?? until, messageIds: added.map(({ id }) => id), mayContinue };
    });
    for (const id of messageIds) this.#knownPartitions.add(partitionOf(id));
    this.#indexedUntil = until;
    return mayContinue;
  }

  /** Returns the partitions with their sizes, which may be a few seconds old. */
  async #listPartitions(): Promise<Partition[]> {
    if (!this.#partitions || performance.now() >= this.#partitions.until) {
      const list = partitionsOf(this.#db);
      this.#partitions = { list, until: performance.now() + partitionsMs };
      list.catch(() => {
        this.#partitions = undefined;
      });
    }
    return await this.#partitions.list;
  }

  /** Reads the first parts, and the others where the first ones have too few. The settings and the first statement are sent together. */
  async #inPieces(
    query: Query,
    first: readonly Piece[],
    others: readonly Piece[],
    limit: number,
  ): Promise<number[]> {
    const { value } = await this.#db.snapshot(async (tx) => {
      const [, found] = await Promise.all([
        tx.execute(searchSettings),
        findDocuments(tx, { ...query, pieces: first, limit }),
      ]);
      const missing = limit - found.length;
      if (missing <= 0 || others.length === 0) return found;
      return [...found, ...(await findDocuments(tx, { ...query, pieces: others, limit: missing }))];
    });
    return value;
  }
}

/** Returns what is left of steps beyond a message. */
const stepsBeyond = (
  steps: readonly (readonly Piece[])[],
  messageId: MessageId,
  direction: CandidateSearch['direction'],
): Piece[][] =>
  steps.map((pieces) => piecesBeyond(pieces, messageId, direction)).filter((pieces) => pieces.length > 0);

/** Makes the documents of messages again, and deletes those of deleted messages. Locks keep changes out meanwhile. */
async function rewrite(tx: Tx, messageIds: readonly MessageId[]): Promise<void> {
  const messages = await lockForIndex(tx, messageIds);
  const found = new Set(messages.map(({ id }) => id));
  const gone = messageIds.filter((id) => !found.has(id));
  if (messages.length > 0) await replaceDocuments(tx, await documentsOf(messages));
  if (gone.length > 0) await deleteDocuments(tx, gone);
}

/** Returns what to ask the index of terms for, and what it cannot tell. */
function queryOf(
  expression: SearchExpression,
  { inTopic = false, channelId, direction }: CandidateSearch,
): Query {
  const known = { absence: !inTopic };
  const terms = askableOf(expression, known);
  if (!terms) throw new Error('A search needs a term that is found by the index.');
  const tsqueries = tsqueriesFor(terms);
  const inexact = expression.root.items.filter((item) => inTopic || !isAskable(item, known));
  return {
    tsqueries: channelId === undefined ? tsqueries : [...tsqueries, oneOf([channelTerm(channelId)])],
    conditions: inexact.map((item) => conditionOn(item, inTopic)),
    direction,
  };
}
