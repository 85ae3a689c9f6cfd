import { anyOf, type Query, type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';
import type { Proven } from '../../kernel/domain/proof.ts';
import type {
  ExportFormat,
  ExportKind,
  ExportRow,
  OrganizationExport,
  PersonExport,
} from '../domain/rules.ts';

const maxListed = 200;

const shared = sql`export_id as "exportId", requester_id as "requesterId",
  extract(epoch from requested_at)::float8 * 1000 as "requestedAt", attempts, failures,
  due_at is not null as "isPending", extract(epoch from finished_at)::float8 * 1000 as "finishedAt",
  extract(epoch from failed_at)::float8 * 1000 as "failedAt", extract(epoch from deleted_at)::float8 * 1000 as "deletedAt"`;

const tables: Readonly<Record<ExportKind, { table: Query; columns: Query }>> = {
  organization: {
    table: sql`exports`,
    columns: sql`${shared}, 'organization' as kind, export_type as "exportType", format,
      extract(epoch from since)::float8 * 1000 as since`,
  },
  person: {
    table: sql`person_exports`,
    columns: sql`${shared}, 'person' as kind, user_id as "userId", includes_private as "includesPrivate", counts`,
  },
};

/** If the stored number of attempts is higher, another replica has taken the export. */
type Attempt = Pick<ExportRow, 'kind' | 'exportId' | 'attempts'>;

export async function listExports(db: Queryable): Promise<OrganizationExport[]> {
  const { table, columns } = tables.organization;
  const rows = await db.many<OrganizationExport>(
    sql`select ${columns} from ${table} order by export_id desc limit ${maxListed}`,
  );
  return rows.reverse();
}

/** With `ownUserId`, only exports that this person requested about themselves. */
export function listPersonExports(db: Queryable, ownUserId: UserId | undefined): Promise<PersonExport[]> {
  const { table, columns } = tables.person;
  const condition =
    ownUserId === undefined ? sql`true` : sql`user_id = ${ownUserId} and requester_id = ${ownUserId}`;
  return db.many<PersonExport>(
    sql`select ${columns} from ${table} where ${condition} order by export_id desc limit ${maxListed}`,
  );
}

/** Exports that are pending or have an archive, locked until the transaction ends. */
export function lockExportsOfPerson(tx: Tx, userId: UserId): Promise<PersonExport[]> {
  const { table, columns } = tables.person;
  return tx.many<PersonExport>(sql`
    select ${columns} from ${table}
     where user_id = ${userId} and deleted_at is null and failed_at is null for update`);
}

/** Locks an export until the transaction ends, and returns it; undefined when it does not exist. */
export function lockExport(tx: Tx, exportId: number): Promise<OrganizationExport | undefined> {
  const { table, columns } = tables.organization;
  return tx.maybeOne(sql`select ${columns} from ${table} where export_id = ${exportId} for update`);
}

export function findExport(db: Queryable, exportId: number): Promise<OrganizationExport | undefined> {
  const { table, columns } = tables.organization;
  return db.maybeOne(sql`select ${columns} from ${table} where export_id = ${exportId}`);
}

/** Returns an export of any kind; undefined when it does not exist. IDs are unique among all kinds. */
export async function findAnyExport(db: Queryable, exportId: number): Promise<ExportRow | undefined> {
  const { table, columns } = tables.person;
  const ofPerson = await db.maybeOne<PersonExport>(
    sql`select ${columns} from ${table} where export_id = ${exportId}`,
  );
  return ofPerson ?? findExport(db, exportId);
}

/** Returns how many exports of the organization were requested in the last `days` and did not fail. */
export function countRecentExports(tx: Tx, days: number): Promise<{ recent: number }> {
  return countRecent(tx, tables.organization.table, sql`true`, days);
}

/** Returns how many exports of a person's data were requested in the last `days` and did not fail. */
export function countRecentPersonExports(tx: Tx, userId: UserId, days: number): Promise<{ recent: number }> {
  return countRecent(tx, tables.person.table, sql`user_id = ${userId}`, days);
}

function countRecent(tx: Tx, table: Query, condition: Query, days: number) {
  return tx.one<{ recent: number }>(sql`
    select count(*)::int8 as recent from ${table}
     where ${condition} and failed_at is null and requested_at > now() - make_interval(days => ${days})`);
}

/** Stores an export of the organization, which is due immediately. `since` is in seconds since the Unix epoch; 0 for all messages. */
export function insertExport(
  tx: Tx,
  requesterId: Proven<UserId, 'export'>,
  { exportType, since, format }: { exportType: number; since: number; format: ExportFormat },
): Promise<OrganizationExport> {
  const { columns } = tables.organization;
  return tx.one(sql`
    insert into exports (requester_id, export_type, since, format, due_at)
    values (${requesterId}, ${exportType}, case when ${since}::int8 > 0 then to_timestamp(${since}::int8) end, ${format}, now())
    returning ${columns}`);
}

/** Stores an export of a person's data, which is due immediately. */
export function insertPersonExport(
  tx: Tx,
  {
    userId,
    requesterId,
    includesPrivate,
  }: Pick<PersonExport, 'requesterId' | 'includesPrivate'> & { userId: Proven<UserId, 'export'> },
): Promise<PersonExport> {
  const { columns } = tables.person;
  return tx.one(sql`
    insert into person_exports (user_id, requester_id, includes_private, due_at)
    values (${userId}, ${requesterId}, ${includesPrivate}, now()) returning ${columns}`);
}

/** No earlier export of the organization or the same person waits or is being made. */
const isNext: Readonly<Record<ExportKind, Query>> = {
  organization: sql`not exists (select from exports as before
    where before.due_at is not null and before.export_id < e.export_id)`,
  person: sql`not exists (select from person_exports as before
    where before.due_at is not null and before.user_id = e.user_id and before.export_id < e.export_id)`,
};

/** Until the lease ends, no other replica takes it. Undefined while the organization is deactivated. */
export function takeExport(db: Queryable, kind: ExportKind, leaseMs: number): Promise<ExportRow | undefined> {
  const { table, columns } = tables[kind];
  return db.maybeOne<ExportRow>(sql`
    update ${table} set attempts = attempts + 1, due_at = now() + make_interval(secs => ${leaseMs}::float8 / 1000)
     where export_id = ${anyOf(sql`
             select export_id from ${table} as e where due_at <= now() and ${isNext[kind]}
                and not exists (select from organization where deactivated_at is not null)
              order by due_at limit 1 for update skip locked`)}
    returning ${columns}`);
}

/** False when another attempt has taken the export, it has ended, or the organization is deactivated. */
export async function renewExport(
  db: Queryable,
  { kind, exportId, attempts }: Attempt,
  leaseMs: number,
): Promise<boolean> {
  const renewed = await db.execute(sql`
    update ${tables[kind].table} set due_at = now() + make_interval(secs => ${leaseMs}::float8 / 1000)
     where export_id = ${exportId} and attempts = ${attempts} and due_at is not null
       and not exists (select from organization where deactivated_at is not null)`);
  return renewed > 0;
}

/** Makes the export of an attempt due again after a delay. Does nothing when another attempt has taken the export. */
export async function postponeExport(
  db: Queryable,
  { kind, exportId, attempts }: Attempt,
  { delayMs, isFailure }: { delayMs: number; isFailure: boolean },
): Promise<void> {
  await db.execute(sql`
    update ${tables[kind].table} set due_at = now() + make_interval(secs => ${delayMs}::float8 / 1000),
           failures = failures + ${isFailure ? 1 : 0}
     where export_id = ${exportId} and attempts = ${attempts} and due_at is not null`);
}

/** Ends the export of an attempt. Returns false, without a change, when another attempt has taken or ended the export. */
export async function endExport(
  tx: Tx,
  { kind, exportId, attempts }: Attempt,
  hasFailed: boolean,
): Promise<boolean> {
  const end = hasFailed ? sql`failed_at = now()` : sql`finished_at = now()`;
  const ended = await tx.execute(sql`
    update ${tables[kind].table} set due_at = null, ${end}
     where export_id = ${exportId} and attempts = ${attempts} and due_at is not null`);
  return ended > 0;
}

/** Ends a pending export of a person's data as failed, even while an attempt is in progress. */
export async function cancelPersonExport(tx: Tx, exportId: number): Promise<void> {
  await tx.execute(sql`
    update person_exports set due_at = null, failed_at = now() where export_id = ${exportId} and due_at is not null`);
}

export async function storeCounts(
  tx: Tx,
  exportId: number,
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  await tx.execute(
    sql`update person_exports set counts = ${JSON.stringify(counts)}::jsonb where export_id = ${exportId}`,
  );
}

/** Stores that the archive of an export was deleted. Returns false when this was already stored. */
export async function markExportDeleted(
  tx: Tx,
  { kind, exportId }: Pick<ExportRow, 'kind' | 'exportId'>,
): Promise<boolean> {
  const deleted = await tx.execute(sql`
    update ${tables[kind].table} set deleted_at = now() where export_id = ${exportId} and deleted_at is null`);
  return deleted > 0;
}

/** Returns finished exports whose archives are older than `days`, oldest first, at most 10. */
export function expiredExports(db: Queryable, kind: ExportKind, days: number): Promise<ExportRow[]> {
  const { table, columns } = tables[kind];
  return db.many<ExportRow>(sql`
    select ${columns} from ${table}
     where deleted_at is null and finished_at < now() - make_interval(days => ${days})
     order by finished_at limit 10`);
}
