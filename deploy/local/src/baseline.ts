import { firstItem, itemAt, sleep } from '@parley/core';
import pg from 'pg';

/**
 * A copy of all rows, to which tests can reset the deployment. A reset restores the contents of rows but not the sequences. So
 * IDs of discarded rows are never assigned again, and caches cannot confuse an old row with a new one.
 */
export type Baseline = {
  /**
   * Discards all changes since the copy was made, and starts a new epoch of the event log. Services then drop all data derived
   * from the log, and clients must register again. The caller must ensure that no request is in progress.
   */
  restore(): Promise<void>;
  close(): Promise<void>;
};

const POLL_MS = 5;
/** Schema that contains the copies. */
const SCHEMA = 'parley_baseline';
/** Tables with the IDs of changed rows and the transactions that changed them. They tell services which cached rows to reread. */
const changeTables = ['user_admin.people_changes', 'channel.channel_changes'];
/** Tables that are not reset, because they describe the event log or changes instead of the organization. */
const notCopied = new Set(['relay.checkpoints', ...changeTables]);
/** Size in bytes above which truncating all tables is faster than deleting the rows of a table. */
const LARGE_BYTES = 4 * 2 ** 20;

type Table = {
  /** Quoted name of the table with its schema. `copy` is that of its copy. */
  name: string;
  copy: string;
  /** Quoted names of the columns without generated ones. */
  columns: string;
};

/** Copies the rows of all services. Replaces an earlier copy. */
export async function takeBaseline(databaseUrl: string): Promise<Baseline> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  const tables = await listTables(client);
  const copies = tables.map(
    ({ name, copy, columns }) => `create table ${copy} as select ${columns} from ${name};`,
  );
  await client.query(
    `begin; drop schema if exists ${SCHEMA} cascade; create schema ${SCHEMA}; ${copies.join('\n')} commit;`,
  );
  const fingerprints = await readFingerprints(client, tables);
  const known = new Map(tables.map((table, at) => [table, itemAt(fingerprints, at)]));
  return {
    async restore() {
      await client.query('begin');
      try {
        const present = await readFingerprints(client, tables, 'fingerprints');
        const restored = await restoreRows(
          client,
          tables,
          tables.filter((_, at) => present[at] !== known.get(itemAt(tables, at))),
        );
        // The restore has changed rows again, but no trigger has recorded that. So all recorded changes get this transaction's ID.
        for (const name of changeTables)
          await client.query(`update ${name} set changed_in = pg_current_xact_id()`);
        // Later changes have other transaction IDs than the rows that this transaction has written, so fingerprints detect them.
        const fingerprints = await readFingerprints(client, restored);
        // Without its checkpoint, the relay begins a new epoch when it connects.
        await client.query('delete from relay.checkpoints');
        await client.query('commit');
        for (const [at, table] of restored.entries()) known.set(table, itemAt(fingerprints, at));
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
      await endRelaySessions(client);
    },
    close: () => client.end(),
  };
}

