import { type Queryable, sql, type Tx } from '@parley/db';

export type PartRow = { startOffset: number; sizeBytes: number; blobKey: string };

/** Parts of one file at most: a client that sends byte by byte is told to stop. */
export const maxParts = 20_000;

/** A blob that is about to be written is condemned until it becomes a part. */
const writingTimeMs = 6 * 3_600_000;

/** Writes down a blob before it is written. */
export async function announceBlob(db: Queryable, blobKey: string): Promise<void> {
  await db.execute(sql`
    insert into condemned_blobs (blob_key, due_at)
    values (${blobKey}, now() + make_interval(secs => ${writingTimeMs}::float8 / 1000))`);
}

/** Makes a blob a part. False when it was removed meanwhile. */
export async function addPart(tx: Tx, contentId: string, part: PartRow): Promise<boolean> {
  const kept = await tx.execute(sql`delete from condemned_blobs where blob_key = ${part.blobKey}`);
  if (kept === 0) return false;
  await tx.execute(sql`
    insert into parts (content_id, start_offset, size_bytes, blob_key)
    values (${contentId}, ${part.startOffset}, ${part.sizeBytes}, ${part.blobKey})`);
  return true;
}

/** Bytes and number of parts of a content. */
export async function extentOf(
  db: Queryable,
  contentId: string,
): Promise<{ sizeBytes: number; parts: number }> {
  return await db.one(sql`
    select coalesce(max(start_offset + size_bytes), 0)::int8 as "sizeBytes", count(*)::int8 as parts
      from parts where content_id = ${contentId}`);
}

/** The parts that hold bytes from `start` up to `end`, in order. */
export function partsOf(db: Queryable, contentId: string, start: number, end: number): Promise<PartRow[]> {
  return db.many<PartRow>(sql`
    select start_offset as "startOffset", size_bytes as "sizeBytes", blob_key as "blobKey" from parts
     where content_id = ${contentId} and start_offset < ${end} and start_offset + size_bytes > ${start}
     order by start_offset limit ${maxParts}`);
}

/** Gives up a content: its blobs are removed from the store by the sweeper. */
export async function condemnContent(tx: Tx, contentId: string): Promise<void> {
  await tx.execute(sql`
    with gone as (delete from parts where content_id = ${contentId} returning blob_key)
    insert into condemned_blobs (blob_key, due_at) select blob_key, now() from gone`);
}

/** A blob that was given up while it was written is due at once. */
export async function condemnBlob(db: Queryable, blobKey: string): Promise<void> {
  await db.execute(sql`update condemned_blobs set due_at = now() where blob_key = ${blobKey}`);
}

/** Blobs to remove now, held until the end of the transaction: whoever wants to keep one has to wait and lose it. */
export async function takeDueBlobs(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.many<{ key: string }>(sql`
    select blob_key as key from condemned_blobs where due_at <= now()
     order by due_at limit ${limit} for update skip locked`);
  return rows.map(({ key }) => key);
}

/** The storage has deleted them. */
export async function forgetBlobs(tx: Tx, keys: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from condemned_blobs where blob_key = any(${keys}::text[])`);
}
