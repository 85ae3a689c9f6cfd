import { cpSync, rmSync } from 'node:fs';
import { Cluster, type ClusterOptions, type Person, until } from '@parley/test-kit';
import { type Servers, type ServersOptions, shiftTransactionIds, startServers } from '@parley/test-servers';
import fc from 'fast-check';
import pg from 'pg';
import { channels, play, scripts, verify } from '../network/events/registration.ts';
import { Traffic } from './traffic.ts';

export type StageOptions = {
  servers?: ServersOptions;
  /** Runs on the new servers before Parley starts. */
  prepare?: (servers: Servers) => Promise<void>;
  cluster?: ClusterOptions;
  messages?: number;
};

/** All services of Parley on their own PostgreSQL and NATS, which a test can freeze, roll back and replace by a standby. */
export class Stage implements AsyncDisposable {
  readonly servers: Servers;
  readonly cluster: Cluster;
  readonly traffic: Traffic;
  readonly people: Person[];

  private constructor(servers: Servers, cluster: Cluster, traffic: Traffic, people: Person[]) {
    this.servers = servers;
    this.cluster = cluster;
    this.traffic = traffic;
    this.people = people;
  }

  static async open(options: StageOptions = {}): Promise<Stage> {
    const servers = await startServers({ durable: true, ...options.servers });
    await options.prepare?.(servers);
    return Stage.on(servers, options);
  }

  /** Starts Parley on existing servers. */
  static async on(
    servers: Servers,
    options: Pick<StageOptions, 'cluster' | 'messages'> = {},
  ): Promise<Stage> {
    await withDatabase(servers.postgres.url, (client) => client.query('create database parley'));
    const cluster = await Cluster.start({
      replicas: { 'event-queue': 2, gateway: 2, messaging: 2, channel: 2 },
      ...options.cluster,
      env: {
        PARLEY_DATABASE_URL: servers.postgres.databaseUrl('parley'),
        PARLEY_NATS_URL: servers.nats.url,
        ...options.cluster?.env,
      },
    });
    const people = Object.values(await cluster.organization.add('alice', 'bob', 'carol'));
    await cluster.organization.owner.subscribe(channels);
    const traffic = await Traffic.prepare(cluster, {
      senders: 4,
      queues: 8,
      messages: options.messages ?? 400,
    });
    return new Stage(servers, cluster, traffic, people);
  }

  /**
   * Sends messages and registers queues while `disturb` runs. Then verifies that nothing was lost or repeated, and that the
   * initial data of every registration was exact.
   */
  async holds(disturb: () => Promise<void>): Promise<void> {
    let disturbing = true;
    const registering = (async () => {
      const made = [];
      for (const script of fc.sample(scripts, { numRuns: 200, seed: 7 })) {
        made.push(...(await play(script, this.people)));
        if (!disturbing && made.length >= 8) break;
      }
      return made;
    })();
    const sending = this.traffic.run(() => disturb().finally(() => (disturbing = false)));
    const [registrations] = await Promise.all([registering, sending]);
    await this.cluster.caughtUp();
    await verify(registrations);
    await this.traffic.verify();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.traffic.stop();
    await this.cluster.stop();
    await this.servers.stop();
  }
}

/**
 * Makes commits wait for a standby that does not exist, while `during` runs. Such commits are flushed to disk but not yet
 * visible.
 */
export async function holdCommits(servers: Servers, during: () => Promise<void>): Promise<void> {
  await setStandby(servers, 'absent');
  try {
    await during();
  } finally {
    await setStandby(servers, '');
  }
}

async function setStandby(servers: Servers, name: string): Promise<void> {
  await withDatabase(servers.postgres.url, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '${name}'`);
    await client.query('select pg_reload_conf()');
    await until('the setting is in force', async () => {
      const { rows } = await client.query('show synchronous_standby_names');
      return rows[0].synchronous_standby_names === name;
    });
  });
}

/** Returns how many backends wait for the missing standby. Their commits are flushed but not yet visible. */
export async function heldCommits(servers: Servers): Promise<number> {
  return withDatabase(servers.postgres.url, async (client) => {
    const { rows } = await client.query(
      "select count(*)::int as held from pg_stat_activity where wait_event = 'SyncRep'",
    );
    return rows[0].held;
  });
}

/** Restarts a new PostgreSQL cluster with a given next transaction ID, for tests of transaction ID wraparound. */
export async function startTransactionsAt(servers: Servers, next: number): Promise<void> {
  const { postgres, postgresDir } = servers;
  await withDatabase(postgres.url, (client) => client.query('update pg_database set datallowconn = true'));
  for (const database of ['postgres', 'template0', 'template1']) {
    await withDatabase(postgres.databaseUrl(database), (client) => client.query('vacuum freeze'));
  }
  await postgres.stop();
  shiftTransactionIds(postgresDir, BigInt(next));
  await postgres.start();
}

/** Copies the storage of the NATS server. The process is frozen in the meantime. */
export async function copyStore({ nats }: Servers, to: string): Promise<void> {
  await nats.freeze();
  try {
    cpSync(nats.storeDir, to, { recursive: true });
  } finally {
    nats.kill('SIGCONT');
  }
}

/** Kills the NATS server, replaces its storage by an older copy, and restarts it. */
export async function rollBackStore({ nats }: Servers, from: string): Promise<void> {
  nats.kill('SIGKILL');
  await nats.exited;
  rmSync(nats.storeDir, { recursive: true, force: true });
  cpSync(from, nats.storeDir, { recursive: true });
  await nats.start();
}

export async function withDatabase<T>(url: string, fn: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await fn(client);
  } finally {
    await client.end();
  }
}
