import type { QueryResult } from 'pg';
import { type Query, sql, together } from './sql.ts';

/**
 * Maximum number of joined statements of a pool. Each is prepared once per connection and stays there, and clients choose what they read.
 * Further combinations are sent as single statements.
 */
const maxJoined = 16;

type Rows = Pick<QueryResult, 'rows' | 'rowCount'>;
type Waiting = { query: Query; resolve: (rows: Rows) => void; reject: (error: unknown) => void };

/** Joined statements that a pool has sent, by their texts. */
export type Joined = Set<string>;

/**
 * Joins statements that read a few rows each: their fixed costs, in PostgreSQL and here, are most of their costs. Rows come as JSON, so
 * columns may be numbers, texts, booleans, JSON and arrays of these.
 */
export class Gathering {
  readonly #send: (query: Query) => Promise<Rows>;
  readonly #joined: Joined;
  #waiting: Waiting[] = [];

  constructor(send: (query: Query) => Promise<Rows>, joined: Joined) {
    this.#send = send;
    this.#joined = joined;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Adds a statement to those that `flush` sends. */
  add(query: Query): Promise<Rows> {
    const { promise, resolve, reject } = Promise.withResolvers<Rows>();
    this.#waiting.push({ query, resolve, reject });
    return promise;
  }

  /** Sends the statements that were added since the last call. */
  flush(): void {
    // In a fixed order, so that the same statements are always the same joined statement.
    const waiting = this.#waiting.toSorted((one, other) => (one.query.name < other.query.name ? -1 : 1));
    this.#waiting = [];
    const query = waiting.length > 1 ? joined(waiting) : undefined;
    if (!query || !this.#takes(query)) {
      for (const { query, resolve, reject } of waiting) this.#send(query).then(resolve, reject);
      return;
    }
    this.#send(query).then(
      ({ rows: [{ answers }] }) => {
        for (const [at, { resolve }] of waiting.entries()) {
          resolve({ rows: answers[at], rowCount: answers[at].length });
        }
      },
      (error: unknown) => {
        for (const { reject } of waiting) reject(error);
      },
    );
  }

  #takes({ text }: Query): boolean {
    if (!this.#joined.has(text)) {
      if (this.#joined.size >= maxJoined) return false;
      this.#joined.add(text);
    }
    return true;
  }
}

const joined = (waiting: readonly Waiting[]): Query => sql`
  select json_build_array(${together(
    waiting.map(({ query }) => sql`(select coalesce(json_agg(r), '[]') from (${query}) as r)`),
  )}) as answers`;
