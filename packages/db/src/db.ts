import { type Logger, type Span, startInnerSpan } from '@parley/core';
import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import pg, { type PoolClient, type QueryResultRow } from 'pg';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { toParleyError } from './failures.ts';
import { readSnapshot } from './snapshot.ts';
import { type Query, sql } from './sql.ts';

/** Operations of a pool and of a transaction. Rows are plain objects whose columns are named as in the statement. */
export interface Queryable {
  many<Row extends QueryResultRow>(query: Query): Promise<Row[]>;
  /** Returns the only row; undefined when there is none. Throws when there are several. */
  maybeOne<Row extends QueryResultRow>(query: Query): Promise<Row | undefined>;
  /** Returns the only row. Throws when there is none or several. */
  one<Row extends QueryResultRow>(query: Query): Promise<Row>;
  /** Returns the number of affected rows. */
  execute(query: Query): Promise<number>;
}

/** An open transaction. */
export interface Tx extends Queryable {
  readonly isTransaction: true;
}

export interface Db extends Queryable {
  /** Runs `fn` in one READ COMMITTED transaction. Commits when it resolves, and rolls back when it throws. */
  tx<T>(fn: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs `fn` in one REPEATABLE READ, read-only transaction on the primary. Returns its result and the snapshot. */
  snapshot<T>(fn: (tx: Tx, snapshot: Snapshot) => Promise<T>): Promise<{ value: T; snapshot: Snapshot }>;
  /** Checks the connection. Rejects when the database does not answer. */
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
  /** Statement timeout in milliseconds; the server cancels longer statements. */
  statementTimeoutMs?: number;
  /**
   * Whether each statement is planned once per connection for any values, instead of at each execution. Set it where
   * planning takes longer than executing, and where tests check these generic plans. A transaction whose best plan
   * depends on the values runs `plannedForValues`.
   */
  keepsPlans?: boolean;
};

/** Makes PostgreSQL plan the following statements of the transaction for their values. */
export const plannedForValues: Query = sql`set local plan_cache_mode to force_custom_plan`;

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: string) {
    if (format !== 'binary') {
      if (oid === 20) return Number; // The type int8. Every ID and count is below 2^53.
      if (oid === 1016) return parseInt8Array;
    }
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as unknown as pg.CustomTypesConfig;

const parseInt8Array = (text: string): number[] =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(Number);

/**
 * Opens a pool. Connections are made when needed. An unreachable database causes UNAVAILABLE errors and never a crash.
 */
export function createDb(options: DbOptions): Db {
  const { logger, registry } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    application_name: options.applicationName,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    idle_in_transaction_session_timeout: 30_000,
    types,
    ...(options.keepsPlans && { onConnect: keepPlans }),
  });
  const lost = new WeakSet<object>();
  pool.on('error', (error) => logger.warn({ reason: error.message }, 'a database connection was lost'));
  // A connection in use can also end between two statements, when no query can report the error.
  pool.on('connect', (client) => client.on('error', () => lost.add(client)));
  const seconds = new Histogram({
    name: 'parley_db_seconds',
    help: 'Time of database work, by kind.',
    labelNames: ['kind'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  new Gauge({
    name: 'parley_db_pool_waiting',
    help: 'Callers waiting for a database connection.',
    registers: [registry],
    collect() {
      this.set(pool.waitingCount);
    },
  });

  async function withClient<T>(kind: string, fn: (client: PoolClient) => Promise<T>): Promise<T> {
    const stop = seconds.startTimer({ kind });
    let client: PoolClient | undefined;
    let broken = false;
    try {
      client = await pool.connect();
      return await fn(client);
    } catch (error) {
      const mapped = toParleyError(error);
      broken = mapped !== error;
      throw mapped;
    } finally {
      client?.release(broken || (client !== undefined && lost.has(client)));
      stop();
    }
  }

  /** Runs a transaction. A client whose rollback fails is discarded. */
  async function transaction<T>(client: PoolClient, begin: string, fn: (tx: Tx) => Promise<T>): Promise<T> {
    await client.query(begin);
    try {
      const value = await fn({ ...queryable((query) => run(client, query)), isTransaction: true });
      await client.query('commit');
      return value;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  return {
    ...queryable((query) => withClient('statement', (client) => run(client, query))),
    tx: (fn) => withClient('transaction', (client) => transaction(client, 'begin', fn)),
    snapshot: (fn) =>
      withClient('snapshot', (client) =>
        transaction(client, 'begin isolation level repeatable read, read only', async (tx) => {
          const snapshot = await readSnapshot(tx);
          return { value: await fn(tx, snapshot), snapshot };
        }),
      ),
    ping: async () => {
      await withClient('ping', (client) => run(client, sql`select 1`));
    },
    close: () => pool.end(),
  };
}

/** Uses a statement, because connection poolers do not pass this setting on as a startup parameter. */
async function keepPlans(client: Pick<PoolClient, 'query'>): Promise<void> {
  await client.query('set plan_cache_mode to force_generic_plan; set jit to off');
}

function run(client: PoolClient, query: Query): Promise<pg.QueryResult> {
  const answer = client.query({ name: query.name, text: query.text, values: query.values as unknown[] });
  const span = startInnerSpan('postgresql', { 'db.system.name': 'postgresql', 'db.query.text': query.text });
  return span ? ended(span, answer) : answer;
}

/** The text of the statement is safe to log, because it contains no values. */
async function ended<T>(span: Span, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    span.fail((error as { code?: string }).code ?? 'failed');
    throw error;
  } finally {
    span.end();
  }
}

function queryable(send: (query: Query) => Promise<pg.QueryResult>): Queryable {
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
