import { type Queryable, sql, type Tx } from '@parley/db';
import type { MessageId } from '@parley/rules';

export type EngineName = 'postgresql' | 'opensearch';

/** Which engine the index is of, and where it is in OpenSearch. */
export type EngineState = {
  engine: EngineName;
  /** The index in which messages are found, and the one that is built beside it. */
  currentIndex: string | null;
  nextIndex: string | null;
  /** Number of the last write that the progress knows of. */
  lastWrite: number;
  /** Number of the last write that was begun. */
  lastBegun: number;
};

export const engineState = (db: Queryable): Promise<EngineState> =>
  db.one<EngineState>(sql`
    select p.engine, p.current_index as "currentIndex", p.next_index as "nextIndex", p.last_write as "lastWrite",
           (select case when w.is_called then w.last_value else 0 end from search_writes w)::int8 as "lastBegun"
      from search_progress p`);

/** Returns the number of a write that begins now. */
export async function nextWrite(tx: Tx): Promise<number> {
  const { write } = await tx.one<{ write: number }>(sql`select nextval('search_writes') as write`);
  return write;
}

/** Records the last write, which a later search relies on. The caller has locked the progress. */
export async function setLastWrite(tx: Tx, write: number): Promise<void> {
  await tx.execute(sql`update search_progress set last_write = ${write}::int8`);
}

/** Makes an engine the one of the index, with the indexes of OpenSearch that it uses. The caller has locked the progress. */
export async function setEngine(
  tx: Tx,
  engine: EngineName,
  { currentIndex, nextIndex }: Pick<EngineState, 'currentIndex' | 'nextIndex'>,
): Promise<void> {
  await tx.execute(sql`
    update search_progress set engine = ${engine}, current_index = ${currentIndex}, next_index = ${nextIndex}`);
}

/** Deletes all documents in PostgreSQL, when an engine takes over: they would not follow changes any more. */
export async function deleteAllDocuments(tx: Tx): Promise<void> {
  await tx.execute(sql`truncate search_documents`);
}

/** Notes that messages have to be indexed, as if they had been changed. */
export async function addPending(tx: Tx, messageIds: readonly MessageId[]): Promise<void> {
  await tx.execute(sql`
    insert into search_pending (message_id) select id from unnest(${messageIds}::int8[]) id`);
}
