import { chownSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@parley/test-kit';
import pg from 'pg';
import { run } from '../e2e/docker.ts';
import { settings } from '../e2e/settings.ts';
import type { Cluster } from './cluster.ts';
import { killPod } from './processes.ts';

/** One of two servers of PostgreSQL, of which one is the primary and the other its synchronous standby. */
export type Server = 'a' | 'b';

const waitMs = 120_000;
const other = (server: Server): Server => (server === 'a' ? 'b' : 'a');
const inStores = (...args: string[]) => ['--namespace', 'stores', ...args];

/** Makes the other server a copy of the primary, and lets the primary wait for it at each commit. */
export async function synchronize(cluster: Cluster, primary: Server): Promise<void> {
  const standby = other(primary);
  await connected(cluster, primary, async (client) => {
    await client.query(
      `select pg_create_physical_replication_slot('standby_${standby}', true)
       where not exists (select from pg_replication_slots where slot_name = 'standby_${standby}')`,
    );
    await copyData(cluster, client, primary);
    await cluster.kubectl(...inStores('scale', `deployment/postgresql-${standby}`, '--replicas=1'));
    const streams = 'select from pg_stat_replication where application_name = $1 and state = $2';
    const isStreaming = async () => (await client.query(streams, [standby, 'streaming'])).rowCount === 1;
    await until('the standby copies the primary', isStreaming, waitMs);
    // Only this name: `*` would also match the replication connection of the relay.
    await client.query(`alter system set synchronous_standby_names = '${standby}'`);
    await client.query(`alter system set synchronized_standby_slots = 'standby_${standby}'`);
    await client.query('select pg_reload_conf()');
  });
}

/**
 * Copies the files of a running primary
 * (https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP).
 */
async function copyData(cluster: Cluster, client: pg.Client, primary: Server): Promise<void> {
  const standby = other(primary);
  const dataOf = (server: Server) => join(cluster.place.folder, `data/postgresql-${server}`);
  const copy = join(dataOf(standby), 'pgdata');
  rmSync(copy, { recursive: true, force: true });
  await client.query("select pg_backup_start('copy', true)");
  // Files that disappear meanwhile are no failure of the copy.
  await run('cp', ['-a', join(dataOf(primary), 'pgdata'), copy]).catch(() => undefined);
  const { rows } = await client.query('select labelfile from pg_backup_stop()');
  rmSync(join(copy, 'postmaster.pid'), { force: true });
  for (const slot of readdirSync(join(copy, 'pg_replslot')))
    rmSync(join(copy, 'pg_replslot', slot), { recursive: true });
  const { uid, gid } = statSync(copy);
  const write = (name: string, content: string) => {
    writeFileSync(join(copy, name), content);
    chownSync(join(copy, name), uid, gid);
  };
  const source = `host=postgresql-${primary} user=parley_admin password=${settings.PARLEY_DATABASE_ADMIN_PASSWORD} dbname=parley application_name=${standby}`;
  write('backup_label', rows[0].labelfile);
  write('standby.signal', '');
  write('postgresql.auto.conf', `primary_conninfo = '${source}'\nprimary_slot_name = 'standby_${standby}'\n`);
}

/** Resolves when the standby has a usable copy of the relay's slot. */
export async function slotsCopied(cluster: Cluster, primary: Server): Promise<void> {
  await connected(cluster, primary, (source) =>
    connected(cluster, other(primary), (standby) =>
      until(
        'the standby has copied the slots',
        async () => {
          await source.query('select pg_log_standby_snapshot()');
          const { rows } = await source.query('select slot_name from pg_replication_slots where failover');
          const copies = await standby.query(
            'select slot_name from pg_replication_slots where synced and not temporary and invalidation_reason is null',
          );
          const copied = new Set(copies.rows.map(({ slot_name: name }) => name));
          return rows.length > 0 && rows.every(({ slot_name: name }) => copied.has(name));
        },
        waitMs,
      ),
    ),
  );
}

/** Ends the primary, cleanly or not, promotes its standby, and leads the services there, as an operator's tool does. */
export async function switchOver(
  cluster: Cluster,
  primary: Server,
  how: 'shut down' | 'killed',
): Promise<void> {
  const standby = other(primary);
  const [deployment, pod] = [`deployment/postgresql-${primary}`, await podOf(cluster, primary)];
  if (how === 'killed') await killPod(cluster, 'stores', pod, 'postgres');
  await cluster.kubectl(...inStores('scale', deployment, '--replicas=0'));
  await cluster.kubectl(...inStores('wait', `pod/${pod}`, '--for=delete', '--timeout=60s'));
  await connected(cluster, standby, async (client) => {
    await client.query('select pg_promote(true, 60)');
    await client.query('select pg_reload_conf()');
  });
  const selector = JSON.stringify({ spec: { selector: { app: 'postgresql', server: standby } } });
  await cluster.kubectl(...inStores('patch', 'service', 'postgresql', '--patch', selector));
}

async function podOf(cluster: Cluster, server: Server): Promise<string> {
  const { items } = await cluster.get('pods', ...inStores('--selector', `app=postgresql,server=${server}`));
  if (items.length !== 1) throw new Error(`PostgreSQL ${server} has ${items.length} pods.`);
  return items[0].metadata.name;
}

async function connected<T>(
  cluster: Cluster,
  server: Server,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  let client: pg.Client | undefined;
  const connect = async () => {
    const { items } = await cluster.get('pods', ...inStores('--selector', `app=postgresql,server=${server}`));
    const host = items[0]?.status.podIP;
    if (!host) return false;
    const candidate = new pg.Client({
      host,
      user: 'parley_admin',
      password: settings.PARLEY_DATABASE_ADMIN_PASSWORD,
      database: 'parley',
    });
    candidate.on('error', () => undefined);
    await candidate.connect();
    client = candidate;
    return true;
  };
  await until(`PostgreSQL ${server} takes connections`, () => connect().catch(() => false), waitMs);
  try {
    return await use(client!);
  } finally {
    await client!.end();
  }
}
