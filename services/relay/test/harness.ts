import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NatsConnection } from '@nats-io/transport-node';
import { createLogger, type Logger } from '@parley/core';
import { encodeEvent, migrate } from '@parley/db';
import { type NatsServer, type PostgresServer, startNats, startPostgres } from '@parley/embedded';
import {
  connectNats,
  type EmittingTransaction,
  type FollowedEvent,
  type Follower,
  follow,
  type SharedLog,
} from '@parley/event-log';
import { Event, Origin } from '@parley/proto/events/v1/event';
import { initCluster, until, warnings } from '@parley/test-servers';
import pg from 'pg';
import { createService, loadServiceConfig, type RelayConfig, type RelayService } from '../src/index.ts';

/** The servers that the tests of one file share. */
export type Servers = AsyncDisposable & {
  dir: string;
  postgres: PostgresServer;
  nats: NatsServer;
  /** Creates a migrated database and a NATS prefix of its own. */
  place(name: string): Promise<Place>;
};

const PASSWORD = 'relay-test-password';

export async function startServers(
  settings: Record<string, string | number | boolean> = {},
): Promise<Servers> {
  const dir = mkdtempSync(join(tmpdir(), 'parley-relay-'));
  await initCluster(join(dir, 'postgres'), PASSWORD);
  const [postgres, nats] = await Promise.all([
    startPostgres({
      dir: join(dir, 'postgres'),
      password: PASSWORD,
      settings: { fsync: false, shared_buffers: '32MB', ...settings },
    }),
    startNats({ dir: join(dir, 'nats'), token: 'relay-test' }),
  ]);
  const closing: (() => Promise<void>)[] = [];
  const servers: Servers = {
    dir,
    postgres,
    nats,
    async place(name) {
      await withClient(postgres.databaseUrl('postgres'), (client) => client.query(`create database ${name}`));
      const adminUrl = postgres.databaseUrl(name);
      const service = {
        schema: 'relay',
        role: 'parley_relay',
        password: PASSWORD,
        migrations: join(import.meta.dirname, '../src/db/migrations'),
        replication: true,
      };
      await migrate({ adminUrl, services: [service] });
      await withClient(adminUrl, (client) => client.query('create table things (n int primary key)'));
      const place = new Place(servers, name, await connectNats({ url: nats.url, name: 'test' }));
      closing.push(() => place.close());
      return place;
    },
    async [Symbol.asyncDispose]() {
      for (const close of closing) await close();
      await Promise.all([postgres.stop(), nats.stop()]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
  return servers;
}

export async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** One deployment: a database, a NATS prefix, its relays and its followers. */
export class Place {
  readonly servers: Servers;
  readonly name: string;
  readonly nats: NatsConnection;
  readonly adminUrl: string;
  readonly env: NodeJS.ProcessEnv;
  #relays: RelayService[] = [];
  #followers: Follower[] = [];
  #processes: ChildProcess[] = [];

  constructor(servers: Servers, name: string, nats: NatsConnection) {
    this.servers = servers;
    this.name = name;
    this.nats = nats;
    this.adminUrl = servers.postgres.databaseUrl(name);
    this.env = {
      PARLEY_NATS_URL: servers.nats.url,
      PARLEY_NATS_PREFIX: name,
      PARLEY_RELAY_DATABASE_URL: servers.postgres.databaseUrl(name, {
        user: 'parley_relay',
        password: PASSWORD,
      }),
      PARLEY_RELAY_SENDER_TIMEOUT_MS: '1500',
      PARLEY_RELAY_STANDBY_POLL_MS: '50',
      PARLEY_RELAY_LOG_MAX_BYTES: String(64 * 2 ** 20),
      PARLEY_LOG_LEVEL: 'debug',
    };
  }

  /** The reasons for which relays in this process began new epochs, in order. */
  readonly reasons: string[] = [];

  /** Starts a relay in this process. Resolves when the relay is active or on standby. */
  async relay(changes: Partial<RelayConfig> = {}, sharedLog?: SharedLog): Promise<RelayService> {
    const relay = createService(
      { ...loadServiceConfig(this.env), ...changes },
      { logger: this.#logger(), sharedLog },
    );
    this.#relays.push(relay);
    await relay.start();
    await until('a role', () => relay.role !== 'starting');
    return relay;
  }

  /** Starts a relay in its own process, which a test can kill or freeze. Resolves when its HTTP port is known. */
  async relayProcess(): Promise<RelayProcess> {
    const main = join(import.meta.dirname, '..', 'src', 'main.ts');
    const child = spawn(process.execPath, ['--conditions=parley-source', main], {
      env: { ...process.env, ...this.env },
      stdio: ['ignore', 'pipe', process.env.RELAY_TEST_LOG ? 'inherit' : 'ignore'],
    });
    this.#processes.push(child);
    const port = Promise.withResolvers<number>();
    const lines: string[] = [];
    let rest = '';
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      if (process.env.RELAY_TEST_LOG) process.stderr.write(text);
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        lines.push(part);
        const match = /"opsPort":(\d+)/.exec(part);
        if (match) port.resolve(Number(match[1]));
      }
    });
    child.once('exit', () => port.reject(new Error(`the relay ended: ${lines.slice(-5).join('\n')}`)));
    return { child, lines, port: await port.promise };
  }

  /** Follows the log from its start. Events are appended to `seen` of the result. */
  follow(): Following {
    const seen: FollowedEvent[] = [];
    const epochs: string[] = [];
    const byEpoch = new Map<string, FollowedEvent[]>();
    const follower = follow({
      nats: this.nats,
      prefix: this.name,
      from: 'start',
      onEvents: (events) => {
        for (const event of events) {
          seen.push(event);
          byEpoch.get(epochs.at(-1)!)?.push(event);
        }
      },
      onEpoch: (epoch) => {
        epochs.push(epoch);
        byEpoch.set(epoch, []);
      },
    });
    this.#followers.push(follower);
    return { follower, seen, epochs, latest: () => byEpoch.get(epochs.at(-1)!) ?? [] };
  }

  /** Returns a logger that records the reasons of new epochs. It also prints the log when RELAY_TEST_LOG is set. */
  #logger(): Logger {
    const write = (line: string) => {
      if (process.env.RELAY_TEST_LOG) process.stderr.write(line);
      warnings.write(line);
      const { reason } = JSON.parse(line) as { reason?: string };
      if (reason) this.reasons.push(reason);
    };
    return createLogger({ service: 'relay', level: 'debug', destination: { write } });
  }

  client<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
    return withClient(this.adminUrl, use);
  }

  async close(): Promise<void> {
    for (const child of this.#processes) {
      child.kill('SIGCONT');
      child.kill('SIGKILL');
    }
    await Promise.all(this.#followers.map((follower) => follower.stop()));
    await Promise.all(this.#relays.map((relay) => relay.stop()));
    await this.nats.close();
  }
}

export type Following = {
  follower: Follower;
  seen: FollowedEvent[];
  epochs: string[];
  /** Returns the events of the latest epoch that was followed. */
  latest(): FollowedEvent[];
};
export type RelayProcess = { child: ChildProcess; lines: string[]; port: number };

/** Returns an encoded event whose kind contains a number. */
export function numbered(n: number | string): Buffer {
  return encodeEvent(
    Event.fromPartial({
      kind: `test.thing.${n}`,
      origin: Origin.MESSAGING,
      deliveries: [{ audience: { maxRole: 600 } }],
    }),
  );
}

/** Returns the number in the kind of an event. */
export const numberOf = (event: FollowedEvent): number => Number(event.event.kind.split('.')[2]);

/** Writes a row and its event in one transaction, and returns the transaction. */
export async function put(client: pg.ClientBase, n: number): Promise<EmittingTransaction> {
  const { rows } = await client.query<{ id: string; at: string }>({
    name: 'put',
    text: `with row as (insert into things (n) values ($1) returning n)
           select log.emit($2, row.n), pg_current_xact_id()::text as id,
                  (extract(epoch from statement_timestamp()) * 1000000)::int8::text as at
             from row`,
    values: [n, numbered(n)],
  });
  return { transactionId: Number(rows[0]!.id), committedAtUs: Number(rows[0]!.at) };
}
