import type { QueryResultRow } from 'pg';
import type { Query } from './sql.ts';

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
