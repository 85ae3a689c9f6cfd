import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NatsServer, type PostgresServer, startNats, startPostgres } from '@parley/embedded';
import { initCluster } from './init-cluster.ts';
import { startPooler } from './pooler.ts';

/** Addresses of the servers of a test run. They are plain data, so that they can be passed to each test file. */
export type ServerUrls = {
  postgres: string;
  nats: string;
  /** Port of PgBouncer, through which services then reach PostgreSQL. Undefined when services connect directly. */
  poolerPort?: number | undefined;
};

export type Servers = AsyncDisposable & {
  postgres: PostgresServer;
  /** PostgreSQL's data directory. */
  postgresDir: string;
  nats: NatsServer;
  urls: ServerUrls;
  stop(): Promise<void>;
};

export type ServersOptions = {
  /** Whether the servers force writes to disk as in production. Needed by tests that kill the servers or hold commits back. */
  durable?: boolean;
  postgresSettings?: Record<string, string | number | boolean>;
};

/** Starts a PostgreSQL and a NATS for the exclusive use of the caller. Their data is in a new temporary folder. */
export async function startServers(options: ServersOptions = {}): Promise<Servers> {
  const dir = mkdtempSync(join(tmpdir(), 'parley-test-'));
  const password = 'parley-test';
  const postgresDir = join(dir, 'postgres');
  await initCluster(postgresDir, password);
  const relaxed = options.durable ? {} : { fsync: false, full_page_writes: false };
  const [postgres, nats] = await Promise.all([
    startPostgres({
      dir: postgresDir,
      password,
      settings: {
        ...relaxed,
        max_connections: 600,
        wal_sender_timeout: '10s',
        // Tests open thousands of connections. With the default, clients compute 4,096 hashes for each.
        scram_iterations: 1,
        ...options.postgresSettings,
      },
    }),
    startNats({
      dir: join(dir, 'nats'),
      token: 'parley-test',
      // Hundreds of tests reserve streams of 100 MB, and hardly write to them.
      maxStore: '10TB',
      ...(options.durable && { syncInterval: 'always' }),
    }),
  ]);
  // `npm run test:pooler` sets this variable to the path of PgBouncer.
  const program = process.env.PARLEY_TEST_POOLER;
  const pooler = program ? await startPooler(program, postgres.url, join(dir, 'pooler')) : undefined;
  const stop = async () => {
    await pooler?.stop();
    await Promise.allSettled([postgres.stop(), nats.stop()]);
    rmSync(dir, { recursive: true, force: true });
  };
  return {
    postgres,
    postgresDir,
    nats,
    urls: { postgres: postgres.url, nats: nats.url, poolerPort: pooler?.port },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
