import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { type PostgresServer, startPostgres } from '@parley/embedded';
import pg from 'pg';
import { until } from './wait.ts';

export type StandbyOptions = {
  postgres: PostgresServer;
  postgresDir: string;
  /** Port through which the standby connects to the primary; may be the port of a proxy. */
  port: number;
  settings?: Record<string, string | number | boolean>;
};

/** Name of the standby and of its replication slot. */
const STANDBY = 'standby';
const QUERY_TIMEOUT_MS = 100_000;

/** Until `synchronize` is called, the standby is asynchronous and copies no replication slots. */
export async function createStandby(options: StandbyOptions): Promise<PostgresServer> {
  const { postgres, postgresDir, port } = options;
  const dir = `${postgresDir}-standby`;
  await postgres.stop();
  execFileSync('cp', ['-a', postgresDir, dir]);
  await postgres.start();
  // A new standby has none of its primary's replication slots, as after pg_basebackup.
  rmSync(`${dir}/pg_replslot`, { recursive: true });
  execFileSync('cp', ['-a', `${dir}/pg_stat_tmp`, `${dir}/pg_replslot`]); // copies an empty folder to keep the right owner
  execFileSync('cp', ['-a', `${dir}/PG_VERSION`, `${dir}/standby.signal`]); // copies any file to keep the right owner
  const source = new URL(postgres.url);
  const secret = decodeURIComponent(source.password);
  appendFileSync(
    `${dir}/postgresql.auto.conf`,
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${source.username} password=${secret} dbname=postgres application_name=${STANDBY}'\nprimary_slot_name = ''\n`,
  );
  return startPostgres({
    dir,
    password: secret,
    settings: { wal_retrieve_retry_interval: '100ms', ...options.settings },
  });
}

/** Logical slots then send only changes that the standby has already received. */
export async function synchronize(primary: PostgresServer, standby: PostgresServer): Promise<void> {
  await withClient(primary.url, async (client) => {
    await client.query(`select pg_create_physical_replication_slot('${STANDBY}', true)`);
  });
  await configure(standby, {
    primary_slot_name: STANDBY,
    hot_standby_feedback: 'on',
    sync_replication_slots: 'on',
  });
  await withClient(primary.url, (client) =>
    until('the standby streams through its slot', async () => {
      const { rows } = await client.query('select active from pg_replication_slots where slot_name = $1', [
        STANDBY,
      ]);
      return rows[0].active;
    }),
  );
  // The value `*` would also match the connection that reads the slot of the relay, which copies events from the WAL. Commits would
  // then wait for the relay, and the relay waits for these commits to become visible: a deadlock.
  await configure(primary, { synchronous_standby_names: STANDBY, synchronized_standby_slots: STANDBY });
}

/** It continues to replicate. Reverts the settings that `synchronize` made on the primary. */
export async function stopWaiting(primary: PostgresServer): Promise<void> {
  await configure(primary, { synchronous_standby_names: '', synchronized_standby_slots: '' });
}

/** Resolves when the standby has usable copies of all failover slots of the primary. There must be at least one slot. */
export async function slotsCopied(primary: PostgresServer, standby: PostgresServer): Promise<void> {
  await withClient(primary.url, (source) =>
    withClient(standby.url, (copy) =>
      until('the standby has copied the slots', async () => {
        // A copied slot becomes usable only after its starting position has advanced. The record that `pg_log_standby_snapshot`
        // writes advances it. An idle server writes such records rarely.
        await source.query('select pg_log_standby_snapshot()');
        const { rows: slots } = await source.query(
          'select slot_name from pg_replication_slots where failover',
        );
        const { rows: copies } = await copy.query(
          'select slot_name from pg_replication_slots where synced and not temporary and invalidation_reason is null',
        );
        const copied = new Set(copies.map(({ slot_name: name }) => name));
        return slots.length > 0 && slots.every(({ slot_name: name }) => copied.has(name));
      }),
    ),
  );
}

/** Resolves when the standby has replayed everything that the primary had written before the call. */
export async function standbyCaughtUp(primary: PostgresServer, standby: PostgresServer): Promise<void> {
  const lsn = await withClient(primary.url, async (client) => {
    const { rows } = await client.query('select pg_current_wal_flush_lsn()::text as lsn');
    return rows[0].lsn as string;
  });
  await withClient(standby.url, (client) =>
    until('the standby caught up', async () => {
      const { rows } = await client.query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached', [lsn]);
      return rows[0].reached;
    }),
  );
}

/** Promotes a standby to primary and waits until it accepts writes. */
export async function promote(standby: PostgresServer): Promise<void> {
  await withClient(standby.url, async (client) => {
    const { rows } = await client.query('select pg_promote(wait_seconds => 90) as promoted');
    if (!rows[0].promoted) throw new Error('waited too long: the standby is promoted');
  });
}

async function configure(server: PostgresServer, settings: Record<string, string>): Promise<void> {
  await withClient(server.url, async (client) => {
    for (const [name, value] of Object.entries(settings)) {
      await client.query(`alter system set ${name} = ${pg.escapeLiteral(value)}`);
    }
    await client.query('select pg_reload_conf()');
  });
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
