import { itemAt } from '@parley/core';
import { and, type Db, or, type Query, type Queryable, sql, type Tx } from '@parley/db';
import type { ChannelId, MessageId, UserId } from '@parley/rules';
import type { DocumentCondition } from '../../domain/searching/document-pattern.ts';
import { type IndexedText, partitionEndOf, partitionOf } from '../../domain/searching/search-document.ts';
import type { Partition, Piece } from '../../domain/searching/search-steps.ts';
import { anyOfTerms, oneOf } from '../../domain/searching/text-query.ts';
import type { EngineName } from './search-engine.ts';

/** A document to write: the ID of the message, and its terms (domain/searching/search-document.ts). */
export type SearchDocument = { messageId: MessageId; words: string };

/** The terms of document `d`. It is the expression of the index of terms, so it has to stay as in migration 0033. */
const terms = sql`array_to_tsvector(string_to_array(translate(d.words, '|', ' '), ' '))`;

/** How far documents of one version have been made, downwards. */
export type Rebuild = { rebuiltFrom: number; version: number };

const rebuildColumns = sql`rebuilt_from as "rebuiltFrom", version`;

/** Returns how far documents have been made. */
export const rebuildOf = (db: Queryable): Promise<Rebuild> =>
  db.one<Rebuild>(sql`select ${rebuildColumns} from search_rebuild`);

/** Returns how far documents have been made, and locks the work. Undefined when another replica does it. */
export const takeRebuild = (tx: Tx): Promise<Rebuild | undefined> =>
  tx.maybeOne<Rebuild>(sql`select ${rebuildColumns} from search_rebuild for update skip locked`);

/** How far the index is, and what is left to do. */
export type IndexProgress = {
  /** The newest message in the index. */
  indexedUntil: number;
  /** The version of the documents that a rebuild makes. */
  version: number;
  hasPending: boolean;
  engine: EngineName;
};

/** Locks the index for new and changed messages: one replica at a time adds them. */
export const lockSearchProgress = (tx: Tx): Promise<IndexProgress> =>
  tx.one<IndexProgress>(sql`
    select p.indexed_until as "indexedUntil", r.version, p.engine, exists (select from search_pending) as "hasPending"
      from search_progress p, search_rebuild r for update of p`);

/** What a search needs to know about the index. */
export type Completeness = {
  indexedUntil: number;
  /** Whether all committed messages and changes are in it. */
  isComplete: boolean;
  /** Documents of messages from this ID on are of `version`. */
  currentFrom: number;
  version: number;
  engine: EngineName;
};

/** Returns up to which message the index is, and whether all committed messages and changes are in it. */
export const searchCompleteness = (db: Queryable): Promise<Completeness> =>
  db.one<Completeness>(sql`
    select p.indexed_until as "indexedUntil",
           coalesce((select max(m.id) from messages m), 0) <= p.indexed_until
             and not exists (select from search_pending) as "isComplete",
           r.current_from as "currentFrom", r.version, p.engine
      from search_progress p, search_rebuild r`);

/** Returns the partitions of the index in ascending order, with about as many documents as fit into their size. */
export const partitionsOf = (db: Queryable): Promise<Partition[]> =>
  db.many<Partition>(sql`
    select b.bounds[1]::int8 as from, b.bounds[2]::int8 as to, pg_relation_size(c.oid) / ${documentBytes}::int8 as documents
      from pg_inherits i
      join pg_class c on c.oid = i.inhrelid
      cross join lateral (
        select regexp_match(pg_get_expr(c.relpartbound, c.oid), '\\(''?(-?[0-9]+)''?\\) TO \\(''?(-?[0-9]+)''?\\)') as bounds) b
     where i.inhparent = 'search_documents'::regclass
     order by 1`);

/** About how many bytes of its table a document takes. */
const documentBytes = 180;

const indexedColumns = sql`m.id, m.channel_id as "channelId", m.topic, m.content`;

/**
 * Returns the oldest messages that the index does not have. IDs are in commit order, so no lower one appears later. They are not locked:
 * a change at the same time is noted in `search_pending`, and the document is made again.
 */