/** Ends the database sessions of the relays, and waits up to 5 s until they are over. */
async function endRelaySessions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid, pg_terminate_backend(pid) from pg_stat_activity where application_name like 'parley-relay%'`,
  );
  const deadline = performance.now() + 5_000;
  const isOver = async () => {
    const { rows: left } = await client.query('select 1 from pg_stat_activity where pid = any($1)', [
      rows.map(({ pid }) => pid),
    ]);
    return left.length === 0;
  };
  // `pg_terminate_backend` could wait itself, but it checks only every 100 ms.
  while (!(await isOver()) && performance.now() < deadline) await sleep(POLL_MS);
}

/** @param name of the prepared statement; without one, the server plans the query each time */
async function readFingerprints(
  client: pg.Client,
  tables: readonly Table[],
  name?: string,
): Promise<string[]> {
  if (tables.length === 0) return [];
  const text = tables
    .map(
      ({ name }, at) =>
        `select ${at} as at, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as fingerprint from ${name}`,
    )
    .join(' union all ');
  const { rows } = await client.query<{ at: number; fingerprint: string }>({
    text,
    ...(name !== undefined && { name }),
  });
  return rows.toSorted((one, other) => one.at - other.at).map(({ fingerprint }) => fingerprint);
}

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ schema: string; table: string; columns: string[] }>(
    `select n.nspname as schema, c.relname as table,
            array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as columns
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$|${SCHEMA}$)'
      group by 1, 2 order by 1, 2`,
  );
  return rows
    .filter(({ schema, table }) => !notCopied.has(`${schema}.${table}`))
    .map(({ schema, table, columns }) => ({
      name: `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`,
      copy: `${SCHEMA}.${pg.escapeIdentifier(`${schema}.${table}`)}`,
      columns: columns.join(', '),
    }));
}

/** Of all tables if one of the changed ones is large. Returns the tables whose rows were replaced. */
async function restoreRows(
  client: pg.Client,
  tables: readonly Table[],
  changed: readonly Table[],
): Promise<readonly Table[]> {
  if (changed.length === 0) return [];
  const { rows } = await client.query<{ large: boolean }>(
    'select bool_or(pg_relation_size(name::regclass) > $2) as large from unnest($1::text[]) as name',
    [changed.map(({ name }) => name), LARGE_BYTES],
  );
  // Tables that reference each other with foreign keys must be truncated together.
  const replaced = firstItem(rows).large ? tables : changed;
  const names = replaced.map(({ name }) => name).join(', ');
  const discard = firstItem(rows).large
    ? `truncate ${names};`
    : `lock table ${names} in exclusive mode; ${replaced.map(({ name }) => `delete from ${name};`).join('\n')}`;
  const refill = replaced.map(
    ({ name, copy, columns }) =>
      `insert into ${name} (${columns}) overriding system value select * from ${copy};`,
  );
  await client.query(
    // With this setting, PostgreSQL checks no foreign keys and fires no triggers, as on a replica.
    `set local session_replication_role = replica; set local lock_timeout = '10s'; ${discard} ${refill.join('\n')}`,
  );
  return replaced;
}

/** The processes of a deployment that write the log and that follow it, by the ports of their metrics. */
export type LogProcesses = { relays: readonly number[]; followers: readonly number[] };

const ACTIVE = 'parley_relay_active';
const FRESH = 'parley_log_follower_fresh';
const EPOCH_CHANGES = 'parley_log_follower_epoch_changes_total';

/** Returns which of the processes write the log and which follow it. */
export async function findLogProcesses(opsPorts: readonly number[]): Promise<LogProcesses> {
  const found = await Promise.all(
    opsPorts.map(async (port) => ({ port, metrics: await readMetrics(port, [ACTIVE, FRESH]) })),
  );
  const having = (name: string) => found.filter(({ metrics }) => metrics.has(name)).map(({ port }) => port);
  return { relays: having(ACTIVE), followers: having(FRESH) };
}

/**
 * Resolves when every service has switched to the new epoch of the event log and is within the freshness bound (1 s). Services
 * that do not read the log count as ready.
 * @param before results of `epochChanges` before the reset
 * @throws Error when that takes longer than 30 s
 */
export async function untilFollowed(
  { relays, followers }: LogProcesses,
  before: readonly (readonly number[])[],
): Promise<void> {
  const deadline = performance.now() + 30_000;
  const until = async (
    port: number,
    names: string[],
    condition: (metrics: Metrics) => boolean | undefined,
  ) => {
    while (!condition(await readMetrics(port, names))) {
      if (performance.now() > deadline)
        throw new Error(`the service at port ${port} does not follow the log`);
      await sleep(POLL_MS);
    }
  };
  // The services can follow only when a relay has begun the epoch. Reading their metrics before that would only cost processor
  // time.
  const isActive = (metrics: Metrics) => metrics.get(ACTIVE)?.includes(1) ?? false;
  await Promise.any(relays.map((port) => until(port, [ACTIVE], isActive))).catch(() => {
    throw new Error('No relay becomes active; see its log.');
  });
  const follows = (at: number) => (metrics: Metrics) =>
    metrics.get(EPOCH_CHANGES)?.every((count, service) => count > itemAt(itemAt(before, at), service)) &&
    metrics.get(FRESH)?.every((value) => value === 1);
  await Promise.all(followers.map((port, at) => until(port, [EPOCH_CHANGES, FRESH], follows(at))));
}

/** Returns how often each follower has seen a new epoch of the log, by process. */
export const epochChanges = ({ followers }: LogProcesses): Promise<(readonly number[])[]> =>
  Promise.all(
    followers.map(async (port) => (await readMetrics(port, [EPOCH_CHANGES])).get(EPOCH_CHANGES) ?? []),
  );

/** Values by the name of their metric: one for each service of the process that has it. */
type Metrics = ReadonlyMap<string, readonly number[]>;

async function readMetrics(port: number, names: readonly string[]): Promise<Metrics> {
  const query = new URLSearchParams(names.map((name): [string, string] => ['name[]', name]));
  const response = await fetch(`http://127.0.0.1:${port}/metrics?${query}`, {
    signal: AbortSignal.timeout(10_000),
  });
  const lines = (await response.text()).matchAll(/^(\w+)(?:\{[^}]*\})? (\S+)$/gm);
  const values = new Map<string, number[]>();
  for (const [, name = '', value] of lines) values.set(name, [...(values.get(name) ?? []), Number(value)]);
  return values;
}
