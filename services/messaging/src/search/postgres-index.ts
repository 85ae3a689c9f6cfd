import type { Logger } from '@parley/core';
import { type Db, plannedForValues, type Tx } from '@parley/db';
import {
  addDocuments,
  deleteDocuments,
  documentMatches,
  endPending,
  findDocuments,
  idsToRebuild,
  knownTerms,
  lockForIndex,
  lockSearchProgress,
  messagesAfter,
  pendingChanges,
  rebuildOf,
  replaceDocuments,
  searchCompleteness,
  setIndexedUntil,
  setRebuiltFrom,
  startRebuild,
  takeRebuild,
  termsOf,
} from '../db/search-documents.ts';
import { blockOf, blockSize, blockTerm, channelTerm, documentVersion } from '../domain/search-document.ts';
import { askedTerms, topicTsqueryFor, tsqueryFor, withOneOf } from '../domain/text-query.ts';
import { documentsOf } from './documents-of.ts';
import type { IndexState, NearestSearch, SearchIndex } from './search-index.ts';

/** Maximum number of messages that one transaction indexes, so that searches do not wait long for it. */
const batchMessages = 500;
/** How long a search makes missing documents before it goes on without the rest, in milliseconds. */
const catchUpMs = 5_000;

/**
 * Numbers of blocks of IDs that a search reads, one step after the other until it has found enough. The last step reads all
 * others. A frequent word fills a page in the first step, and for a rare word a step costs next to nothing.
 */
const steps = [2, 16, 128] as const;

/** Creates the index in PostgreSQL (migration 0022). */
export function createPostgresIndex(db: Db, logger: Logger): SearchIndex {
  let indexedUntil = 0;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  /** Indexes the messages and changes of one batch. @returns whether there may be more */
  async function indexSome(): Promise<boolean> {
    const { until, mayContinue } = await db.tx(async (tx) => {
      const until = await lockSearchProgress(tx);
      // A newer release makes other documents. It indexes all messages until this process is replaced.
      if ((await rebuildOf(tx)).version > documentVersion) return { until, mayContinue: false };
      const added = await messagesAfter(tx, until, batchMessages);
      if (added.length > 0) await addDocuments(tx, await documentsOf(added));
      const changes = await pendingChanges(tx, batchMessages);
      if (changes.length > 0) await rewrite(tx, [...new Set(changes.map(({ messageId }) => messageId))]);
      const changeIds = changes.map(({ changeId }) => changeId);
      if (changeIds.length > 0) await endPending(tx, changeIds);
      const newest = added.at(-1);
      if (newest) await setIndexedUntil(tx, newest.id);
      const mayContinue = added.length === batchMessages || changes.length === batchMessages;
      return { until: newest?.id ?? until, mayContinue };
    });
    indexedUntil = until;
    return mayContinue;
  }

  async function catchUpNow(): Promise<void> {
    const until = performance.now() + catchUpMs;
    const { isComplete, ...progress } = await searchCompleteness(db);
    indexedUntil = progress.indexedUntil;
    if (isComplete) return;
    while (await indexSome()) {
      if (performance.now() < until) continue;
      logger.warn({}, 'the search index is behind; this search does not find the newest changes');
      return;
    }
  }

  return {
    // A call joins the run that begins after the current one, because the current one may have missed what was committed since.
    async catchUp() {
      if (!running) {
        running = catchUpNow().finally(() => {
          running = undefined;
        });
        return await running;
      }
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = undefined;
          running = catchUpNow().finally(() => {
            running = undefined;
          });
          return running;
        });
      return await next;
    },
    async nearest(expression, search) {
      const words = search.inTopic ? topicTsqueryFor(expression) : tsqueryFor(expression);
      return await db.tx(async (tx) => {
        await tx.execute(plannedForValues);
        return await inSteps(
          tx,
          search.channelId === undefined ? words : withOneOf(words, [channelTerm(search.channelId)]),
          search,
          indexedUntil,
        );
      });
    },
    async occurrences(expression, messageIds) {
      const { terms, prefixes } = askedTerms(expression);
      const rows = await termsOf(db, messageIds, terms, prefixes);
      return new Map(
        rows.map(({ id, length, ...found }) => {
          const entries = (found.terms ?? []).map(
            (term, index) => [term, numbersOf(found.positions![index]!)] as const,
          );
          return [id, { occurrences: new Map(entries), length }];
        }),
      );
    },
    known: async (terms) => new Set(await knownTerms(db, terms)),
    matches: (expression) => documentMatches(tsqueryFor(expression)),
    rebuildSome: async (signal) =>
      await db.tx(async (tx) => {
        const rebuild = await takeRebuild(tx);
        if (!rebuild || signal?.aborted || rebuild.version > documentVersion) return false;
        if (rebuild.version < documentVersion) {
          await startRebuild(tx, documentVersion);
          return true;
        }
        const ids = await idsToRebuild(tx, rebuild.rebuiltFrom, batchMessages);
        if (ids.length === 0) return false;
        await rewrite(tx, ids);
        await setRebuiltFrom(tx, ids.at(-1)!);
        return ids.length === batchMessages;
      }),
    restart: () => db.tx((tx) => startRebuild(tx, documentVersion)),
    async state(): Promise<IndexState> {
      const { rebuiltFrom, version } = await rebuildOf(db);
      const left = await idsToRebuild(db, rebuiltFrom, 1);
      return { isComplete: left.length === 0 && version === documentVersion, rebuiltFrom };
    },
  };
}