export const messagesToIndex = (tx: Tx, limit: number): Promise<IndexedText[]> =>
  tx.many<IndexedText>(sql`
    select ${indexedColumns} from messages m where m.id > (select p.indexed_until from search_progress p)
     order by m.id limit ${limit}`);

/**
 * Returns the texts of messages, which are locked against changes, so that a change waits for the document that it replaces. Like all
 * locks of messages, they are taken in ascending order.
 */
export const lockForIndex = (tx: Tx, messageIds: readonly MessageId[]): Promise<IndexedText[]> =>
  tx.many<IndexedText>(sql`
    select ${indexedColumns} from messages m where m.id = any(${messageIds}::int8[]) order by m.id for share of m`);

/** Returns the oldest changes that the index does not have. */
export const pendingChanges = (
  tx: Tx,
  limit: number,
): Promise<{ changeId: number; messageId: MessageId }[]> =>
  tx.many(sql`
    select change_id as "changeId", message_id as "messageId" from search_pending order by change_id limit ${limit}`);

/** Deletes changes that the index has now. */
export async function endPending(tx: Tx, changeIds: readonly number[]): Promise<void> {
  await tx.execute(sql`delete from search_pending where change_id = any(${changeIds}::int8[])`);
}

/** Returns the IDs of the newest messages below an ID, which get new documents. */
export async function idsToRebuild(db: Queryable, below: number, limit: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(
    sql`select m.id from messages m where m.id < ${below} order by m.id desc limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

export async function countToRebuild(db: Queryable, below: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from messages m where m.id < ${below}`,
  );
  return count;
}

/** Maximum number of waiting messages and changes that are counted. */
const maxCounted = 100_000;

/** What operators see of the index. */
export type StoredState = {
  /** Messages below this ID are not found, or by an earlier analysis. */
  rebuiltFrom: number;
  version: number;
  /** Whether there are such messages. */
  hasLeft: boolean;
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
};

/** Returns what operators see of the index. */
export const indexState = (db: Queryable): Promise<StoredState> =>
  db.one<StoredState>(sql`
    select r.rebuilt_from as "rebuiltFrom", r.version, r.done as rebuilt, floor(extract(epoch from r.started_at))::int8 as "startedAt",
           exists (select from messages m where m.id < r.rebuilt_from) as "hasLeft",
           (select count(*) from (select from messages m where m.id > p.indexed_until limit ${maxCounted}) w) as waiting,
           (select count(*) from (select from search_pending limit ${maxCounted}) w) as pending,
           coalesce((select greatest(extract(epoch from now() - m.sent_at), 0) from messages m where m.id > p.indexed_until
                      order by m.id limit 1), 0)::float8 as "lagSeconds",
           (select coalesce(sum(pg_total_relation_size(i.inhrelid)), 0) from pg_inherits i
             where i.inhparent = 'search_documents'::regclass)::int8 as bytes
      from search_progress p, search_rebuild r`);

export async function setIndexedUntil(tx: Tx, messageId: MessageId): Promise<void> {
  await tx.execute(sql`update search_progress set indexed_until = ${messageId}`);
}

/** Records that messages from an ID on have documents of the current analysis, of which so many were made now. */
export async function setRebuiltFrom(tx: Tx, messageId: MessageId, made: number): Promise<void> {
  await tx.execute(sql`
    update search_rebuild set rebuilt_from = ${messageId}::int8, current_from = least(current_from, ${messageId}::int8),
           done = done + ${made}::int8`);
}

/** Begins to rebuild all documents, by an analysis of this version. */
export async function startRebuild(tx: Tx, version: number): Promise<void> {
  await tx.execute(sql`
    update search_rebuild r
       set version = ${version}::int, rebuilt_from = p.indexed_until + 1,
           current_from = case when r.version = ${version}::int then r.current_from else p.indexed_until + 1 end,
           started_at = now(), done = 0
      from search_progress p`);
}

/** Begins to make all documents, where there are none. */
export async function startFirstBuild(tx: Tx, version: number): Promise<void> {
  await tx.execute(sql`
    update search_rebuild
       set version = ${version}::int, rebuilt_from = p.indexed_until + 1, current_from = p.indexed_until + 1,
           started_at = now(), done = 0
      from search_progress p`);
}

