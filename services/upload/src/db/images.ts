import { type Queryable, sql, type Tx } from '@parley/db';

/** An image that everybody may see. */
export type ImageRow = { path: string; contentType: string; contentId: string; sizeBytes: number };

/** An avatar, an emoji or an icon. */
export async function insertImage(tx: Tx, image: ImageRow, ownerId: number): Promise<void> {
  await tx.execute(sql`
    insert into images (path, content_type, content_id, size_bytes, owner_id)
    values (${image.path}, ${image.contentType}, ${image.contentId}, ${image.sizeBytes}, ${ownerId})`);
}

/** The image of a path; undefined when there is none. */
export async function imageByPath(db: Queryable, path: string): Promise<ImageRow | undefined> {
  // PostgreSQL has no null character.
  if (path.includes('\0')) return undefined;
  return await db.maybeOne<ImageRow>(sql`
    select path, content_type as "contentType", content_id as "contentId", size_bytes as "sizeBytes"
      from images where path = ${path}`);
}
