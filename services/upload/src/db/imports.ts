import { type Queryable, sql, type Tx } from '@parley/db';
import type { AttachmentRow } from './attachments.ts';

/** Returns the file of an import by its key; undefined when there is none. */
export function importedFile(
  db: Queryable,
  importKey: string,
): Promise<(Pick<AttachmentRow, 'attachmentId' | 'pathId' | 'fileName'> & { importId: number }) | undefined> {
  return db.maybeOne(sql`
    select attachment_id as "attachmentId", path_id as "pathId", file_name as "fileName",
           import_id as "importId"
      from attachments where import_key = ${importKey}`);
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
  links: readonly { pathId: string; messageId: number; sentAt: number }[],
): Promise<void> {
  await tx.execute(sql`
    with linked as (
      insert into attachment_messages (attachment_id, message_id, sent_at)
      select a.attachment_id, g.message_id, to_timestamp(g.sent_at)
        from unnest(${links.map(({ pathId }) => pathId)}::text[], ${links.map(({ messageId }) => messageId)}::int8[],
          ${links.map(({ sentAt }) => sentAt)}::int8[]) as g (path_id, message_id, sent_at)
        join attachments a on a.path_id = g.path_id and a.import_key is not null
      on conflict do nothing returning attachment_id)
    update attachments set unlinked_since = null
     where attachment_id in (select attachment_id from linked) and unlinked_since is not null`);
}

/** Locks files of an import. */
export function lockImported(
  tx: Tx,
  importId: number,
  limit: number,
): Promise<Pick<AttachmentRow, 'attachmentId' | 'contentId'>[]> {
  return tx.many(sql`
    select attachment_id as "attachmentId", content_id as "contentId" from attachments
     where import_id = ${importId} order by attachment_id limit ${limit} for update`);
}
