import { and, type Db, type Query, type Queryable, sql, type Tx } from '@parley/db';
import type { IndexedText } from '../domain/search-document.ts';

/** A document to write: the ID of the message, and its terms as the text of a `tsvector`. */
export type SearchDocument = { messageId: number; words: string };

/** Number of message IDs in a partition: of messages that were sent, and of imported ones, whose IDs are times in milliseconds. */
const partitionSizes = { sent: 2 ** 20, imported: 2 ** 33 } as const;

/** Returns the first ID of the partition of a message, as `add_search_partition` of the database divides them. */
function partitionOf(messageId: number): number {
  const isTime = messageId >= 2 ** 33 && messageId < 2 ** 42;
  const size = isTime ? partitionSizes.imported : partitionSizes.sent;
  return Math.floor(messageId / size) * size;
}

/** How far documents of one version have been made, downwards. */
export type Rebuild = { rebuiltFrom: number; version: number };

const rebuildColumns = sql`rebuilt_from as "rebuiltFrom", version`;

/** Returns how far documents have been made. */
export const rebuildOf = (db: Queryable): Promise<Rebuild> =>
  db.one<Rebuild>(sql`select ${rebuildColumns} from search_rebuild`);

/** Returns how far documents have been made, and locks the work. Undefined when another replica does it. */
export const takeRebuild = (tx: Tx): Promise<Rebuild | undefined> =>
  tx.maybeOne<Rebuild>(sql`select ${rebuildColumns} from search_rebuild for update skip locked`);

/** Locks the index for new and changed messages: one replica at a time adds them. @returns the newest ID in it */
export async function lockSearchProgress(tx: Tx): Promise<number> {
  const { id } = await tx.one<{ id: number }>(
    sql`select indexed_until as id from search_progress for update`,
  );
  return id;
}

/** Returns up to which message the index is, and whether all committed messages and changes are in it. */
export const searchCompleteness = (db: Queryable): Promise<{ indexedUntil: number; isComplete: boolean }> =>
  db.one(sql`
    select p.indexed_until as "indexedUntil",
           coalesce((select max(m.id) from messages m), 0) <= p.indexed_until
             and not exists (select from search_pending) as "isComplete"
      from search_progress p`);

const indexedColumns = sql`m.id, m.channel_id as "channelId", m.topic, m.content`;

/**
 * Returns the oldest messages after an ID. IDs are in commit order, so no lower one appears later. They are not locked: a change at the
 * same time is noted in `search_pending`, and the document is made again.
 */
export const messagesAfter = (db: Queryable, after: number, limit: number): Promise<IndexedText[]> =>
  db.many<IndexedText>(
    sql`select ${indexedColumns} from messages m where m.id > ${after} order by m.id limit ${limit}`,
  );

/**
 * Returns the texts of messages, which are locked against changes, so that a change waits for the document that it replaces. Like all
 * locks of messages, they are taken in ascending order.
 */
export const lockForIndex = (tx: Tx, messageIds: readonly number[]): Promise<IndexedText[]> =>
  tx.many<IndexedText>(sql`
    select ${indexedColumns} from messages m where m.id = any(${messageIds}::int8[]) order by m.id for share of m`);

/** Returns the oldest changes that the index does not have. */
export const pendingChanges = (tx: Tx, limit: number): Promise<{ changeId: number; messageId: number }[]> =>
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

/** Records that messages up to an ID are in the index. */
export async function setIndexedUntil(tx: Tx, messageId: number): Promise<void> {
  await tx.execute(sql`update search_progress set indexed_until = ${messageId}`);
}

/** Records that messages from an ID on have documents of the current analysis. */
export async function setRebuiltFrom(tx: Tx, messageId: number): Promise<void> {
  await tx.execute(sql`update search_rebuild set rebuilt_from = ${messageId}`);
}

/** Begins to rebuild all documents, by an analysis of this version. */
export async function startRebuild(tx: Tx, version: number): Promise<void> {
  await tx.execute(sql`
    update search_rebuild set version = ${version}, rebuilt_from = (select indexed_until + 1 from search_progress)`);
}

/** Writes documents of messages that have none yet. */
export async function addDocuments(tx: Tx, documents: readonly SearchDocument[]): Promise<void> {
  await addPartitions(tx, documents);
  await tx.execute(sql`
    insert into search_documents (message_id, words) ${valuesOf(documents)} on conflict (message_id) do nothing`);
}

/** Writes documents in place of those that the messages have. The caller must have locked the messages. */
export async function replaceDocuments(tx: Tx, documents: readonly SearchDocument[]): Promise<void> {
  await addPartitions(tx, documents);
  await tx.execute(sql`
    insert into search_documents (message_id, words) ${valuesOf(documents)}
    on conflict (message_id) do update set words = excluded.words`);
}

/** Deletes the documents of messages that were deleted while their documents were written. */
export async function deleteDocuments(tx: Tx, messageIds: readonly number[]): Promise<void> {
  await tx.execute(sql`delete from search_documents where message_id = any(${messageIds}::int8[])`);
}

