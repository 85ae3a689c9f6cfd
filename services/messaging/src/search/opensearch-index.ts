import type { Logger } from '@parley/core';
import type { Db, Tx } from '@parley/db';
import { matches, type SearchExpression } from '@parley/search-text';
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
} from '../db/search-documents.ts';
import {
  addPending,
  deleteAllDocuments,
  type EngineState,
  engineState,
  nextWrite,
  setEngine,
  setLastWrite,
} from '../db/search-engine.ts';
import { documentVersion, type IndexedText, readDocument } from '../domain/search-document.ts';
import { linesOf } from './documents-of.ts';
import { foundTermsOf } from './found-terms.ts';
import { joinRuns } from './join-runs.ts';
import { OpenSearchClient, type OpenSearchConfig, OpenSearchError } from './opensearch-client.ts';
import { indexDefinition, queryFor, type StoredDocument, type StoredWrite } from './opensearch-query.ts';
import { type CandidateSearch, maxStep, type SearchIndex } from './search-index.ts';

/** Maximum number of messages that one request indexes. */
const batchMessages = 500;
/** How long a search makes missing documents before it goes on without the rest, in milliseconds. */
const catchUpMs = 5_000;
/** How often it is checked that OpenSearch has what PostgreSQL believes, in milliseconds. */
const checkMs = 5_000;
/** By which factor steps grow. */
const growth = 4;
/** The document of an index with the number of its last write. */
const writeId = 'write';

type Hits<Source> = { hits: { hits: { _source: Source; sort: [number] }[] } };
type Bulk = { items: Record<string, { status: number; error?: { reason: string } }>[] };

/**
 * Creates the index in OpenSearch. How far it is stands in PostgreSQL, as with the index there: one replica at a time writes, in the
 * transaction that records it. Each write has a number, so one that arrives late, from a process that has died meanwhile, replaces nothing.
 */