/**
 * Writes documents of messages that have none yet.
 * @param known first IDs of partitions that exist; the caller adds those of the documents when the transaction has ended
 */
export async function addDocuments(
  tx: Tx,
  documents: readonly SearchDocument[],
  known: ReadonlySet<number> = new Set(),
): Promise<void> {
  await addPartitions(tx, documents, known);
  await tx.execute(sql`
    insert into search_documents (message_id, words) ${valuesOf(documents)} on conflict (message_id) do nothing`);
}

/** Writes documents in place of those that the messages have. The caller must have locked the messages. */
export async function replaceDocuments(
  tx: Tx,
  documents: readonly SearchDocument[],
  known: ReadonlySet<number> = new Set(),
): Promise<void> {
  await addPartitions(tx, documents, known);
  await tx.execute(sql`
    insert into search_documents (message_id, words) ${valuesOf(documents)}
    on conflict (message_id) do update set words = excluded.words`);
}

/** Deletes the documents of messages that were deleted while their documents were written. */
export async function deleteDocuments(tx: Tx, messageIds: readonly MessageId[]): Promise<void> {
  await tx.execute(sql`delete from search_documents where message_id = any(${messageIds}::int8[])`);
}

async function addPartitions(
  tx: Tx,
  documents: readonly SearchDocument[],
  known: ReadonlySet<number>,
): Promise<void> {
  const partitions = new Set(documents.map(({ messageId }) => partitionOf(messageId)));
  for (const first of partitions) {
    if (!known.has(first)) await tx.execute(sql`select add_search_partition(${first}::int8)`);
  }
}

const valuesOf = (documents: readonly SearchDocument[]): Query => sql`
  select d.message_id, d.words
    from unnest(${documents.map(({ messageId }) => messageId)}::int8[], ${documents.map(({ words }) => words)}::text[])
      d (message_id, words)`;

/** A search in parts of the index, in their order. */
export type DocumentSearch = {
  /** Terms, as texts of `tsquery`. All must hold. */
  tsqueries: readonly string[];
  /** What the index of terms cannot tell. */
  conditions: readonly DocumentCondition[];
  pieces: readonly Piece[];
  direction: 'older' | 'newer';
  limit: number;
};

/**
 * Settings for the statement of `findDocuments`: it is planned for its values, and reads its parts one after the other. With workers
 * it would read several at once.
 */
export const searchSettings: Query = sql`
  select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('max_parallel_workers_per_gather', '0', true)`;

/**
 * Returns the IDs of matching documents, the newest first, or the oldest first. A part is read only if the parts before it have too few
 * documents. The bounds and the order are ones that no index has; those of whole partitions are beside them. Otherwise PostgreSQL, which cannot
 * know how frequent a word is, would read document after document by their IDs, and making the terms of each costs much.
 */
export async function findDocuments(
  db: Queryable,
  { tsqueries, conditions, pieces, direction, limit }: DocumentSearch,
): Promise<number[]> {
  const order = direction === 'older' ? sql`desc` : sql`asc`;
  const hits = pieces
    .map(
      ({ from, to, blocks }) => sql`(
        select d.message_id as id from search_documents d
         where ${and([...tsqueries, ...(blocks ? [oneOf(blocks)] : [])].map((query) => sql`${terms} @@ ${query}::tsquery`))}
           and d.message_id >= ${partitionOf(from)}::int8 and d.message_id < ${partitionEndOf(to - 1)}::int8
           and (d.message_id + 0) >= ${from}::int8 and (d.message_id + 0) < ${to}::int8 and ${and(conditions.map(holds))}
         order by (d.message_id + 0) ${order})`,
    )
    .reduce((all, piece) => sql`${all} union all ${piece}`);
  const rows = await db.many<{ id: number }>(sql`select hit.id from (${hits}) hit limit ${limit}`);
  return rows.map(({ id }) => id);
}

function holds(condition: DocumentCondition): Query {
  if (condition.kind === 'pattern') return sql`d.words ~ ${condition.pattern}`;
  if (condition.kind === 'not') return sql`not ${holds(condition.item)}`;
  const parts = condition.items.map(holds);
  if (condition.kind === 'all') return sql`(${and(parts)})`;
  return sql`(${or(parts)})`;
}

