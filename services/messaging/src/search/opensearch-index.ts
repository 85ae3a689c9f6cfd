import { type Logger, lastItem } from '@parley/core';
import type { Db, Tx } from '@parley/db';
import type { MessageId } from '@parley/rules';
import type { SearchExpression } from '@parley/search-text';
import {
  countToRebuild,
  endPending,
  idsToRebuild,
  indexState,
  lockForIndex,
  lockSearchProgress,
  messagesToIndex,
  pendingChanges,
  rebuildOf,
  searchCompleteness,
  setIndexedUntil,
  setRebuiltFrom,
  startFirstBuild,
  startRebuild,
  takeRebuild,
} from '../db/searching/search-documents.ts';
import {
  addPending,
  deleteAllDocuments,
  engineState,
  nextWrite,
  setEngine,
  setLastWrite,
} from '../db/searching/search-engine.ts';
import { documentVersion } from '../domain/searching/search-document.ts';
import { joinRuns } from './join-runs.ts';
import { OpenSearchClient, type OpenSearchConfig } from './opensearch-client.ts';
import { OpenSearchDocuments } from './opensearch-documents.ts';
import { OpenSearchIndexes } from './opensearch-indexes.ts';
import type { CandidateSearch, FoundTerms, IndexState, SearchIndex } from './search-index.ts';

/** Maximum number of messages that one request indexes. */
const batchMessages = 500;
/** How long a search makes missing documents before it goes on without the rest, in milliseconds. */
const catchUpMs = 5_000;
/** How often it is checked that OpenSearch has what PostgreSQL believes, in milliseconds. */
const checkMs = 5_000;

/**
 * Creates the index in OpenSearch. How far it is stands in PostgreSQL, as with the index there: one replica at a time writes, in the
 * transaction that records it.
 */
export const createOpenSearchIndex = (db: Db, logger: Logger, config: OpenSearchConfig): SearchIndex =>
  new OpenSearchIndex(db, logger, config);

