import { errors } from '@parley/core';
import { type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

/** A folder in the form of the API (docs/api/channels.md#folders). */
export type FolderRow = {
  id: number;
  name: string;
  description: string;
  rendered_description: string;
  date_created: number;
  creator_id: UserId | null;
  order: number;
  is_archived: boolean;
};

const folderColumns = sql`
  folder_id as id, name, description, rendered_description, extract(epoch from created_at)::int8 as date_created,
  creator_id, position as "order", archived_at is not null as is_archived`;

/** Returns all folders, also archived ones, in ascending order of position. */
export function allFolders(db: Queryable): Promise<FolderRow[]> {
  return db.many<FolderRow>(sql`select ${folderColumns} from channel_folders order by position, folder_id`);
}

/** Until the transaction ends, others cannot archive it, or move a channel into it. */
export function lockFolder(tx: Tx, folderId: number): Promise<FolderRow | undefined> {
  return tx.maybeOne<FolderRow>(sql`
    select ${folderColumns} from channel_folders where folder_id = ${folderId} for update`);
}

export async function folderExists(db: Queryable, folderId: number): Promise<boolean> {
  const found = await db.maybeOne(sql`
    select 1 as found from channel_folders where folder_id = ${folderId} and archived_at is null`);
  return found !== undefined;
}

/** Takes a lock that serializes changes of the order and names of folders until the transaction ends. */
export async function lockFolders(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table channel_folders in share row exclusive mode`);
}

async function isFolderNameTaken(tx: Tx, key: string, exceptId: number): Promise<boolean> {
  const found = await tx.maybeOne(sql`
    select 1 as found from channel_folders
     where name_key = ${key} and archived_at is null and folder_id <> ${exceptId}`);
  return found !== undefined;
}

/** Inserts a folder with the last position. */
export function insertFolder(
  tx: Tx,
  folder: { name: string; key: string; description: string; renderedDescription: string; creatorId: UserId },
): Promise<FolderRow> {
  return tx.one<FolderRow>(sql`
    insert into channel_folders (name, name_key, description, rendered_description, position, creator_id)
    select ${folder.name}, ${folder.key}, ${folder.description}, ${folder.renderedDescription},
           coalesce(max(position) + 1, 0), ${folder.creatorId}::int8 from channel_folders
    returning ${folderColumns}`);
}

/** Changes the given fields of a folder. Fields that are undefined stay as they are. */
export function updateFolder(
  tx: Tx,
  folderId: number,
  change: {
    name?: string | undefined;
    key?: string | undefined;
    description?: string | undefined;
    renderedDescription?: string | undefined;
    isArchived?: boolean | undefined;
  },
): Promise<FolderRow> {
  const isArchived = change.isArchived ?? null;
  return tx.one<FolderRow>(sql`
    update channel_folders
       set name = coalesce(${change.name ?? null}::text, name),
           name_key = coalesce(${change.key ?? null}::text, name_key),
           description = coalesce(${change.description ?? null}::text, description),
           rendered_description = coalesce(${change.renderedDescription ?? null}::text, rendered_description),
           archived_at = case when ${isArchived}::boolean is null then archived_at
                              when ${isArchived}::boolean then coalesce(archived_at, now()) end
     where folder_id = ${folderId}
    returning ${folderColumns}`);
}

export async function folderHasChannels(tx: Tx, folderId: number): Promise<boolean> {
  const found = await tx.maybeOne(sql`
    select 1 as found from channels where folder_id = ${folderId} and archived_at is null limit 1`);
  return found !== undefined;
}

/** Stores the positions of all folders. @param order IDs of all folders */
export async function reorderFolders(tx: Tx, order: readonly number[]): Promise<void> {
  await tx.execute(sql`
    update channel_folders f set position = o.place - 1
      from unnest(${order}::int8[]) with ordinality as o (folder_id, place)
     where f.folder_id = o.folder_id`);
}

/** Checks that no other folder has a name. The caller holds the lock of `lockFolders`. @throws BAD_REQUEST when one has */
export async function refuseTakenName(tx: Tx, key: string, exceptId: number): Promise<void> {
  if (await isFolderNameTaken(tx, key, exceptId))
    throw errors.badRequest('Channel folder name already in use');
}