/** Returns documents by the IDs of their messages. Messages without one are left out. */
export const documentsByIds = (db: Queryable, messageIds: readonly MessageId[]): Promise<SearchDocument[]> =>
  db.many<SearchDocument>(sql`
    select d.message_id as "messageId", d.words from search_documents d where d.message_id = any(${messageIds}::int8[])`);

/** Returns those of the messages that meet a condition on the row `m`, the newest first, or the oldest first, at most `limit`. */
export async function meetingCondition(
  db: Queryable,
  messageIds: readonly MessageId[],
  where: Query,
  { direction, limit }: { direction: 'older' | 'newer'; limit: number },
): Promise<number[]> {
  const order = direction === 'older' ? sql`desc` : sql`asc`;
  // In the order of the index, which the caller gives, so that no more messages are checked than there have to be.
  const rows = await db.many<{ id: number }>(sql`
    select m.id from messages m where m.id = any(${messageIds}::int8[]) and ${where} order by m.id ${order} limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** What ranks found messages beside their words. */
export type RankedMessage = {
  id: number;
  senderId: UserId;
  channelId: ChannelId | null;
  topicKey: string;
  /** Seconds since the Unix epoch. */
  sentAt: number;
};

export const rankedMessages = (db: Queryable, messageIds: readonly MessageId[]): Promise<RankedMessage[]> =>
  db.many<RankedMessage>(sql`
    select m.id, m.sender_id as "senderId", m.channel_id as "channelId", m.topic_key as "topicKey",
           extract(epoch from m.sent_at)::int8 as "sentAt"
      from messages m where m.id = any(${messageIds}::int8[])`);

/** Returns the topics of messages that meet conditions on the row `m`, the one with the newest of them first. */
export const newestTopics = (
  db: Queryable,
  messageIds: readonly MessageId[],
  conditions: readonly Query[],
  limit: number,
): Promise<{ channelId: ChannelId; topic: string; maxId: number }[]> =>
  db.many(sql`
    select t.channel_id as "channelId", t.topic, t.id as "maxId" from (
      select distinct on (m.channel_id, m.topic_key) m.channel_id, m.topic, m.id
        from messages m
       where m.id = any(${messageIds}::int8[]) and m.channel_id is not null and ${and(conditions)}
       order by m.channel_id, m.topic_key, m.id desc) t
     order by t.id desc limit ${limit}`);

/** Number of terms that are looked up together. Of a misspelt word's other spellings, nearly none exists. */
const lookedUpTogether = 16;

/**
 * Returns which of the terms any document has, by the index of terms: for more than some dozen alternatives in one query, PostgreSQL would
 * rather read all documents.
 */
export async function knownTerms(db: Db, wanted: readonly string[]): Promise<string[]> {
  const { value } = await db.snapshot(async (tx) => {
    const groups = Array.from({ length: Math.ceil(wanted.length / lookedUpTogether) }, (_, n) =>
      wanted.slice(n * lookedUpTogether, (n + 1) * lookedUpTogether),
    );
    const [, known] = await Promise.all([
      // Without knowing how frequent a term is, PostgreSQL would expect one of them in the first rows of the table.
      tx.execute(sql`
        select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
               set_config('enable_indexonlyscan', 'off', true)`),
      holdingAny(tx, groups),
    ]);
    const rest = known.flat();
    return (
      await holdingAny(
        tx,
        rest.map((term) => [term]),
      )
    ).flat();
  });
  return value;
}

/** Returns those of the groups of which any document has a term. */
async function holdingAny<Group extends readonly string[]>(
  tx: Queryable,
  groups: readonly Group[],
): Promise<Group[]> {
  const rows = await tx.many<{ n: number }>(sql`
    select g.n from unnest(${groups.map((group) => anyOfTerms(group))}::text[]) with ordinality g (query, n)
     where exists (select from search_documents d where ${terms} @@ g.query::tsquery) order by g.n`);
  return rows.map(({ n }) => itemAt(groups, n - 1));
}
