import { firstItem, Semaphore } from '@parley/core';
import pg from 'pg';
import { ReplicationConnection } from './replication/connection.ts';
import { wireOf } from './replication/pg-wire.ts';

/** The relay's connections to PostgreSQL. When one of them is lost, all are closed. */
export type DatabaseLink = {
  name: string;
  replication: ReplicationConnection;
  /** Reads the checkpoint, snapshots and slots. Drops slots. Writes no rows, so its commits never wait for a flush to disk. */
  reader: pg.Client;
  writer: pg.Client;
  /** Resolves with the reason when one of the connections is lost. */
  ended: Promise<Error>;
  close(): Promise<void>;
};

export type DatabaseOptions = { url: string; senderTimeoutMs: number };

/** Statement timeout in milliseconds. Statements of the relay normally take much less. */
const STATEMENT_TIMEOUT_MS = 30_000;

/** For replication, the checkpoint and snapshots. When opening one fails, closes the others. */
export async function openDatabase({ url, senderTimeoutMs }: DatabaseOptions): Promise<DatabaseLink> {
  const opened: { end(): Promise<void> }[] = [];
  try {
    const reader = await openClient(url, 'parley-relay-reader', opened);
    const writer = await openClient(url, 'parley-relay-writer', opened);
    // The relay's own commits must not wait for an absent synchronous standby. Otherwise events that are already visible could
    // not be published.
    await writer.query('set synchronous_commit = local');
    // When this process is frozen, the server must release the lock that protects takeovers, so that another relay can take
    // over.
    await writer.query(`set idle_in_transaction_session_timeout = ${senderTimeoutMs}`);
    const { rows } = await reader.query<{ name: string; recovering: boolean }>(
      'select current_database() as name, pg_is_in_recovery() as recovering',
    );
    if (firstItem(rows).recovering) throw new Error('the database is a standby; the relay needs the primary');
    const replication = await ReplicationConnection.open({ url, senderTimeoutMs });
    const { promise: ended, resolve } = Promise.withResolvers<Error>();
    for (const client of [reader, writer]) {
      client.on('error', resolve);
      client.on('end', () => resolve(new Error('a database connection was closed')));
    }
    void replication.ended.then(resolve);
    return {
      name: firstItem(rows).name,
      replication,
      reader,
      writer,
      ended,
      async close() {
        await Promise.all([replication.close(), endClient(reader), endClient(writer)]);
      },
    };
  } catch (error) {
    await Promise.all(opened.map((client) => client.end().catch(() => undefined)));
    throw error;
  }
}

async function openClient(url: string, name: string, opened: { end(): Promise<void> }[]): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 5000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + 1000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 1000,
  });
  client.on('error', () => undefined);
  await client.connect();
  opened.push(client);
  return inTurn(client);
}

/** pg does not support concurrent queries on a connection, and several callers read snapshots. */
function inTurn(client: pg.Client): pg.Client {
  const query: (...args: never[]) => Promise<unknown> = client.query.bind(client);
  const turns = new Semaphore(1);
  return Object.assign(client, { query: (...args: never[]) => turns.run(() => query(...args)) });
}

/** Closes a client. When the server no longer responds, destroys the socket after 500 ms. */
async function endClient(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => wireOf(client).stream.destroy(), 500);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}