class OpenSearchIndex implements SearchIndex {
  readonly catchUp = joinRuns(() => this.#catchUpNow());
  readonly #db: Db;
  readonly #logger: Logger;
  readonly #indexes: OpenSearchIndexes;
  readonly #documents: OpenSearchDocuments;
  #checkedAt = Number.NEGATIVE_INFINITY;
  /** Whether this process has taken over from another engine. It does so once: during an update, replicas differ in what they use. */
  #hasTakenOver = false;

  constructor(db: Db, logger: Logger, config: OpenSearchConfig) {
    const client = new OpenSearchClient(config.url);
    this.#db = db;
    this.#logger = logger;
    this.#indexes = new OpenSearchIndexes(client, config);
    this.#documents = new OpenSearchDocuments(client, config.alias);
  }

  candidates(expression: SearchExpression, asked: CandidateSearch): AsyncIterable<readonly number[]> {
    return this.#documents.candidates(expression, asked);
  }

  fitting(expression: SearchExpression, messageIds: readonly MessageId[]): Promise<ReadonlySet<MessageId>> {
    return this.#documents.fitting(expression, messageIds);
  }

  occurrences(
    expression: SearchExpression,
    messageIds: readonly MessageId[],
  ): Promise<ReadonlyMap<number, FoundTerms>> {
    return this.#documents.occurrences(expression, messageIds);
  }

  /** OpenSearch finds one of thousands of terms as fast as one of those that it has. */
  async known(terms: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(terms);
  }

  addImported(tx: Tx, messageIds: readonly MessageId[]): Promise<void> {
    return addPending(tx, messageIds);
  }

  /** They are among the changes. */
  async indexImported(): Promise<boolean> {
    return false;
  }

  async rebuildSome(signal?: AbortSignal): Promise<boolean> {
    const step = await this.#db.tx((tx) => this.#rebuildStep(tx, signal));
    if (step === 'outdated') await this.restart();
    if (step === 'done') await this.#finishRebuild();
    return step === 'outdated' || step === 'more';
  }

  /** Begins to build an index beside the current one. */
  async restart(): Promise<void> {
    await this.#db.tx(async (tx) => {
      await lockSearchProgress(tx);
      const { engine, currentIndex } = await engineState(tx);
      if (engine !== 'opensearch') return;
      await setEngine(tx, engine, { currentIndex, nextIndex: await this.#indexes.create(tx) });
      await startRebuild(tx, documentVersion);
    });
    await this.#indexes.deleteOthers(this.#db);
  }

  async state(): Promise<IndexState> {
    const { hasLeft, version, bytes: _, ...stored } = await indexState(this.#db);
    const { nextIndex } = await engineState(this.#db);
    const { bytes, trouble } = await this.#indexes.health();
    const isComplete = !hasLeft && version === documentVersion && nextIndex === null;
    return {
      ...stored,
      isComplete,
      bytes,
      engine: 'opensearch',
      ...(trouble !== undefined && { trouble }),
    };
  }

  async left(): Promise<number> {
    return await countToRebuild(this.#db, (await rebuildOf(this.#db)).rebuiltFrom);
  }

  /** Makes sure that the index exists and has what PostgreSQL believes; otherwise all documents are made again. */
  async #check(): Promise<boolean> {
    const state = await engineState(this.#db);
    if (state.engine === 'opensearch' && (await this.#indexes.holdsWrites(state))) {
      this.#hasTakenOver = true;
      return true;
    }
    if (state.engine !== 'opensearch' && this.#hasTakenOver) return false;
    await this.#db.tx(async (tx) => {
      await lockSearchProgress(tx);
      const locked = await engineState(tx);
      if (locked.engine === 'opensearch' && (await this.#indexes.holdsWrites(locked))) return;
      this.#logger.warn({}, 'the search index in OpenSearch is made from the beginning');
      const name = await this.#indexes.create(tx);
      await this.#indexes.pointTo(name);
      await setEngine(tx, 'opensearch', { currentIndex: name, nextIndex: null });
      await startFirstBuild(tx, documentVersion);
      await deleteAllDocuments(tx);
    });
    this.#hasTakenOver = true;
    await this.#indexes.deleteOthers(this.#db);
    return true;
  }

  async #catchUpNow(): Promise<boolean> {
    const until = performance.now() + catchUpMs;
    if (performance.now() - this.#checkedAt >= checkMs) {
      if (!(await this.#check())) {
        this.#logger.warn(
          {},
          'another process keeps the search index elsewhere; this one does not follow it',
        );
        return false;
      }
      this.#checkedAt = performance.now();
    }
    if ((await searchCompleteness(this.#db)).isComplete) return false;
    while (await this.#db.tx((tx) => this.#indexSome(tx))) {
      if (performance.now() < until) continue;
      this.#logger.warn({}, 'the search index is behind; this search does not find the newest changes');
      break;
    }
    return true;
  }

  /** Indexes the messages and changes of one batch. @returns whether there may be more */
  async #indexSome(tx: Tx): Promise<boolean> {
    const { version, hasPending } = await lockSearchProgress(tx);
    const { engine, currentIndex, nextIndex } = await engineState(tx);
    if (engine !== 'opensearch' || currentIndex === null || version > documentVersion) return false;
    // The number is taken before the texts are read: of two writes, the one with the higher number has the newer text.
    const write = await nextWrite(tx);
    const changes = hasPending ? await pendingChanges(tx, batchMessages) : [];
    const added = await messagesToIndex(tx, batchMessages);
    const changedIds = [...new Set(changes.map(({ messageId }) => messageId))];
    const changed = changedIds.length > 0 ? await lockForIndex(tx, changedIds) : [];
    const found = new Set(changed.map(({ id }) => id));
    const gone = changedIds.filter((id) => !found.has(id));
    const newIds = new Set(added.map(({ id }) => id));
    const messages = [...added, ...changed.filter(({ id }) => !newIds.has(id))];
    if (messages.length === 0 && gone.length === 0) return false;
    const indexes = nextIndex === null ? [currentIndex] : [currentIndex, nextIndex];
    await this.#indexes.write(indexes, write, { messages, gone, refresh: true });
    const newest = added.at(-1);
    if (newest) await setIndexedUntil(tx, newest.id);
    const changeIds = changes.map(({ changeId }) => changeId);
    if (changeIds.length > 0) await endPending(tx, changeIds);
    await setLastWrite(tx, write);
    return added.length === batchMessages || changes.length === batchMessages;
  }

  /** Makes the documents of some older messages, in the index beside the current one if there is one. @returns what there is to do next */
  async #rebuildStep(tx: Tx, signal?: AbortSignal): Promise<'nothing' | 'outdated' | 'done' | 'more'> {
    const rebuild = await takeRebuild(tx);
    if (!rebuild || signal?.aborted || rebuild.version > documentVersion) return 'nothing';
    const { engine, currentIndex, nextIndex } = await engineState(tx);
    if (engine !== 'opensearch' || currentIndex === null) return 'nothing';
    if (rebuild.version < documentVersion) return 'outdated';
    const ids = await idsToRebuild(tx, rebuild.rebuiltFrom, batchMessages);
    if (ids.length === 0) return nextIndex === null ? 'nothing' : 'done';
    // Changes wait until this is written. The number is taken when no older text can be written any more.
    const messages = await lockForIndex(tx, ids);
    const refresh = nextIndex === null && ids.length < batchMessages;
    const write = await nextWrite(tx);
    await this.#indexes.write([nextIndex ?? currentIndex], write, { messages, gone: [], refresh });
    await setRebuiltFrom(tx, lastItem(ids), ids.length);
    return 'more';
  }

  /** Makes the index that was built beside the current one the current one, once nothing is left to do. */
  async #finishRebuild(): Promise<void> {
    await this.#db.tx(async (tx) => {
      await lockSearchProgress(tx);
      const { engine, nextIndex } = await engineState(tx);
      const rebuild = await takeRebuild(tx);
      if (engine !== 'opensearch' || nextIndex === null || !rebuild || rebuild.version !== documentVersion)
        return;
      if ((await idsToRebuild(tx, rebuild.rebuiltFrom, 1)).length > 0) return;
      await this.#indexes.refresh(nextIndex);
      await this.#indexes.pointTo(nextIndex);
      await setEngine(tx, 'opensearch', { currentIndex: nextIndex, nextIndex: null });
    });
    await this.#indexes.deleteOthers(this.#db);
  }
}
