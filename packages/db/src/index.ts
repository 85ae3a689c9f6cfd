export { type RecordedChange, recordAudit, takeAuditRecords } from './audit-outbox.ts';
export { anyOf } from './claims.ts';
export {
  createDb,
  type Db,
  type DbOptions,
  plannedForValues,
  type SnapshotOptions,
  type TxOptions,
} from './db.ts';
export { emit, emitAll, encodeEvent, maxEventBytes } from './emit.ts';
export { isUnavailable, uniqueViolation } from './failures.ts';
export { type JsonPage, readJsonPage } from './json-page.ts';
export {
  type MigrateOptions,
  migrate,
  pendingMigrations,
  type ServiceSchema,
} from './migrate.ts';
export { MigrationError } from './migration-error.ts';
export type { Queryable, SnapshotTx, Tx } from './queryable.ts';
export { shareOf } from './share.ts';
export { containsSnapshot, type SnapshotRow, snapshotColumns, snapshotOf } from './snapshot.ts';
export { and, or, type Query, sql } from './sql.ts';
export { createWriteGuard, type WriteGuard } from './write-guard.ts';
