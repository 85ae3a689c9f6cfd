import { type Queryable, sql, type Tx } from '@parley/db';
import type { ExportedFile } from '@parley/proto/upload/v1/exporting';
import type { MessageId } from '@parley/rules';

/** The archive file of an export of the organization. */
export type ExportRow = { exportId: number; attempt: number; contentId: string; sizeBytes: number };

const columns = sql`export_id as "exportId", attempt, content_id as "contentId", size_bytes as "sizeBytes"`;

export function findExport(db: Queryable, exportId: number): Promise<ExportRow | undefined> {
  return db.maybeOne<ExportRow>(
    sql`select ${columns} from exports where export_id = ${exportId} and expires_at > now()`,
  );
}

export function deleteExport(tx: Tx, exportId: number): Promise<ExportRow | undefined> {
  return tx.maybeOne<ExportRow>(sql`delete from exports where export_id = ${exportId} returning ${columns}`);
}

/** Unless the export has one already. @returns whether it was stored */
export async function insertExport(tx: Tx, row: ExportRow, expiresAt: Date): Promise<boolean> {
  const stored = await tx.execute(sql`
    insert into exports (export_id, attempt, content_id, size_bytes, expires_at)
    values (${row.exportId}, ${row.attempt}, ${row.contentId}, ${row.sizeBytes}, ${expiresAt})
    on conflict (export_id) do nothing`);
  return stored > 0;
}

export function lockExport(tx: Tx, exportId: number): Promise<ExportRow | undefined> {
  return tx.maybeOne<ExportRow>(sql`select ${columns} from exports where export_id = ${exportId} for update`);
}

/** Returns expired archives and locks them until the transaction ends. Skips archives that another transaction has locked. */
export function takeExpiredExports(tx: Tx, limit: number): Promise<ExportRow[]> {
  return tx.many<ExportRow>(sql`
    select ${columns} from exports where expires_at <= now()
     order by expires_at limit ${limit} for update skip locked`);
}

/** Ascending by ID, without harmful files and files that were not scanned yet. */
export function exportedFiles(db: Queryable, messageIds: readonly MessageId[]): Promise<ExportedFile[]> {
  return db.many<ExportedFile>(sql`
    select a.attachment_id as "attachmentId", a.path_id as "pathId", a.file_name as "fileName",
           a.content_type as "contentType", a.size_bytes as "sizeBytes", a.owner_id as "ownerId",
           extract(epoch from a.created_at)::int8 as "createdAt",
           case when a.import_key like 'parley %' then substr(a.import_key, 8) else a.path_id end as key
      from attachments a
     where a.scan_state = 'clean' and a.attachment_id in (
       select m.attachment_id from attachment_messages m where m.message_id = any(${messageIds}::int8[]))
     order by a.attachment_id`);
}
