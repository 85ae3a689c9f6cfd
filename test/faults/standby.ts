import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type PostgresServer, startPostgres } from '@parley/embedded';
import { until } from '@parley/test-kit';
import type { Servers } from '@parley/test-servers';
import { withDatabase } from './windows.ts';

/** A TCP proxy with a fixed address whose destination changes. */
export class Link implements AsyncDisposable {
  readonly port: number;
  readonly #close: () => void;
  readonly #sockets = new Set<Socket>();
  #target: number | undefined;

  private constructor(port: number, target: number, close: () => void) {
    this.port = port;
    this.#target = target;
    this.#close = close;
  }

  static async to(target: number): Promise<Link> {
    const server = createServer((incoming) => link.#join(incoming));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const link = new Link((server.address() as AddressInfo).port, target, () => server.close());
    return link;
  }

  /** Changes the destination, or removes it, and closes existing connections. */
  lead(target: number | undefined): void {
    this.#target = target;
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.lead(undefined);
    this.#close();
  }

  #join(incoming: Socket): void {
    if (this.#target === undefined) {
      incoming.destroy();
      return;
    }
    const outgoing = connect(this.#target, '127.0.0.1');
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}

/**
 * Creates an asynchronous standby of a server's PostgreSQL. It follows the server through a proxy that can be
 * interrupted.
 */
export async function createStandby({ postgres, postgresDir }: Servers, link: Link): Promise<PostgresServer> {
  const dir = `${postgresDir}-standby`;
  await postgres.stop();
  execFileSync('cp', ['-a', postgresDir, dir]);
  await postgres.start();
  execFileSync('cp', ['-a', `${dir}/PG_VERSION`, `${dir}/standby.signal`]); // any content, with the right owner
  const source = new URL(postgres.url);
  const secret = decodeURIComponent(source.password);
  appendFileSync(
    `${dir}/postgresql.auto.conf`,
    `primary_conninfo = 'host=127.0.0.1 port=${link.port} user=${source.username} password=${secret}'\n`,
  );
  return startPostgres({
    dir,
    password: secret,
    settings: { max_connections: 600, wal_retrieve_retry_interval: '100ms' },
  });
}

/** Resolves when the standby has everything that was written on the primary before the call. */
export async function standbyCaughtUp(primary: PostgresServer, standby: PostgresServer): Promise<void> {
  const lsn = await withDatabase(primary.url, async (client) => {
    const { rows } = await client.query('select pg_current_wal_flush_lsn()::text as lsn');
    return rows[0].lsn as string;
  });
  await withDatabase(standby.url, (client) =>
    until('the standby caught up', async () => {
      const { rows } = await client.query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached', [lsn]);
      return rows[0].reached;
    }),
  );
}
