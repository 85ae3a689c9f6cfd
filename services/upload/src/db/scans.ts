import { anyOf, type Db, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

/** Result of the virus scan of a file. */
export type Scan = { state: 'clean' | 'pending' | 'quarantined'; finding: string };

export type UnscannedRow = { attachmentId: number; ownerId: UserId; contentId: string; sizeBytes: number };

/**
 * Claims the file without a scan result that has been due for the longest time, and returns it; undefined when no file is due.
 * Other replicas skip the file for `forMs` milliseconds. Then it is due again, after the files that are due already.
 * @param except IDs of files that are not claimed
 */
export function takeUnscanned(
  db: Db,
  forMs: number,
  except: readonly number[],
): Promise<UnscannedRow | undefined> {
  return db.maybeOne<UnscannedRow>(sql`
    update attachments a set scan_due_at = now() + make_interval(secs => ${forMs}::float8 / 1000)
     where a.attachment_id = ${anyOf(sql`
       select attachment_id from attachments
        where scan_state = 'pending' and coalesce(scan_due_at, created_at) <= now()
          and attachment_id <> all(${except}::int8[])
        order by coalesce(scan_due_at, created_at), attachment_id limit 1 for update skip locked`)}
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
