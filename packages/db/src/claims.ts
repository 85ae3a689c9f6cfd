import { type Query, sql } from './sql.ts';

/**
 * Returns an operand for `key = …`: the keys that a query selects and locks. PostgreSQL runs the query once, before anything
 * else, and then finds the rows by the index of the key. With `key in (select …)` it may join instead, with a scan of the whole
 * table. Whether it does depends on statistics, which are out of date when a queue has just grown.
 * @param select selects the keys of the rows in the order of an index and locks them, with a limit
 */
export const anyOf = (select: Query): Query => sql`any (array(${select}))`;
