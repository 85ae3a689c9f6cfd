import { type Db, type Queryable, sql, type Tx } from '@parley/db';
import type { Report } from '../domain/report.ts';

export type ImportOptions = {
  from: string;
  into: string;
  dryRun: boolean;
  mergePeople?: boolean | undefined;
};

export type ImportState = 'waiting' | 'running' | 'stopped' | 'done' | 'refused' | 'undoing' | 'undone';

/** What is counted when messages are stored. */
export const checkpointCounts = [
  'imported',
  'merged',
  'reactions',
  'reactionsMerged',
  'pins',
  'pinsMerged',
] as const;
export type CheckpointCount = (typeof checkpointCounts)[number];

/** What was counted up to a position in the messages of an archive. */
export type Checkpoint = Partial<Record<CheckpointCount, number>> & {
  messages?: number;
  /** Whether the import creates the organization. */
  founds?: boolean | undefined;
  /** Whether nobody but an owner who moves in was there before, so that settings of the archive apply. */
  isFresh?: boolean | undefined;
  /** What became of the settings of the archive. */
  settings?: { changed: { name: string; from: string; to: string }[]; refused: string[] };
  /** Images of the organization that were set. */
  images?: string[];
  /** Number of records of unread messages that were handled. */
  unread?: number;
};

export type ImportRow = {
  importId: number;
  state: ImportState;
  phase: string;
  archivePath: string;
  archiveName: string;
  fingerprint: string;
  source: string;
  options: ImportOptions;
  done: number;
  total: number;
  checkpoint: Checkpoint;
  report: Report | null;
  error: string;
  requestedBy: number;
  /** Seconds since the Unix epoch; null while it has not happened. */
  startedAt: number | null;
  endedAt: number | null;
};

const columns = sql`import_id as "importId", state, phase, archive_path as "archivePath", archive_name as "archiveName",
  fingerprint, source, options, done, total, checkpoint, report, error, requested_by as "requestedBy",
  floor(extract(epoch from started_at))::int8 as "startedAt", floor(extract(epoch from ended_at))::int8 as "endedAt"`;

export const findImport = (db: Queryable, importId: number): Promise<ImportRow | undefined> =>
  db.maybeOne<ImportRow>(sql`select ${columns} from imports where import_id = ${importId}`);

/** Returns the newest imports. */
export const listImports = (db: Queryable, limit: number): Promise<ImportRow[]> =>
  db.many<ImportRow>(sql`select ${columns} from imports order by import_id desc limit ${limit}`);

/** Serializes the start of imports until the transaction ends. */
export async function lockImports(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table imports in share row exclusive mode`);
}

/** Returns the import of an archive that was not removed, the newest first. Dry runs do not count. */
export const findByFingerprint = (db: Queryable, fingerprint: string): Promise<ImportRow | undefined> =>
  db.maybeOne<ImportRow>(sql`
    select ${columns} from imports
     where fingerprint = ${fingerprint} and state not in ('undone', 'undoing', 'refused')
       and not (options ->> 'dryRun')::boolean
     order by import_id desc limit 1`);

/** Returns an import that is under way. */
export const findActive = (db: Queryable): Promise<ImportRow | undefined> =>
  db.maybeOne<ImportRow>(sql`
    select ${columns} from imports where state in ('waiting', 'running', 'undoing') order by import_id limit 1`);

/** Stores an import, which the worker takes then. Returns its ID. */
export async function insertImport(
  tx: Tx,
  row: Pick<ImportRow, 'archivePath' | 'archiveName' | 'fingerprint' | 'options' | 'requestedBy'>,
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into imports (archive_path, archive_name, fingerprint, options, requested_by)
    values (${row.archivePath}, ${row.archiveName}, ${row.fingerprint}, ${JSON.stringify(row.options)}::jsonb, ${row.requestedBy})
    returning import_id as id`);
  return id;
}

/** Lets the worker continue an import, with an archive at a path where it lies now. */
export async function continueImport(tx: Tx, importId: number, archivePath: string): Promise<void> {
  await tx.execute(sql`
    update imports set state = 'waiting', error = '', archive_path = ${archivePath}
     where import_id = ${importId} and state = 'stopped'`);
}

/** Stores the state of an import, and its report when it has ended. */
export async function setState(
  db: Queryable,
  importId: number,
  state: ImportState,
  { error = '', report }: { error?: string; report?: Report } = {},
): Promise<void> {
  await db.execute(sql`
    update imports set state = ${state}, error = ${error}, phase = '',
      report = coalesce(${report === undefined ? null : JSON.stringify(report)}::json, report),
      ended_at = case when ${state} in ('done', 'refused', 'undone', 'stopped') then now() end
     where import_id = ${importId}`);
}

/**
 * Stores how the work on an import has ended. Changes nothing when the import has another state by now: somebody has stopped it, has begun to
 * remove it or continues it, and that counts.
 */
export async function endWork(
  db: Db,
  { importId, state: before }: Pick<ImportRow, 'importId' | 'state'>,
  state: ImportState,
  result: { error?: string; report?: Report } = {},
): Promise<void> {
  await db.tx(async (tx) => {
    await lockImports(tx);
    const now = (await findImport(tx, importId))?.state;
    if (now === before || now === state) await setState(tx, importId, state, result);
  });
}

/**
 * Takes an import to work on it: one that waits, or one whose replica has ended. Only one is worked on at a time: also one that was stopped is,
 * until its replica has noticed.
 */
export function takeImport(tx: Tx, worker: string, seconds: number): Promise<ImportRow | undefined> {
  return tx.maybeOne<ImportRow>(sql`
    update imports set worker = ${worker}, worker_until = now() + make_interval(secs => ${seconds}),
      state = case when state = 'waiting' then 'running' else state end, started_at = coalesce(started_at, now())
     where import_id = (
       select import_id from imports where state in ('waiting', 'running', 'undoing') order by import_id limit 1)
       and worker_until < now() and not exists (select from imports as others where others.worker_until >= now())
    returning ${columns}`);
}

/** Extends the time for which a replica works on an import. Returns its state; undefined when another replica has taken it. */
export async function keepImport(
  db: Queryable,
  importId: number,
  worker: string,
  seconds: number,
): Promise<ImportState | undefined> {
  const row = await db.maybeOne<{ state: ImportState }>(sql`
    update imports set worker_until = now() + make_interval(secs => ${seconds})
     where import_id = ${importId} and worker = ${worker} returning state`);
  return row?.state;
}

/** Lets another replica work on an import immediately. */
export async function releaseImport(db: Queryable, importId: number, worker: string): Promise<void> {
  await db.execute(sql`
    update imports set worker = '', worker_until = '-infinity' where import_id = ${importId} and worker = ${worker}`);
}

/** Stores what an import has to know when it is continued. */
export async function storeCheckpoint(
  db: Queryable,
  importId: number,
  checkpoint: Checkpoint,
): Promise<void> {
  await db.execute(sql`
    update imports set checkpoint = ${JSON.stringify(checkpoint)}::jsonb where import_id = ${importId}`);
}

/** Stores how far an import is. */
export async function storeProgress(
  db: Queryable,
  importId: number,
  progress: {
    phase: string;
    done: number;
    total: number;
    source: string;
    checkpoint?: Checkpoint | undefined;
  },
): Promise<void> {
  await db.execute(sql`
    update imports set phase = ${progress.phase}, done = ${progress.done}, total = ${progress.total},
      source = ${progress.source},
      checkpoint = coalesce(${progress.checkpoint === undefined ? null : JSON.stringify(progress.checkpoint)}::jsonb, checkpoint)
     where import_id = ${importId}`);
}
