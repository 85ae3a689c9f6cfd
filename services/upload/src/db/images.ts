import { type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

/** An image that everyone may read: an avatar, an emoji, an icon or a logo. */
export type ImageRow = { path: string; contentType: string; contentId: string; sizeBytes: number };

export async function insertImage(tx: Tx, image: ImageRow, ownerId: UserId): Promise<void> {
  await tx.execute(sql`
    insert into images (path, content_type, content_id, size_bytes, owner_id)
    values (${image.path}, ${image.contentType}, ${image.contentId}, ${image.sizeBytes}, ${ownerId})`);
}

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
  ownerId: UserId,
  exceptPaths: readonly string[],
): Promise<string[]> {
  const rows = await tx.many<{ contentId: string }>(sql`
    delete from images where owner_id = ${ownerId} and path <> all(${exceptPaths}::text[])
    returning content_id as "contentId"`);
  return rows.map(({ contentId }) => contentId);
}

/** Returns how many public images a person uploaded within a day. */
export async function countImagesOfDay(db: Queryable, ownerId: UserId): Promise<number> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*)::int8 as n from images
     where owner_id = ${ownerId} and created_at > now() - interval '1 day'`);
  return n;
}

/**
 * Stores that an event of the log announced images as those of a person's avatar, and deletes the person's avatars that earlier
 * events announced. It is idempotent: a repeated event deletes nothing that a later one announced.
 * @param paths the images of the avatar; empty when the person has none
 * @returns the IDs of the contents of deleted images
 */
export async function replaceAvatar(
  tx: Tx,
  ownerId: UserId,
  paths: readonly string[],
  { epoch, eventId }: { epoch: string; eventId: number },
): Promise<string[]> {
  await tx.execute(sql`
    update images set shown_epoch = ${epoch}, shown_event_id = ${eventId}
     where owner_id = ${ownerId} and path = any(${paths}::text[])
       and (shown_epoch is distinct from ${epoch} or shown_event_id < ${eventId})`);
  const rows = await tx.many<{ contentId: string }>(sql`
    delete from images
     where owner_id = ${ownerId} and path <> all(${paths}::text[])
       and shown_event_id is not null and (shown_epoch <> ${epoch} or shown_event_id < ${eventId})
    returning content_id as "contentId"`);
  return rows.map(({ contentId }) => contentId);
}
