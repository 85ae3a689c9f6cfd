import type { QueryResultRow } from 'pg';
import type { Query } from './sql.ts';

/** The operations of both a pool and a transaction. Rows are plain objects with the column names of the statement. */
export interface Queryable {
  many<Row extends QueryResultRow>(query: Query): Promise<Row[]>;
  /** Returns the row; undefined when there is none. Throws when there are several. */
  maybeOne<Row extends QueryResultRow>(query: Query): Promise<Row | undefined>;
  /** Returns the row. Throws when there is none, or when there are several. */
  one<Row extends QueryResultRow>(query: Query): Promise<Row>;
  /** Runs a statement and returns the number of affected rows. */
  execute(query: Query): Promise<number>;
}

export interface Tx extends Queryable {
  readonly isTransaction: true;
}

/** A transaction that reads one snapshot of the database. */
export interface SnapshotTx extends Tx {
  /**
   * Joins the statements of a turn of the event loop into one (`Gathering`). For statements that return few rows, with columns that are
   * numbers, texts, booleans, JSON, or arrays of these.
   */
  readonly small: Queryable;
}