async function addPartitions(tx: Tx, documents: readonly SearchDocument[]): Promise<void> {
  const partitions = new Set(documents.map(({ messageId }) => partitionOf(messageId)));
  for (const first of partitions) await tx.execute(sql`select add_search_partition(${first}::int8)`);
}

const valuesOf = (documents: readonly SearchDocument[]): Query => sql`
  select d.message_id, d.words::tsvector
    from unnest(${documents.map(({ messageId }) => messageId)}::int8[], ${documents.map(({ words }) => words)}::text[])
      d (message_id, words)`;

/**
 * SQL condition on message `m`: its document matches a query in PostgreSQL's form. The row is looked up by the ID of the message,
 * for messages that are selected by something else.
 */
export const documentMatches = (tsquery: string): Query =>
  sql`coalesce((select d.words @@ ${tsquery}::tsquery from search_documents d where d.message_id = m.id), false)`;

/** A search in a range of IDs: `from` <= ID < `to`. */
export type DocumentSearch = {
  tsquery: string;
  from: number;
  to: number;
  direction: 'older' | 'newer';
  limit: number;
  /** SQL condition on message `m`. */
  where: Query;
};

/**
 * Returns the IDs of matching messages, the newest first, or the oldest first. The terms are found first, in the index; the other
 * conditions are checked message by message until there are enough (`offset 0` keeps PostgreSQL from another order).
 */
export async function findDocuments(
  db: Queryable,
  { tsquery, from, to, direction, limit, where }: DocumentSearch,
): Promise<number[]> {
  const order = direction === 'older' ? sql`desc` : sql`asc`;
  const rows = await db.many<{ id: number }>(sql`
    select found.id from (
      select d.message_id from search_documents d
       where d.words @@ ${tsquery}::tsquery and d.message_id >= ${from}::int8 and d.message_id < ${to}::int8
       order by d.message_id ${order}) hit
      cross join lateral (
        select m.id from messages m where m.id = hit.message_id and ${where} offset 0) found
     order by hit.message_id ${order} limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Terms of a document that a search asked for, with their positions, and the number of all its terms. */
export type FoundTerms = { id: number; length: number; terms: string[] | null; positions: string[] | null };

/** Returns the terms of documents that are asked for: equal to one of `terms`, or beginning with one of `prefixes`. */
export const termsOf = (
  db: Queryable,
  messageIds: readonly number[],
  terms: readonly string[],
  prefixes: readonly string[],
): Promise<FoundTerms[]> =>
  db.many<FoundTerms>(sql`
    select d.message_id as id, length(d.words) as length, found.terms, found.positions
      from search_documents d
      cross join lateral (
        select array_agg(w.lexeme) as terms, array_agg(coalesce(array_to_string(w.positions, ','), '')) as positions
          from unnest(d.words) w
         where w.lexeme = any(${terms}::text[])
            or exists (select from unnest(${prefixes}::text[]) p (prefix) where w.lexeme ^@ p.prefix)) found
     where d.message_id = any(${messageIds}::int8[])`);

/** What ranks found messages beside their words. */
export type RankedMessage = {
  id: number;
  senderId: number;
  channelId: number | null;
  topic: string;
  topicKey: string;
  /** Seconds since the Unix epoch. */
  sentAt: number;
};

/** Returns what ranks messages. */
export const rankedMessages = (db: Queryable, messageIds: readonly number[]): Promise<RankedMessage[]> =>
  db.many<RankedMessage>(sql`
    select m.id, m.sender_id as "senderId", m.channel_id as "channelId", m.topic, m.topic_key as "topicKey",
           extract(epoch from m.sent_at)::int8 as "sentAt"
      from messages m where m.id = any(${messageIds}::int8[])`);

/** Returns the topics of messages that meet conditions on the row `m`, the one with the newest of them first. */
export const newestTopics = (
  db: Queryable,
  messageIds: readonly number[],
  conditions: readonly Query[],
  limit: number,
): Promise<{ channelId: number; topic: string; maxId: number }[]> =>
  db.many(sql`
    select t.channel_id as "channelId", t.topic, t.id as "maxId" from (
      select distinct on (m.channel_id, m.topic_key) m.channel_id, m.topic, m.id
        from messages m
       where m.id = any(${messageIds}::int8[]) and m.channel_id is not null and ${and(conditions)}
       order by m.channel_id, m.topic_key, m.id desc) t
     order by t.id desc limit ${limit}`);

/**
 * Returns which of the terms any document has. PostgreSQL would guess that each term is in some of the first rows and read all rows for
 * one that is not, so here it may only use the index of terms.
 */
export const knownTerms = (db: Db, terms: readonly string[]): Promise<string[]> =>
  db.tx(async (tx) => {
    await tx.execute(sql`set local enable_seqscan to off`);
    await tx.execute(sql`set local enable_indexscan to off`);
    await tx.execute(sql`set local enable_indexonlyscan to off`);
    const rows = await tx.many<{ term: string }>(sql`
      select t.term from unnest(${terms}::text[]) t (term)
       where exists (
         select from search_documents d
          where d.words @@ ('''' || replace(replace(t.term, '\\', '\\\\'), '''', '''''') || '''')::tsquery)`);
    return rows.map(({ term }) => term);
  });
