import type { Logger } from '@parley/core';
import type { Db, Tx } from '@parley/db';
import {
  addDocuments,
  countToRebuild,
  deleteDocuments,
  documentMatches,
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
  startRebuild,
  takeRebuild,
  termsOf,
  termsWithin,
} from '../db/search-documents.ts';
import type { Occurrences } from '../domain/relevance.ts';
import { channelTerm, documentVersion, partitionOf } from '../domain/search-document.ts';
import { type Partition, type Piece, type SearchRange, stepsOf } from '../domain/search-steps.ts';
import { askedTerms, isOneWord, topicTsqueryFor, tsqueryFor, withOneOf } from '../domain/text-query.ts';
import { documentsOf } from './documents-of.ts';
import type { IndexState, NearestSearch, SearchIndex } from './search-index.ts';

/** Maximum number of messages that one transaction indexes, so that searches do not wait long for it. */
const batchMessages = 500;
/** How long a search makes missing documents before it goes on without the rest, in milliseconds. */
const catchUpMs = 5_000;

/** How long the sizes of partitions are remembered, in milliseconds. Only the number of steps depends on them. */
const partitionsMs = 10_000;

/** Creates the index in PostgreSQL (migration 0022). */
export function createPostgresIndex(db: Db, logger: Logger): SearchIndex {
  let indexedUntil = 0;
  let currentFrom = Number.POSITIVE_INFINITY;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  /** First IDs of partitions that exist. */
  const knownPartitions = new Set<number>();
  let partitions: { readonly list: Promise<Partition[]>; readonly until: number } | undefined;

  /** Indexes the messages and changes of one batch. @returns whether there may be more */
  async function indexSome(): Promise<boolean> {
    const { until, messageIds, mayContinue } = await db.tx(async (tx) => {
      // Sent together: the messages are read after the lock was taken.
      const [{ indexedUntil: until, version, hasPending }, added] = await Promise.all([
        lockSearchProgress(tx),
        messagesToIndex(tx, batchMessages),
      ]);
      // A newer release makes other documents. It indexes all messages until this process is replaced.
      if (version > documentVersion) return { until, messageIds: [], mayContinue: false };
      const newest = added.at(-1);
      if (newest) {
        const documents = await documentsOf(added);
        await Promise.all([addDocuments(tx, documents, knownPartitions), setIndexedUntil(tx, newest.id)]);
      }
      const changes = hasPending ? await pendingChanges(tx, batchMessages) : [];
      if (changes.length > 0) await rewrite(tx, [...new Set(changes.map(({ messageId }) => messageId))]);
      const changeIds = changes.map(({ changeId }) => changeId);
      if (changeIds.length > 0) await endPending(tx, changeIds);
      const mayContinue = added.length === batchMessages || changes.length === batchMessages;
      return { until: newest?.id ?? until, messageIds: added.map(({ id }) => id), mayContinue };
    });
    for (const id of messageIds) knownPartitions.add(partitionOf(id));
    indexedUntil = until;
    return mayContinue;
  }

  /** Returns the partitions with their sizes, which may be a few seconds old. */
  async function listPartitions(): Promise<Partition[]> {
    if (!partitions || performance.now() >= partitions.until) {
      const list = partitionsOf(db);
      partitions = { list, until: performance.now() + partitionsMs };
      list.catch(() => {
        partitions = undefined;
      });
    }
    return await partitions.list;
  }

  async function catchUpNow(): Promise<void> {
    const until = performance.now() + catchUpMs;
    const { isComplete, ...progress } = await searchCompleteness(db);
    indexedUntil = progress.indexedUntil;
    currentFrom = progress.version === documentVersion ? progress.currentFrom : Number.POSITIVE_INFINITY;
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
      const tsquery =
        search.channelId === undefined ? words : withOneOf(words, [channelTerm(search.channelId)]);
      const steps = stepsOf(rangeOf(search, indexedUntil), {
        partitions: await listPartitions(),
        indexedUntil,
        currentFrom,
      });
      // The settings and the first step are sent together.
      const { value } = await db.snapshot((tx) =>
        Promise.all([tx.execute(searchSettings), inSteps(tx, tsquery, search, steps)]),
      );
      return value[1];
    },
    async occurrences(expression, messageIds) {
      const { terms, prefixes } = askedTerms(expression);
      if (isOneWord(expression)) return await ofOneWord(db, messageIds, { terms, prefixes });
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
        await setRebuiltFrom(tx, ids.at(-1)!, ids.length);
        return ids.length === batchMessages;
      }),
    restart: () => db.tx((tx) => startRebuild(tx, documentVersion)),
    async state(): Promise<IndexState> {
      const { hasLeft, version, ...state } = await indexState(db);
      return { ...state, isComplete: !hasLeft && version === documentVersion };
    },
    left: async () => await countToRebuild(db, (await rebuildOf(db)).rebuiltFrom),
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

/** Returns the IDs that a search goes through. Nothing above `indexedUntil` has a document. */
function rangeOf({ anchor, direction, above, below }: NearestSearch, indexedUntil: number): SearchRange {
  const isOlder = direction === 'older';
  return {
    from: isOlder ? above + 1 : Math.max(anchor, above) + 1,
    to: Math.min(isOlder ? anchor : below, below, indexedUntil + 1),
    direction,
  };
}

/**
 * Reads the first step by itself, because it is enough for most searches, and all others in one statement, which stops when it has
 * found enough.
 */
async function inSteps(
  tx: Tx,
  tsquery: string,
  { direction, limit, where }: NearestSearch,
  [first, ...others]: readonly (readonly Piece[])[],
): Promise<number[]> {
  if (!first) return [];
  const found = await findDocuments(tx, { tsquery, pieces: first, direction, limit, where });
  const pieces = others.flat();
  const missing = limit - found.length;
  if (missing <= 0 || pieces.length === 0) return found;
  return [...found, ...(await findDocuments(tx, { tsquery, pieces, direction, limit: missing, where }))];
}

/**
 * Returns which terms of one word occur in messages, without their positions, which is much faster. A beginning stands for all terms
 * that begin with it, as a term of its own that equals none of them.
 */
async function ofOneWord(
  db: Db,
  messageIds: readonly number[],
  { terms, prefixes }: { terms: readonly string[]; prefixes: readonly string[] },
): Promise<Map<number, { occurrences: Occurrences; length: number }>> {
  const asked = [
    ...terms.map((term) => ({ term, prefix: false })),
    ...prefixes.map((term) => ({ term, prefix: true })),
  ];
  const rows = await termsWithin(db, messageIds, asked);
  const found = (number: number): [string, number[]] => {
    const { term, prefix } = asked[number - 1]!;
    return [prefix ? `${term}\uffff\uffff` : term, [1]];
  };
  return new Map(
    rows.map(({ id, length, numbers }) => [id, { occurrences: new Map(numbers.map(found)), length }]),
  );
}

/** Reads numbers with commas between them. */
const numbersOf = (text: string): number[] => (text === '' ? [] : text.split(',').map(Number));
