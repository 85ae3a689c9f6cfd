import type { Duplex } from 'node:stream';
import { backoff, errorCode, type Logger, later, ParleyError, type Span, startInnerSpan } from '@parley/core';
import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import pg, { type PoolClient, type QueryResultRow } from 'pg';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { isRefusedByServer, isUnavailable, toParleyError } from './failures.ts';
import { Gathering, type Joined } from './gathering.ts';
import type { Queryable, SnapshotTx, Tx } from './queryable.ts';
import { readSnapshot } from './snapshot.ts';
import { type Query, sql } from './sql.ts';
import { runStatement } from './statement.ts';

export type SnapshotOptions = {
  /**
   * Whether `fn` starts all of its statements before it waits for anything. Then the commit is sent with them, and the database and this
   * process wake up once. A later statement is rejected.
   */
  inOneTurn?: boolean;
};

export type TxOptions = { isIdempotent?: boolean; check?: (() => void) | undefined };

export interface Db extends Queryable {
  /**
   * Runs `fn` in a READ COMMITTED transaction. Commits when `fn` resolves, and rolls back when `fn` throws. When the server
   * becomes unavailable before the commit is sent, `fn` runs again in a new transaction, so it must change nothing outside of
   * the database. When the server becomes unavailable later, it is unknown whether the commit took effect, and the transaction
   * fails with UNAVAILABLE. With `isIdempotent`, `fn` runs again then, too: it must return the same after its own commit.
   *
   * `check` is called before each run of `fn` and before the commit. When it throws, the run is rolled back, and `fn` does not run
   * again. With `isIdempotent`, an earlier run may have been committed.
   */
  tx<T>(fn: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>;
  /**
   * Runs `fn` in a REPEATABLE READ, read-only transaction on the primary. Returns the result of `fn` and the database snapshot
   * that the transaction read. Statements that `fn` starts without awaiting each other are sent together, the first ones
   * together with the begin of the transaction.
   */
  snapshot<T>(
    fn: (tx: SnapshotTx, snapshot: Promise<Snapshot>) => Promise<T>,
    options?: SnapshotOptions,
  ): Promise<{ value: T; snapshot: Snapshot }>;
  /** Checks the connection. Rejects when the database does not answer in time, and immediately when it refuses connections. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export type DbOptions = {
  url: string;
  /** Maximum number of connections. */
  poolSize: number;
  logger: Logger;
  registry: Registry;
  applicationName: string;
};

/**
 * Makes PostgreSQL plan the following statements of the transaction for their parameter values. The roles of some services
 * would otherwise use generic plans (`roleSettingsOf` in @parley/core).
 */
export const plannedForValues: Query = sql`set local plan_cache_mode to force_custom_plan`;

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: string) {
    if (format !== 'binary') {
      if (oid === 20) return Number; // The type int8. All IDs and counts are below 2^53.
      if (oid === 1016) return parseInt8Array;
    }
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as unknown as pg.CustomTypesConfig;

const parseInt8Array = (text: string): number[] =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(Number);

/**
 * Returns how long a caller waits for a connection, in milliseconds: the `connect_timeout` in the URL, or 5 seconds. The URL
 * has it in seconds (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNECT-CONNECT-TIMEOUT).
 */
function connectTimeoutMs(url: string): number {
  const seconds = Number(new URL(url).searchParams.get('connect_timeout'));
  return seconds > 0 ? seconds * 1_000 : 5_000;
}

/** Time in milliseconds for which a connection beyond the first two is kept that nobody uses. */
const idleMs = 60_000;
/**
 * The start of a service is a burst of work, after which most of its connections are not needed for long. Each is a process of PostgreSQL
 * with some megabytes. So connections that are not used any more during the first `ms` milliseconds are kept for a shorter time.
 */
const starting = { ms: 30_000, idleMs: 8_000 };

/** Delays between attempts to connect or to repeat work. */
const reconnecting = { baseMs: 20, maxMs: 250 };

/**
 * Opens a pool of connections, which are made when they are needed. When the database is unreachable, operations throw
 * UNAVAILABLE. Connections have no state beyond a transaction except prepared statements, so a transaction pooler may be in
 * between.
 */
export function createDb(options: DbOptions): Db {
  const pool = new Pool(options);
  return {
    ...queryable((query) => pool.statement(query)),
    tx: (fn, how) => pool.transaction(fn, how),
    snapshot: (fn, how) => pool.withClient('snapshot', (client) => pool.inSnapshot(client, fn, how)),
    ping: async () => {
      await pool.withClient('ping', (client) => run(client, sql`select 1`));
    },
    close: () => pool.close(),
  };
}

class Pool {
  readonly #pool: pg.Pool;
  readonly #seconds: Histogram<'kind'>;
  readonly #waitMs: number;
  /** Connections that ended while the pool had lent them. */
  readonly #lost = new WeakSet<object>();
  readonly #joined: Joined = new Set();
  readonly #startIsOver: () => void;

  constructor({ url, poolSize, applicationName, logger, registry }: DbOptions) {
    this.#waitMs = connectTimeoutMs(url);
    const pool = new pg.Pool({
      connectionString: url,
      max: poolSize,
      application_name: applicationName,
      connectionTimeoutMillis: this.#waitMs,
      min: Math.min(2, poolSize),
      idleTimeoutMillis: starting.idleMs,
      keepAlive: true,
      // A connection sends statements without waiting for the results of earlier ones.
      pipeline: true,
      types,
    });
    this.#pool = pool;
    this.#startIsOver = later(starting.ms, () => {
      pool.options.idleTimeoutMillis = idleMs;
    });
    pool.on('error', (error) => logger.warn({ reason: error.message }, 'a database connection was lost'));
    // A connection may also end between two statements of a transaction, when no query can report the error.
    pool.on('connect', (client) => client.on('error', () => this.#lost.add(client)));
    this.#seconds = measured(pool, registry);
  }

  close(): Promise<void> {
    this.#startIsOver();
    return this.#pool.end();
  }

  /**
   * Repeats work until it succeeds or `connect_timeout` has passed since its start. This is for restarts and failovers.
   * @param changedNothing returns whether a failure proves that the work changed nothing; otherwise it is not repeated
   */
  async #repeated<T>(once: () => Promise<T>, changedNothing: (error: unknown) => boolean): Promise<T> {
    const until = performance.now() + this.#waitMs;
    for (let attempt = 0; ; attempt++) {
      try {
        return await once();
      } catch (error) {
        const pauseMs = backoff(attempt, reconnecting);
        if (!changedNothing(error) || this.#pool.ending || performance.now() + pauseMs >= until) throw error;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  /**
   * Returns a connection from the pool. When the server refuses connections, it retries, because the server may be restarting
   * or another one may take over its address. This is safe, because no work has begun.
   */
  #connect(): Promise<PoolClient> {
    return this.#repeated(() => this.#pool.connect(), isUnavailable);
  }

  async withClient<T>(kind: string, fn: (client: PoolClient) => Promise<T>): Promise<T> {
    const stop = this.#seconds.startTimer({ kind });
    let client: PoolClient | undefined;
    let broken = false;
    try {
      client = kind === 'ping' ? await this.#pool.connect() : await this.#connect();
      return await fn(client);
    } catch (error) {
      const mapped = toParleyError(error);
      broken = mapped !== error;
      throw mapped;
    } finally {
      client?.release(broken || (client !== undefined && this.#lost.has(client)));
      stop();
    }
  }

  /** Runs a statement. Repeats it when a server that is shutting down, or that is a standby, rejected it. */
  statement(query: Query): Promise<pg.QueryResult> {
    return this.#repeated(
      () => this.withClient('statement', (client) => run(client, query)),
      (error) => error instanceof ParleyError && isRefusedByServer(error.cause),
    );
  }

  /**
   * Runs a transaction, and repeats it when the server became unavailable. After the commit was sent it is repeated only if it
   * is idempotent.
   */
  async transaction<T>(
    fn: (tx: Tx) => Promise<T>,
    { isIdempotent = false, check }: TxOptions = {},
  ): Promise<T> {
    let progress = { isCommitSent: false, isServerGone: false };
    const checked = async (tx: Tx): Promise<T> => {
      check?.();
      const value = await fn(tx);
      check?.();
      return value;
    };
    const once = (): Promise<T> => {
      progress = { isCommitSent: false, isServerGone: false };
      return this.withClient('transaction', (client) => runTransaction(client, checked, progress));
    };
    return this.#repeated(once, () => progress.isServerGone && (isIdempotent || !progress.isCommitSent));
  }

  /**
   * Runs a read-only transaction with few round trips. It does not wait for the begin and the snapshot, but checks them at the
   * end. It does not wait for the commit either, because there is nothing to lose. The pool queues the next user's statements
   * after it.
   */
  async inSnapshot<T>(
    client: PoolClient,
    fn: (tx: SnapshotTx, snapshot: Promise<Snapshot>) => Promise<T>,
    { inOneTurn = false }: SnapshotOptions = {},
  ): Promise<{ value: T; snapshot: Snapshot }> {
    sendTogether(client);
    const begun = client.query('begin isolation level repeatable read, read only');
    let isOver = false;
    const send = async (query: Query): Promise<pg.QueryResult> => {
      if (isOver) throw new Error('A statement was started after the turn of its snapshot.');
      sendTogether(client);
      return run(client, query);
    };
    const gathering = new Gathering(send, this.#joined);
    const small = queryable((query) => {
      if (gathering.isEmpty) sendTogether(client, () => gathering.flush());
      return gathering.add(query);
    });
    const tx: SnapshotTx = { ...queryable(send), isTransaction: true, small };
    const taken = readSnapshot(tx);
    const work = (async () => fn(tx, taken))();
    const commit = () => {
      gathering.flush();
      isOver = true;
      client.query('commit').catch(() => this.#lost.add(client));
    };
    if (inOneTurn) commit();
    await Promise.allSettled([begun, taken, work]);
    if (!inOneTurn) commit();
    const [, snapshot, value] = await Promise.all([begun, taken, work]);
    return { value, snapshot };
  }
}

/** Registers the metrics of a pool. @returns that of the time of database work */
function measured(pool: pg.Pool, registry: Registry): Histogram<'kind'> {
  new Gauge({
    name: 'parley_db_pool_waiting',
    help: 'Callers waiting for a database connection.',
    registers: [registry],
    collect() {
      this.set(pool.waitingCount);
    },
  });
  return new Histogram({
    name: 'parley_db_seconds',
    help: 'Time of database work, by kind.',
    labelNames: ['kind'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
}

/** Runs a transaction once. When the rollback fails, the connection is discarded. */
async function runTransaction<T>(
  client: PoolClient,
  fn: (tx: Tx) => Promise<T>,
  progress: { isCommitSent: boolean; isServerGone: boolean },
): Promise<T> {
  const ask = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    answer.catch((error) => {
      progress.isServerGone ||= isUnavailable(error);
      throw error;
    });
  await ask(client.query('begin'));
  try {
    const send = (query: Query) => {
      sendTogether(client);
      return ask(run(client, query));
    };
    const value = await fn({ ...queryable(send), isTransaction: true });
    progress.isCommitSent = true;
    await ask(client.query('commit'));
    return value;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Connections whose statements of this turn are collected, and what is called before they are sent. */
const collecting = new WeakMap<Duplex, (() => void)[]>();

/**
 * Sends all statements of this turn of the event loop in one write, so that the database wakes up once for them.
 * @param finish is called at the end of the turn, and may add statements
 */
function sendTogether(client: PoolClient, finish?: () => void): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  const finishing = collecting.get(stream);
  if (finishing) {
    if (finish) finishing.push(finish);
    return;
  }
  const all = finish ? [finish] : [];
  collecting.set(stream, all);
  stream.cork();
  process.nextTick(() => {
    for (const each of all) each();
    collecting.delete(stream);
    stream.uncork();
  });
}

function run(client: PoolClient, query: Query): Promise<pg.QueryResult> {
  const answer = runStatement(client, query);
  const span = startInnerSpan('postgresql', { 'db.system.name': 'postgresql', 'db.query.text': query.text });
  return span ? ended(span, answer) : answer;
}

/** Ends the span when the statement ends. The span contains the text of the statement, which contains no values. */
async function ended<T>(span: Span, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    span.fail(errorCode(error) ?? 'failed');
    throw error;
  } finally {
    span.end();
  }
}

function queryable(send: (query: Query) => Promise<Pick<pg.QueryResult, 'rows' | 'rowCount'>>): Queryable {
  const maybeOne = async <Row extends QueryResultRow>(query: Query): Promise<Row | undefined> => {
    const { rows } = await send(query);
    if (rows.length > 1) throw new Error('A statement for one row returned several.');
    return rows[0] as Row | undefined;
  };
  return {
    many: async <Row extends QueryResultRow>(query: Query) => (await send(query)).rows as Row[],
    maybeOne,
    one: async <Row extends QueryResultRow>(query: Query) => {
      const row = await maybeOne<Row>(query);
      if (!row) throw new Error('A statement for one row returned none.');
      return row;
    },
    execute: async (query) => (await send(query)).rowCount ?? 0,
  };
}
