import { type Db, sql, type Tx } from '@parley/db';

/** Result of the virus scan of a file. */
export type Scan = { state: 'clean' | 'pending' | 'quarantined'; finding: string };

export type UnscannedRow = { attachmentId: number; ownerId: number; contentId: string; sizeBytes: number };

/**
 * Claims files without a scan result and returns them. Other replicas skip them for the time that scanning all of them may
 * take.
 * @param forMs time limit of one scan, in milliseconds
 */
export function takeUnscanned(db: Db, limit: number, forMs: number): Promise<UnscannedRow[]> {
  return db.many<UnscannedRow>(sql`
    update attachments a
       set scan_due_at = now() + make_interval(secs => ${forMs}::float8 * ${limit}::float8 / 1000)
      from (select attachment_id from attachments
             where scan_state = 'pending' and (scan_due_at is null or scan_due_at <= now())
             order by attachment_id limit ${limit} for update skip locked) due
     where a.attachment_id = due.attachment_id
    returning a.attachment_id as "attachmentId", a.owner_id as "ownerId", a.content_id as "contentId",
              a.size_bytes as "sizeBytes"`);
}

/** Stores the result of a scan. Returns false when the file was deleted, or already has a result. */
export async function setScan(tx: Tx, attachmentId: number, { state, finding }: Scan): Promise<boolean> {
  const changed = await tx.execute(sql`
    update attachments set scan_state = ${state}, scan_finding = ${finding}, scan_due_at = null
     where attachment_id = ${attachmentId} and scan_state = 'pending'`);
  return changed > 0;
}
