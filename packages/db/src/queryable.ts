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
