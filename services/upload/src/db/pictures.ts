import { anyOf, type Queryable, sql, type Tx } from '@parley/db';
import { markContentForDeletion } from './parts.ts';

/** A picture of another host, in the form that this server stores and sends. */
export type PictureRow = { contentId: string; contentType: string; sizeBytes: number; expiresAt: Date };

/** It may have expired. @param key SHA-256 of the picture's URL */
export function findPicture(db: Queryable, key: string): Promise<PictureRow | undefined> {
  return db.maybeOne<PictureRow>(sql`
    select content_id as "contentId", content_type as "contentType", size_bytes as "sizeBytes",
           expires_at as "expiresAt"
      from external_pictures where url_sha256 = ${key}`);
}

/** Stores a picture and replaces an earlier one. Returns false when another replica has stored the picture at the same time. */
export async function storePicture(
  tx: Tx,
  key: string,
  { contentId, contentType, sizeBytes, expiresAt }: PictureRow,
): Promise<boolean> {
  const replaced = await tx.maybeOne<{ contentId: string }>(sql`
    delete from external_pictures where url_sha256 = ${key} returning content_id as "contentId"`);
  if (replaced) await markContentForDeletion(tx, replaced.contentId);
  const inserted = await tx.execute(sql`
    insert into external_pictures (url_sha256, content_id, content_type, size_bytes, expires_at)
    values (${key}, ${contentId}, ${contentType}, ${sizeBytes}, ${expiresAt})
    on conflict do nothing`);
  return inserted > 0;
}

export async function bytesOfPictures(db: Queryable): Promise<number> {
  const { bytes } = await db.one<{ bytes: number }>(
    sql`select coalesce(sum(size_bytes), 0)::int8 as bytes from external_pictures`,
  );
  return bytes;
}

/** And beyond `maxBytes` those that expire first, at most `limit`. Returns their number. */
export async function deleteOldPictures(tx: Tx, now: Date, maxBytes: number, limit: number): Promise<number> {
  const rows = await tx.many<{ contentId: string }>(sql`
    delete from external_pictures where url_sha256 = ${anyOf(sql`
      select url_sha256 from (
        select url_sha256, expires_at, sum(size_bytes) over (order by expires_at desc, url_sha256) as total
          from external_pictures) as ranked
       where expires_at <= ${now} or total > ${maxBytes}
       order by expires_at limit ${limit}`)}
    returning content_id as "contentId"`);
  for (const { contentId } of rows) await markContentForDeletion(tx, contentId);
  return rows.length;
}
