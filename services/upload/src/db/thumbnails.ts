import { type Queryable, sql, type Tx } from '@parley/db';
import { markContentForDeletion } from './parts.ts';

export type ThumbnailRow = { contentId: string; sizeBytes: number };

export function findThumbnail(
  db: Queryable,
  attachmentId: number,
  format: string,
): Promise<ThumbnailRow | undefined> {
  return db.maybeOne<ThumbnailRow>(sql`
    select content_id as "contentId", size_bytes as "sizeBytes" from thumbnails
     where attachment_id = ${attachmentId} and format = ${format}`);
}

/** Stores a thumbnail. Returns false when another replica has stored it, or the file was deleted. */
export async function insertThumbnail(
  tx: Tx,
  attachmentId: number,
  format: string,
  { contentId, sizeBytes }: ThumbnailRow,
): Promise<boolean> {
  const inserted = await tx.execute(sql`
    insert into thumbnails (attachment_id, format, content_id, size_bytes)
    select attachment_id, ${format}, ${contentId}, ${sizeBytes}
      from attachments where attachment_id = ${attachmentId} for key share
    on conflict do nothing`);
  return inserted > 0;
}

export async function deleteThumbnails(tx: Tx, attachmentId: number): Promise<void> {
  const rows = await tx.many<{ contentId: string }>(sql`
    delete from thumbnails where attachment_id = ${attachmentId} returning content_id as "contentId"`);
  for (const { contentId } of rows) await markContentForDeletion(tx, contentId);
}
