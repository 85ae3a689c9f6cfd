import { sleep } from '@parley/core';
import pg from 'pg';

/**
 * A copy of all rows, to which the deployment can be reset between tests. Rows get back their contents. Sequences
 * continue, so the ID of a discarded row is never assigned again, and no cache can mistake one row for another.
 */
export type Baseline = {
  /**
   * Discards every change since the copy was made, and begins a new epoch of the log: services drop what they have
   * derived from it, and clients must register again. Requests must not be in progress.
   */
  restore(): Promise<void>;
  close(): Promise<void>;
};

const POLL_MS = 15;
/** The schema of the copies. */
const SCHEMA = 'parley_baseline';
/** Tables that describe the log and the schema, not the organization. */
const notCopied = new Set(['relay.checkpoints']);
/** Deleting the rows of a larger table takes longer than truncating all tables. */
const LARGE_BYTES = 4 * 2 ** 20;

type Table = {
  /** Its quoted name with the schema, and that of its copy. */
  name: string;
  copy: string;
  /** Names of its columns that hold values of their own, quoted. */
  columns: string;
};

/** Copies all rows of the services. Replaces the former copy. */
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
  let known = await readFingerprints(client, tables);
  return {
    async restore() {
      await client.query('begin');
      try {
        const present = await readFingerprints(client, tables);
        await restoreRows(
          client,
          tables,
          tables.filter((_, at) => present[at] !== known[at]),
        );
        // Without its checkpoint, the relay begins a new epoch when it connects.
        await client.query('delete from relay.checkpoints');
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
      await client.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name like 'parley-relay%'`,
      );
      known = await readFingerprints(client, tables);
    },
    close: () => client.end(),
  };
}

/** Returns a text of each table that differs after every change of its rows. */
async function readFingerprints(client: pg.Client, tables: readonly Table[]): Promise<string[]> {
  const { rows } = await client.query<{ at: number; fingerprint: string }>({
    name: 'fingerprints',
    text: tables
      .map(
        ({ name }, at) =>
          `select ${at} as at, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as fingerprint from ${name}`,
      )
      .join(' union all '),
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

/** Replaces the rows of the changed tables by their copies. */
async function restoreRows(
  client: pg.Client,
  tables: readonly Table[],
  changed: readonly Table[],
): Promise<void> {
  if (changed.length === 0) return;
  const { rows } = await client.query<{ large: boolean }>(
    'select bool_or(pg_relation_size(name::regclass) > $2) as large from unnest($1::text[]) as name',
    [changed.map(({ name }) => name), LARGE_BYTES],
  );
  // Tables with foreign keys between them can only be truncated together.
  const replaced = rows[0]!.large ? tables : changed;
  const names = replaced.map(({ name }) => name).join(', ');
  const discard = rows[0]!.large
    ? `truncate ${names};`
    : `lock table ${names} in exclusive mode; ${replaced.map(({ name }) => `delete from ${name};`).join('\n')}`;
  const refill = replaced.map(
    ({ name, copy, columns }) =>
      `insert into ${name} (${columns}) overriding system value select * from ${copy};`,
  );
  await client.query(
    // As a replica, the server checks no foreign keys and fires no triggers.
    `set local session_replication_role = replica; set local lock_timeout = '10s'; ${discard} ${refill.join('\n')}`,
  );
}

/**
 * Resolves when every service has left the former epoch of the log and is within the freshness bound in the new one.
 * Services that do not follow the log count as ready.
 * @param before epoch changes of each process before the reset (`epochChanges`)
 */
export async function untilFollowed(opsPorts: readonly number[], before: readonly number[]): Promise<void> {
  const deadline = performance.now() + 30_000;
  const until = async (port: number, condition: (metrics: Metrics) => boolean) => {
    while (!condition(await readMetrics(port))) {
      if (performance.now() > deadline)
        throw new Error(`the service at port ${port} does not follow the log`);
      await sleep(POLL_MS);
    }
  };
  const metrics = await Promise.all(opsPorts.map(readMetrics));
  const kinds = opsPorts.map((port, at) => ({ port, at, ...metrics[at]! }));
  // The services can follow only when a relay has begun the epoch, and reading metrics takes processor time.
  const relays = kinds.filter(({ text }) => text.includes('\nparley_relay_active '));
  const isActive = ({ text }: Metrics) => /\nparley_relay_active 1\b/.test(text);
  await Promise.any(relays.map(({ port }) => until(port, isActive))).catch(() => {
    throw new Error('No relay becomes active; see its log.');
  });
  const followers = kinds.filter(({ text }) => text.includes('\nparley_log_follower_fresh '));
  await Promise.all(
    followers.map(({ port, at }) =>
      until(
        port,
        ({ text, epochChanges }) =>
          epochChanges > before[at]! && /\nparley_log_follower_fresh 1\b/.test(text),
      ),
    ),
  );
}

/** Returns how often the processes have seen a new epoch of the log. */
export const epochChanges = (opsPorts: readonly number[]): Promise<number[]> =>
  Promise.all(opsPorts.map(async (port) => (await readMetrics(port)).epochChanges));

type Metrics = { text: string; epochChanges: number };

async function readMetrics(port: number): Promise<Metrics> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(10_000) });
  const text = await response.text();
  return {
    text,
    epochChanges: Number(/\nparley_log_follower_epoch_changes_total (\d+)/.exec(text)?.[1] ?? 0),
  };
}