/** Makes the documents of messages again, and deletes those of deleted messages. Locks keep changes out meanwhile. */
async function rewrite(tx: Tx, messageIds: readonly number[]): Promise<void> {
  const messages = await lockForIndex(tx, messageIds);
  const found = new Set(messages.map(({ id }) => id));
  const gone = messageIds.filter((id) => !found.has(id));
  if (messages.length > 0) await replaceDocuments(tx, await documentsOf(messages));
  if (gone.length > 0) await deleteDocuments(tx, gone);
}

async function inSteps(
  tx: Tx,
  words: string,
  { anchor, direction, limit, above, below, where }: NearestSearch,
  indexedUntil: number,
): Promise<number[]> {
  const found: number[] = [];
  const isOlder = direction === 'older';
  // The next ID to look at. Nothing above `indexedUntil` has a document.
  let at = isOlder ? Math.min(anchor - 1, below - 1, indexedUntil) : Math.max(anchor, above) + 1;
  const [lowest, highest] = [Math.max(above + 1, 0), Math.min(below - 1, indexedUntil)];
  const all = { tsquery: words, direction, where } as const;
  for (const blocks of steps) {
    const first = blockOf(at);
    const last = isOlder ? first - blocks + 1 : first + blocks - 1;
    if (isOlder ? last <= blockOf(lowest) : last >= blockOf(highest)) break;
    const range = isOlder ? { from: last * blockSize, to: at + 1 } : { from: at, to: (last + 1) * blockSize };
    const inBlocks = Array.from({ length: blocks }, (_, index) => blockTerm(Math.min(first, last) + index));
    found.push(
      ...(await findDocuments(tx, {
        ...all,
        ...range,
        tsquery: withOneOf(words, inBlocks),
        limit: limit - found.length,
      })),
    );
    if (found.length >= limit) return found;
    at = isOlder ? range.from - 1 : range.to;
  }
  const rest = isOlder
    ? { from: above + 1, to: at + 1 }
    : { from: at, to: Math.min(below, Number.MAX_SAFE_INTEGER) };
  found.push(...(await findDocuments(tx, { ...all, ...rest, limit: limit - found.length })));
  return found;
}

/** Reads numbers with commas between them. */
const numbersOf = (text: string): number[] => (text === '' ? [] : text.split(',').map(Number));
