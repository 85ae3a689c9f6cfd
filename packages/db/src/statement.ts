/**
 * Prepared statements that are described once per connection. The client library asks PostgreSQL for the columns of the result at each
 * execution, and makes a write of each of its four messages. For the small statements of this server, that is a large part of their cost
 * on both sides.
 */
import type { EventEmitter } from 'node:events';
import pg, { type PoolClient } from 'pg';
import { arrayText } from './array-text.ts';
import type { Query } from './sql.ts';

/** The parts of the client library's connection that this file uses. */
type Connection = {
  describe(message: unknown): void;
  sync(): void;
  _send(bytes: Uint8Array): unknown;
};

/** Columns of a result, and the functions that parse their values. */
type Columns = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown };

type Result = Columns & { rows: object[]; parseRow(values: unknown): object };

/** The parts of the client library's query that this file uses. */
type LibraryQuery = EventEmitter & {
  name: string;
  _result: Result;
  _accumulateRows: unknown;
  _canceledDueToError: unknown;
  hasBeenParsed(connection: Connection): unknown;
  prepare(connection: Connection): void;
  handleRowDescription(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
};

const LibraryQuery = pg.Query as unknown as new (
  config: { name: string; text: string; values: readonly unknown[] },
  callback: (error: Error | null, result: pg.QueryResult) => void,
) => LibraryQuery;

/** What is known about the statements of a connection. */
type Known = {
  described: Map<string, Columns>;
  /** The connection, but asks for no description and makes one write of all messages up to `sync`. */
  terse: Connection;
};

const known = new WeakMap<Connection, Known>();

function knownOf(connection: Connection): Known {
  let found = known.get(connection);
  if (!found) {
    found = { described: new Map(), terse: terse(connection) };
    known.set(connection, found);
  }
  return found;
}

function terse(connection: Connection): Connection {
  const messages: Uint8Array[] = [];
  return Object.assign(Object.create(connection) as Connection, {
    describe: () => undefined,
    _send: (message: Uint8Array) => messages.push(message),
    sync(this: Connection) {
      connection.sync.call(this);
      connection._send(Buffer.concat(messages));
      messages.length = 0;
    },
  });
}

class Statement extends LibraryQuery {
  override prepare(connection: Connection): void {
    const { described, terse } = knownOf(connection);
    const columns = this.hasBeenParsed(connection) ? described.get(this.name) : undefined;
    if (columns) Object.assign(this._result, columns);
    super.prepare(columns ? terse : connection);
  }

  /** Adds a row. The library would also emit an event for each. */
  handleDataRow({ fields }: { fields: unknown }): void {
    if (this._canceledDueToError) return;
    try {
      this._result.rows.push(this._result.parseRow(fields));
    } catch (error) {
      this._canceledDueToError = error;
    }
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    knownOf(connection).described.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
    super.handleCommandComplete(message, connection);
  }
}

export function runStatement(
  client: PoolClient,
  { name, text, values: given }: Query,
): Promise<pg.QueryResult> {
  const values = given.map((value) => (Array.isArray(value) ? (arrayText(value) ?? value) : value));
  return new Promise((resolve, reject) => {
    client.query(
      new Statement({ name, text, values }, (error, result) => {
        if (error) reject(error);
        else resolve(result);
      }) as unknown as pg.Submittable,
    );
  });
}
