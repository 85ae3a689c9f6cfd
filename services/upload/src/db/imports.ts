import { type Queryable, sql, type Tx } from '@parley/db';
import type { MessageId } from '@parley/rules';
import type { AttachmentRow } from './attachments.ts';

export function importedFile(
  db: Queryable,
  importKey: string,
): Promise<(Pick<AttachmentRow, 'attachmentId' | 'pathId' | 'fileName'> & { importId: number }) | undefined> {
  return db.maybeOne(sql`
    select attachment_id as "attachmentId", path_id as "pathId", file_name as "fileName",
           import_id as "importId"
      from attachments where import_key = ${importKey}`);
}

export async function importedFiles(
  db: Queryable,
  importKeys: readonly string[],
): Promise<Map<string, Pick<AttachmentRow, 'attachmentId' | 'pathId' | 'fileName'> & { importId: number }>> {
  const rows = await db.many<
    Pick<AttachmentRow, 'attachmentId' | 'pathId' | 'fileName'> & { importId: number; importKey: string }
  >(sql`
    select a.attachment_id as "attachmentId", a.path_id as "pathId", a.file_name as "fileName",
           a.import_id as "importId", a.import_key as "importKey"
      from unnest(${importKeys}::text[]) g (key)
      cross join lateral (select * from attachments where import_key = g.key limit 1) a`);
  return new Map(rows.map((row) => [row.importKey, row]));
}

/** A file of an import that is stored as one blob. */
export type NewImportedFile = Pick<
  AttachmentRow,
  'ownerId' | 'fileName' | 'pathId' | 'contentType' | 'sizeBytes'
> & { contentId: string; blobKey: string; importId: number; importKey: string; createdAt: number };

export async function insertImportedFiles(
  tx: Tx,
  files: readonly NewImportedFile[],
): Promise<Map<string, number>> {
  const column = <K extends keyof NewImportedFile>(name: K) => files.map((file) => file[name]);
  const rows = await tx.many<{ id: number; key: string }>(sql`
    insert into attachments (owner_id, file_name, path_id, content_type, size_bytes, content_id, scan_state, scan_finding,
      import_id, import_key, created_at, text_due_at)
    select owner_id, file_name, path_id, content_type, size_bytes, content_id, 'clean', '', import_id, import_key,
           -- Their texts are read after those of all files that people upload.
           case when created_at = 0 then now() else to_timestamp(created_at) end, now()
      from unnest(${column('ownerId')}::int8[], ${column('fileName')}::text[], ${column('pathId')}::text[],
        ${column('contentType')}::text[], ${column('sizeBytes')}::int8[], ${column('contentId')}::text[],
        ${column('importId')}::int8[], ${column('importKey')}::text[], ${column('createdAt')}::int8[])
        as g (owner_id, file_name, path_id, content_type, size_bytes, content_id, import_id, import_key, created_at)
    returning attachment_id as id, import_key as key`);
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** Marks a file as that of an import. `createdAt` is in seconds since the Unix epoch; 0 keeps the present time. */
export async function markImported(
  tx: Tx,
  attachmentId: number,
  { importId, importKey, createdAt }: { importId: number; importKey: string; createdAt: number },
): Promise<void> {
  await tx.execute(sql`
    update attachments set import_id = ${importId}, import_key = ${importKey},
      created_at = case when ${createdAt}::int8 = 0 then created_at else to_timestamp(${createdAt}::int8) end
     where attachment_id = ${attachmentId}`);
}

/** Stores which imported messages link to which files. Repeating it changes nothing. */
export async function linkImported(
  tx: Tx,
  links: readonly { pathId: string; messageId: MessageId; sentAt: number }[],
): Promise<void> {
  await tx.execute(sql`
    with linked as (
      insert into attachment_messages (attachment_id, message_id, sent_at)
      select a.attachment_id, g.message_id, to_timestamp(g.sent_at)
        from unnest(${links.map(({ pathId }) => pathId)}::text[], ${links.map(({ messageId }) => messageId)}::int8[],
          ${links.map(({ sentAt }) => sentAt)}::int8[]) as g (path_id, message_id, sent_at)
       cross join lateral (
         select attachment_id from attachments where path_id = g.path_id and import_key is not null limit 1) a
      on conflict do nothing returning attachment_id)
    update attachments set unlinked_since = null
     where attachment_id in (select attachment_id from linked) and unlinked_since is not null`);
}

export function lockImported(
  tx: Tx,
  importId: number,
  limit: number,
): Promise<Pick<AttachmentRow, 'attachmentId' | 'contentId'>[]> {
  return tx.many(sql`
    select attachment_id as "attachmentId", content_id as "contentId" from attachments
     where import_id = ${importId} order by attachment_id limit ${limit} for update`);
}
