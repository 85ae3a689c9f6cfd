import { errors } from '@parley/core';
import { type Db, type Queryable, sql, type Tx } from '@parley/db';

export type PartRow = { startOffset: number; sizeBytes: number; blobKey: string };

/** Maximum number of parts of one content. Only clients that send a few bytes at a time reach it. */
export const maxParts = 20_000;

/** Time in milliseconds to write an announced blob and make it a part of a content. Afterwards the sweeper deletes the blob. */
const writingTimeMs = 6 * 3_600_000;

/** Adds a blob to the list of blobs to delete (`condemned_blobs`). Called before the blob is written. */
export async function announceBlob(db: Db, blobKey: string): Promise<void> {
  await db.tx(
    (tx) =>
      tx.execute(sql`
        insert into condemned_blobs (blob_key, due_at)
        values (${blobKey}, now() + make_interval(secs => ${writingTimeMs}::float8 / 1000))
        on conflict (blob_key) do nothing`),
    { isIdempotent: true },
  );
}

/** Removes it from the list of blobs to delete. False when the sweeper has already deleted it. */
export async function addPart(tx: Tx, contentId: string, part: PartRow): Promise<boolean> {
  const deleted = await tx.execute(sql`delete from condemned_blobs where blob_key = ${part.blobKey}`);
  if (deleted === 0) return false;
  await tx.execute(sql`
    insert into parts (content_id, start_offset, size_bytes, blob_key)
    values (${contentId}, ${part.startOffset}, ${part.sizeBytes}, ${part.blobKey})`);
  return true;
}

/** Like `announceBlob`, for several blobs. */
export async function announceBlobs(db: Db, blobKeys: readonly string[]): Promise<void> {
  await db.tx(
    (tx) =>
      tx.execute(sql`
        insert into condemned_blobs (blob_key, due_at)
        select blob_key, now() + make_interval(secs => ${writingTimeMs}::float8 / 1000)
          from unnest(${blobKeys}::text[]) as g (blob_key)
        on conflict (blob_key) do nothing`),
    { isIdempotent: true },
  );
}

/** Makes each blob the only part of a content. Returns false when the sweeper has already deleted one. */
export async function addWholeContents(
  tx: Tx,
  contents: readonly { contentId: string; blobKey: string; sizeBytes: number }[],
): Promise<boolean> {
  const keys = contents.map(({ blobKey }) => blobKey);
  const deleted = await tx.execute(sql`delete from condemned_blobs where blob_key = any(${keys}::text[])`);
  if (deleted < contents.length) return false;
  await tx.execute(sql`
    insert into parts (content_id, start_offset, size_bytes, blob_key)
    select content_id, 0, size_bytes, blob_key
      from unnest(${contents.map(({ contentId }) => contentId)}::text[],
        ${contents.map(({ sizeBytes }) => sizeBytes)}::int8[], ${keys}::text[]) as g (content_id, size_bytes, blob_key)`);
  return true;
}

/**
 * Gives a part another blob of the same size, and marks its former blob for deletion. Does nothing when the part has another blob
 * than `part` by now; the sweeper then deletes the new one.
 * @throws UNAVAILABLE when the sweeper has already deleted the new blob
 */
export async function addReplacement(
  tx: Tx,
  contentId: string,
  part: PartRow,
  blobKey: string,
): Promise<void> {
  const replaced = await tx.execute(sql`
    update parts set blob_key = ${blobKey}
     where content_id = ${contentId} and start_offset = ${part.startOffset} and blob_key = ${part.blobKey}`);
  if (replaced === 0) return;
  const kept = await tx.execute(sql`delete from condemned_blobs where blob_key = ${blobKey}`);
  if (kept === 0) throw errors.unavailable('The upload took too long. Please try again.');
  await tx.execute(sql`
    insert into condemned_blobs (blob_key, due_at) values (${part.blobKey}, now())
    on conflict (blob_key) do nothing`);
}

/** Returns the size of a content in bytes, and the number of its parts. */
export async function extentOf(
  db: Queryable,
  contentId: string,
): Promise<{ sizeBytes: number; parts: number }> {
  return await db.one(sql`
    select coalesce(max(start_offset + size_bytes), 0)::int8 as "sizeBytes", count(*)::int8 as parts
      from parts where content_id = ${contentId}`);
}

/** Returns the parts that contain the bytes from `start` up to, but not including, `end`, in ascending order. */
export function partsOf(db: Queryable, contentId: string, start: number, end: number): Promise<PartRow[]> {
  return db.many<PartRow>(sql`
    select start_offset as "startOffset", size_bytes as "sizeBytes", blob_key as "blobKey" from parts
     where content_id = ${contentId} and start_offset < ${end} and start_offset + size_bytes > ${start}
     order by start_offset limit ${maxParts}`);
}

export async function markContentForDeletion(tx: Tx, contentId: string): Promise<void> {
  await tx.execute(sql`
    with gone as (delete from parts where content_id = ${contentId} returning blob_key)
    insert into condemned_blobs (blob_key, due_at) select blob_key, now() from gone`);
}

/** Makes a blob due for deletion now, instead of after the time for writing. */
export async function markBlobForDeletion(db: Queryable, blobKey: string): Promise<void> {
  await db.execute(sql`update condemned_blobs set due_at = now() where blob_key = ${blobKey}`);
}

/** Locked until the transaction ends, so `addPart` cannot make one of them a part meanwhile. */
export async function takeDueBlobs(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.many<{ key: string }>(sql`
    select blob_key as key from condemned_blobs where due_at <= now()
     order by due_at limit ${limit} for update skip locked`);
  return rows.map(({ key }) => key);
}

export async function forgetBlobs(tx: Tx, keys: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from condemned_blobs where blob_key = any(${keys}::text[])`);
}