export function createOpenSearchIndex(db: Db, logger: Logger, config: OpenSearchConfig): SearchIndex {
  const client = new OpenSearchClient(config.url);
  let checkedAt = Number.NEGATIVE_INFINITY;
  /** Whether this process has taken over from another engine. It does so once: during an update, replicas differ in what they use. */
  let hasTakenOver = false;

  /** Makes sure that the index exists and has what PostgreSQL believes; otherwise all documents are made again. */
  async function check(): Promise<boolean> {
    const state = await engineState(db);
    if (state.engine === 'opensearch' && (await holdsWrites(state))) {
      hasTakenOver = true;
      return true;
    }
    if (state.engine !== 'opensearch' && hasTakenOver) return false;
    await db.tx(async (tx) => {
      await lockSearchProgress(tx);
      const locked = await engineState(tx);
      if (locked.engine === 'opensearch' && (await holdsWrites(locked))) return;
      logger.warn({}, 'the search index in OpenSearch is made from the beginning');
      const name = await createIndex(tx);
      await pointTo(name);
      await setEngine(tx, 'opensearch', { currentIndex: name, nextIndex: null });
      await startFirstBuild(tx, documentVersion);
      await deleteAllDocuments(tx);
    });
    hasTakenOver = true;
    await deleteOtherIndexes();
    return true;
  }

  /**
   * Returns whether the current index has the last write that PostgreSQL knows of, and none that was never begun: otherwise one of the
   * two was restored from a backup.
   */
  async function holdsWrites({ currentIndex, lastWrite, lastBegun }: EngineState): Promise<boolean> {
    if (currentIndex === null) return false;
    const found = await client.find<{ _source: StoredWrite }>('GET', `/${currentIndex}/_doc/${writeId}`);
    return found !== undefined && found._source.write >= lastWrite && found._source.write <= lastBegun;
  }

  async function createIndex(tx: Tx): Promise<string> {
    const write = await nextWrite(tx);
    const name = `${config.alias}-${write}`;
    // There is one of this name where PostgreSQL was restored from a backup.
    await client.find('DELETE', `/${name}`);
    await client.send('PUT', `/${name}`, indexDefinition(config));
    await send([name], write, { messages: [], gone: [], refresh: true });
    return name;
  }

  const pointTo = (name: string): Promise<unknown> =>
    client.send('POST', '/_aliases', {
      actions: [
        { remove: { index: `${config.alias}-*`, alias: config.alias, must_exist: false } },
        { add: { index: name, alias: config.alias } },
      ],
    });

  /** Deletes indexes that are of no use any more, as far as Parley has made them. */
  async function deleteOtherIndexes(): Promise<void> {
    const { currentIndex, nextIndex } = await engineState(db);
    const all = (await client.find<object>('GET', `/${config.alias}-*/_alias`)) ?? {};
    const isOurs = (name: string) => /^\d+$/.test(name.slice(config.alias.length + 1));
    const useless = Object.keys(all).filter(
      (name) => isOurs(name) && name !== currentIndex && name !== nextIndex,
    );
    for (const name of useless) await client.find('DELETE', `/${name}`);
  }

  /** Writes documents, and deletes those of other messages. Where an index has a newer write, it keeps that. */
  async function send(
    indexes: readonly string[],
    write: number,
    {
      messages,
      gone,
      refresh,
    }: { messages: readonly IndexedText[]; gone: readonly number[]; refresh: boolean },
  ): Promise<void> {
    const lines = await linesOf(messages);
    const documents = messages.map(({ id, channelId }, at): StoredDocument => {
      const { content, topic } = lines[at]!;
      return { id, channel: channelId, words: [content, topic], topic };
    });
    const body: object[] = [];
    for (const _index of indexes) {
      const at = (_id: string) => ({ _index, _id, version: write, version_type: 'external' });
      for (const document of documents) body.push({ index: at(String(document.id)) }, document);
      for (const id of gone) body.push({ delete: at(String(id)) });
      body.push({ index: at(writeId) }, { write } satisfies StoredWrite);
    }
    const text = body.map((line) => `${JSON.stringify(line)}\n`).join('');
    const { items } = await client.send<Bulk>('POST', `/_bulk?refresh=${refresh}`, text);
    // 409: a newer write has come first. 404: there was nothing to delete.
    const refused = items
      .flatMap((item) => Object.values(item))
      .find(({ status }) => status >= 400 && status !== 409 && status !== 404);
    if (refused) throw new OpenSearchError(refused.status, refused.error?.reason ?? 'a document was refused');
  }

  /** Indexes the messages and changes of one batch. @returns whether there may be more */
  async function indexSome(): Promise<boolean> {
    return await db.tx(async (tx) => {
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
      await send(indexes, write, { messages, gone, refresh: true });
      const newest = added.at(-1);
      if (newest) await setIndexedUntil(tx, newest.id);
      if (changes.length > 0)
        await endPending(
          tx,
          changes.map(({ changeId }) => changeId),
        );
      await setLastWrite(tx, write);
      return added.length === batchMessages || changes.length === batchMessages;
    });
  }

  async function catchUpNow(): Promise<boolean> {
    const until = performance.now() + catchUpMs;
    if (performance.now() - checkedAt >= checkMs) {
      if (!(await check())) {
        logger.warn({}, 'another process keeps the search index elsewhere; this one does not follow it');
        return false;
      }
      checkedAt = performance.now();
    }
    if ((await searchCompleteness(db)).isComplete) return false;
    while (await indexSome()) {
      if (performance.now() < until) continue;
      logger.warn({}, 'the search index is behind; this search does not find the newest changes');
      break;
    }
    return true;
  }

  const search = <Source>(body: object): Promise<Hits<Source>> =>
    client.send<Hits<Source>>('POST', `/${config.alias}/_search`, { track_total_hits: false, ...body });

  async function* candidates(
    expression: SearchExpression,
    asked: CandidateSearch,
  ): AsyncGenerator<readonly number[]> {
    const { filter, isExact } = queryFor(expression, asked);
    const body = {
      query: { bool: { filter } },
      sort: [{ id: asked.direction === 'older' ? 'desc' : 'asc' }],
      _source: isExact ? false : [asked.inTopic ? 'topic' : 'words'],
    };
    let after: [number] | undefined;
    for (let size = Math.min(asked.wanted, maxStep); ; size = Math.min(size * growth, maxStep)) {
      const { hits } = (
        await search<StoredDocument>({ ...body, size, ...(after && { search_after: after }) })
      ).hits;
      const fitting = isExact ? hits : hits.filter(({ _source }) => matches(expression, textOf(_source)));
      if (fitting.length > 0) yield fitting.map(({ sort }) => sort[0]);
      if (hits.length < size) return;
      after = hits.at(-1)!.sort;
    }
  }

  async function documentsByIds(messageIds: readonly number[]): Promise<StoredDocument[]> {
    const found: StoredDocument[] = [];
    for (let first = 0; first < messageIds.length; first += maxStep) {
      const ids = messageIds.slice(first, first + maxStep);
      const query = { bool: { filter: [{ terms: { id: ids } }] } };
      const { hits } = (await search<StoredDocument>({ query, size: ids.length, _source: ['id', 'words'] }))
        .hits;
      found.push(...hits.map(({ _source }) => _source));
    }
    return found;
  }

  /** Makes the index that was built beside the current one the current one, once nothing is left to do. */
  async function finishRebuild(): Promise<void> {
    await db.tx(async (tx) => {
      await lockSearchProgress(tx);
      const { engine, nextIndex } = await engineState(tx);
      const rebuild = await takeRebuild(tx);
      if (engine !== 'opensearch' || nextIndex === null || !rebuild || rebuild.version !== documentVersion)
        return;
      if ((await idsToRebuild(tx, rebuild.rebuiltFrom, 1)).length > 0) return;
      await client.send('POST', `/${nextIndex}/_refresh`);
      await pointTo(nextIndex);
      await setEngine(tx, 'opensearch', { currentIndex: nextIndex, nextIndex: null });
    });
    await deleteOtherIndexes();
  }

  /** Begins to build an index beside the current one. */
  async function restart(): Promise<void> {
    await db.tx(async (tx) => {
      await lockSearchProgress(tx);
      const { engine, currentIndex } = await engineState(tx);
      if (engine !== 'opensearch') return;
      await setEngine(tx, engine, { currentIndex, nextIndex: await createIndex(tx) });
      await startRebuild(tx, documentVersion);
    });
    await deleteOtherIndexes();
  }

  return {
    catchUp: joinRuns(catchUpNow),
    candidates,
    async fitting(expression, messageIds) {
      const documents = await documentsByIds(messageIds);
      return new Set(documents.filter((each) => matches(expression, textOf(each))).map(({ id }) => id));
    },
    async occurrences(expression, messageIds) {
      const found = foundTermsOf(expression);
      const documents = await documentsByIds(messageIds);
      return new Map(documents.map((each) => [each.id, found(wordsOf(each))]));
    },
    // OpenSearch finds one of thousands of terms as fast as one of those that it has.
    known: async (terms) => new Set(terms),
    addImported: addPending,
    // They are among the changes.
    indexImported: async () => false,
    async rebuildSome(signal) {
      const step = await db.tx(async (tx) => {
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
        await send([nextIndex ?? currentIndex], await nextWrite(tx), { messages, gone: [], refresh });
        await setRebuiltFrom(tx, ids.at(-1)!, ids.length);
        return 'more';
      });
      if (step === 'outdated') await restart();
      if (step === 'done') await finishRebuild();
      return step === 'outdated' || step === 'more';
    },
    restart,
    async state() {
      const { hasLeft, version, bytes: _, ...stored } = await indexState(db);
      const { nextIndex } = await engineState(db);
      const { bytes, trouble } = await health();
      const isComplete = !hasLeft && version === documentVersion && nextIndex === null;
      return {
        ...stored,
        isComplete,
        bytes,
        engine: 'opensearch',
        ...(trouble !== undefined && { trouble }),
      };
    },
    left: async () => await countToRebuild(db, (await rebuildOf(db)).rebuiltFrom),
  };

  async function health(): Promise<{ bytes: number; trouble?: string }> {
    try {
      const { status } = await client.send<{ status: string }>('GET', `/_cluster/health/${config.alias}-*`);
      const { _all } = await client.send<{ _all: { total: { store?: { size_in_bytes: number } } } }>(
        'GET',
        `/${config.alias}-*/_stats/store`,
      );
      const bytes = _all.total.store?.size_in_bytes ?? 0;
      return status === 'red' ? { bytes, trouble: 'parts of the index are missing (red)' } : { bytes };
    } catch (error) {
      const { cause = error } = error as { cause?: unknown };
      return { bytes: 0, trouble: `OpenSearch does not answer: ${String(cause)}` };
    }
  }
}

/** Returns a document as one line, as PostgreSQL stores it (domain/search-document.ts). */
const wordsOf = ({ words: [content, topic] }: Pick<StoredDocument, 'words'>): string =>
  `${content} #c0 ${topic}`.trim();

/** Returns the terms of what was asked for: of the topic alone, or of the whole document. */
const textOf = (document: Partial<StoredDocument>) =>
  readDocument(document.words ? wordsOf({ words: document.words }) : (document.topic ?? ''));
