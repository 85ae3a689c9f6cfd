import { type Queryable, sql, type Tx } from '@parley/db';

/** An image that everyone may read: an avatar, an emoji, an icon or a logo. */
export type ImageRow = { path: string; contentType: string; contentId: string; sizeBytes: number };

/** Inserts a public image. */
export async function insertImage(tx: Tx, image: ImageRow, ownerId: number): Promise<void> {
  await tx.execute(sql`
    insert into images (path, content_type, content_id, size_bytes, owner_id)
    values (${image.path}, ${image.contentType}, ${image.contentId}, ${image.sizeBytes}, ${ownerId})`);
}

/** Returns the public image with a path; undefined when there is none. */
export async function imageByPath(db: Queryable, path: string): Promise<ImageRow | undefined> {
  // PostgreSQL texts cannot contain a null character.
  if (path.includes('\0')) return undefined;
  return await db.maybeOne<ImageRow>(sql`
    select path, content_type as "contentType", content_id as "contentId", size_bytes as "sizeBytes"
      from images where path = ${path}`);
}

/** Deletes the public images that a person uploaded, except those with `exceptPaths`. Returns the IDs of their contents. */
export async function deleteImagesOf(
  tx: Tx,
  ownerId: number,
  exceptPaths: readonly string[],
): Promise<string[]> {
  const rows = await tx.many<{ contentId: string }>(sql`
    delete from images where owner_id = ${ownerId} and path <> all(${exceptPaths}::text[])
    returning content_id as "contentId"`);
  return rows.map(({ contentId }) => contentId);
}
