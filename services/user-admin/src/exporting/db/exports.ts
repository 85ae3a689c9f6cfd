import { type Queryable, sql, type Tx } from '@parley/db';
import type { ExportRow } from '../domain/rules.ts';

/** Maximum number of exports in the list, the newest ones. */
const maxListed = 200;

const columns = sql`export_id as "exportId", requester_id as "requesterId", export_type as "exportType",
  extract(epoch from requested_at)::float8 * 1000 as "requestedAt", attempts, failures,
  due_at is not null as "isPending", extract(epoch from finished_at)::float8 * 1000 as "finishedAt",
  extract(epoch from failed_at)::float8 * 1000 as "failedAt", extract(epoch from deleted_at)::float8 * 1000 as "deletedAt"`;

/** Returns the newest exports in order of ID. */
export async function listExports(db: Queryable): Promise<ExportRow[]> {
  const rows = await db.many<ExportRow>(
    sql`select ${columns} from exports order by export_id desc limit ${maxListed}`,
  );
  return rows.reverse();
}

/** Returns an export and locks it until the transaction ends. */
export function lockExport(tx: Tx, exportId: number): Promise<ExportRow | undefined> {
  return tx.maybeOne<ExportRow>(sql`select ${columns} from exports where export_id = ${exportId} for update`);
}

/** Returns an export. */
export function findExport(db: Queryable, exportId: number): Promise<ExportRow | undefined> {
  return db.maybeOne<ExportRow>(sql`select ${columns} from exports where export_id = ${exportId}`);
}

/** Returns whether an export is pending, and how many of the last days did not fail. */
export function countRecentExports(tx: Tx, days: number): Promise<{ isPending: boolean; recent: number }> {
  return tx.one(sql`
    select coalesce(bool_or(due_at is not null), false) as "isPending",
           count(*) filter (where failed_at is null and requested_at > now() - make_interval(days => ${days}))::int8
             as recent
      from exports`);
}

/** Stores an export that is due immediately. */
export function insertExport(tx: Tx, requesterId: number, exportType: number): Promise<ExportRow> {
  return tx.one<ExportRow>(sql`
    insert into exports (requester_id, export_type, due_at) values (${requesterId}, ${exportType}, now())
    returning ${columns}`);
}

/**
 * Takes the pending export when it is due; none while the organization is deactivated. Other replicas leave it alone
 * for `leaseMs`, unless the lease is renewed.
 */
export function takeExport(db: Queryable, leaseMs: number): Promise<ExportRow | undefined> {
  return db.maybeOne<ExportRow>(sql`
    update exports set attempts = attempts + 1, due_at = now() + make_interval(secs => ${leaseMs}::float8 / 1000)
     where export_id = (select export_id from exports where due_at <= now()
                           and not exists (select from organization where deactivated_at is not null)
                         limit 1 for update skip locked)
    returning ${columns}`);
}

/** Renews the lease of an attempt. Returns false when it was taken over, or the organization was deactivated. */
export async function renewExport(
  db: Queryable,
  { exportId, attempts }: Pick<ExportRow, 'exportId' | 'attempts'>,
  leaseMs: number,
): Promise<boolean> {
  const renewed = await db.execute(sql`
    update exports set due_at = now() + make_interval(secs => ${leaseMs}::float8 / 1000)
     where export_id = ${exportId} and attempts = ${attempts} and due_at is not null
       and not exists (select from organization where deactivated_at is not null)`);
  return renewed > 0;
}

/** Makes the export of an attempt due again after a delay. An export that was taken over stays as it is. */
export async function postponeExport(
  db: Queryable,
  { exportId, attempts }: Pick<ExportRow, 'exportId' | 'attempts'>,
  { delayMs, isFailure }: { delayMs: number; isFailure: boolean },
): Promise<void> {
  await db.execute(sql`
    update exports set due_at = now() + make_interval(secs => ${delayMs}::float8 / 1000),
           failures = failures + ${isFailure ? 1 : 0}
     where export_id = ${exportId} and attempts = ${attempts} and due_at is not null`);
}

/** Ends the export of an attempt. Returns it, or undefined when it was taken over or has ended. */
export function endExport(
  tx: Tx,
  { exportId, attempts }: Pick<ExportRow, 'exportId' | 'attempts'>,
  hasFailed: boolean,
): Promise<ExportRow | undefined> {
  const end = hasFailed ? sql`failed_at = now()` : sql`finished_at = now()`;
  return tx.maybeOne<ExportRow>(sql`
    update exports set due_at = null, ${end}
     where export_id = ${exportId} and attempts = ${attempts} and due_at is not null
    returning ${columns}`);
}

/** Records that the archive of an export was deleted. Returns false when it was recorded before. */
export async function markExportDeleted(tx: Tx, exportId: number): Promise<boolean> {
  const deleted = await tx.execute(
    sql`update exports set deleted_at = now() where export_id = ${exportId} and deleted_at is null`,
  );
  return deleted > 0;
}

/** Returns finished exports whose archives are older than a number of days, oldest first. */
export function expiredExports(db: Queryable, days: number): Promise<ExportRow[]> {
  return db.many<ExportRow>(sql`
    select ${columns} from exports
     where deleted_at is null and finished_at < now() - make_interval(days => ${days})
     order by finished_at limit 10`);
}
