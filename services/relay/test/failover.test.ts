import { join } from 'node:path';
import {
  createStandby,
  Link,
  promote,
  slotsCopied,
  stopWaiting,
  synchronize,
  until,
} from '@parley/test-servers';
import pg from 'pg';
import { expect, it } from 'vitest';
import {
  type Following,
  numberOf,
  type Place,
  put,
  type Servers,
  startServers,
  withClient,
} from './harness.ts';

type PostgresServer = Servers['postgres'];

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

/**
 * Creates a relay, and a primary with a synchronous standby. The relay connects through an address that can be moved to the
 * standby.
 */
async function createPair() {
  const servers = await startServers({ fsync: true });
  const cleanup = new AsyncDisposableStack();
  cleanup.use(servers);
  const primary = servers.postgres;
  const replication = cleanup.use(await Link.to(primary.port));
  const address = cleanup.use(await Link.to(primary.port));
  const postgresDir = join(servers.dir, 'postgres');
  const standby = await createStandby({ postgres: primary, postgresDir, port: replication.port });
  cleanup.defer(() => standby.stop());
  const place = await servers.place('pair');
  place.env.PARLEY_RELAY_DATABASE_URL = through(address, place.env.PARLEY_RELAY_DATABASE_URL!);
  await place.relay();
  const following = place.follow();
  const writer = new Writer(through(address, place.adminUrl));
  await writer.write(0, 50);
  await until('the first events', () => following.seen.length === 50);
  await synchronize(primary, standby);
  await slotsCopied(primary, standby);
  return {
    primary,
    standby,
    replication,
    address,
    place,
    following,
    writer,
    [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
  };
}

function through(address: Link, url: string): string {
  const changed = new URL(url);
  changed.port = String(address.port);
  return changed.href;
}

/** Writes numbered rows and their events one after the other. Each is written exactly once, even when the server fails. */
class Writer {
  readonly #url: string;
  #client: pg.Client | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async write(from: number, to: number): Promise<void> {
    for (let n = from; n < to; n++) await until(`row ${n}`, () => this.#wrote(n));
    await this.#client?.end();
    this.#client = undefined;
  }

  async #wrote(n: number): Promise<boolean> {
    try {
      if (!this.#client) {
        const client = new pg.Client({ connectionString: this.#url, connectionTimeoutMillis: 1000 });
        client.on('error', () => undefined);
        await client.connect();
        this.#client = client;
        // The last attempt may have committed the row before it failed.
        const { rowCount } = await client.query('select from things where n = $1', [n]);
        if (rowCount === 1) return true;
      }
      await put(this.#client, n);
      return true;
    } catch {
      await this.#client?.end().catch(() => undefined);
      this.#client = undefined;
      return false;
    }
  }
}

const ends: [string, (primary: PostgresServer) => Promise<unknown>][] = [
  [
    'the primary is killed',
    (primary) => {
      primary.kill('SIGKILL');
      return primary.exited;
    },
  ],
  ['the primary is shut down', (primary) => primary.stop()],
];

it.each(ends)(
  'continues the log without a new epoch when %s and the standby has all of its data',
  async (_, end) => {
    await using pair = await createPair();
    const { primary, standby, address, place, following, writer } = pair;
    await writer.write(50, 250);
    await until('events before the failover', () => following.seen.length >= 250);
    const writing = writer.write(250, 1050);
    await until('events of the second part', () => following.seen.length > 260);
    await end(primary);
    await promote(standby);
    address.lead(standby.port);
    await writing;
    await until('every event', () => following.seen.length >= 1050);
    expect(following.seen.map(numberOf)).toEqual(range(0, 1050));
    expect(following.epochs).toHaveLength(1);
    expect(place.reasons).toEqual(['first-start']);
    await until('freshness', () => following.follower.freshness.isFresh());
    await expectTimelines(following, place, standby);
  },
);

/**
 * Expects that each event has the timeline on which it was committed. Snapshots need it, because transaction IDs repeat on a
 * new timeline.
 */
async function expectTimelines(following: Following, place: Place, standby: PostgresServer): Promise<void> {
  const forks = await withClient(standby.databaseUrl(place.name), async (client) => {
    const { rows } = await client.query(
      "select (split_part(pg_read_file('pg_wal/00000002.history'), E'\\t', 2)::pg_lsn - '0/0')::float8 as lsn",
    );
    return rows[0].lsn as number;
  });
  const timelineOf = (key: number) => Math.floor(key / 2 ** 42);
  const timelines = following.seen.map((event) => timelineOf(event.transactionId));
  expect(timelines).toEqual(following.seen.map(({ commitLsn }) => (commitLsn < forks ? 1 : 2)));
  expect(new Set(timelines)).toEqual(new Set([1, 2]));
}

it('begins a new epoch when the promoted standby lacks events that were published', async () => {
  await using pair = await createPair();
  const { primary, standby, replication, address, place, following, writer } = pair;
  await stopWaiting(primary);
  replication.lead(undefined);
  await writer.write(50, 80);
  await until('events that the standby does not receive', () => following.seen.length === 80);
  primary.kill('SIGKILL');
  await primary.exited;
  await promote(standby);
  address.lead(standby.port);
  await until('a new epoch', () => following.epochs.length === 2 && following.follower.caughtUp());
  await writer.write(100, 120);
  await until('the events of the new epoch', () => following.latest().length === 20);
  expect(following.latest().map(numberOf)).toEqual(range(100, 120));
  expect(place.reasons).toEqual(['first-start', 'tail-lost']);
});

it('continues after several failovers, each time on the server that was promoted last', async () => {
  await using pair = await createPair();
  const { primary, standby, address, place, following, writer } = pair;
  primary.kill('SIGKILL');
  await primary.exited;
  await promote(standby);
  address.lead(standby.port);
  await writer.write(50, 100);
  await until('events of the second timeline', () => following.seen.length === 100);

  await using link = await Link.to(standby.port);
  await using third = await createStandby({
    postgres: standby,
    postgresDir: `${join(place.servers.dir, 'postgres')}-standby`,
    port: link.port,
  }).then((server) => Object.assign(server, { [Symbol.asyncDispose]: () => server.stop() }));
  await until('the relay on the restarted server', () => following.follower.freshness.isFresh());
  await synchronize(standby, third);
  await slotsCopied(standby, third);
  await writer.write(100, 150);
  standby.kill('SIGKILL');
  await standby.exited;
  await promote(third);
  address.lead(third.port);
  await writer.write(150, 200);
  await until('events of the third timeline', () => following.seen.length >= 200);
  expect(following.seen.map(numberOf)).toEqual(range(0, 200));
  expect(place.reasons).toEqual(['first-start']);
});
