import type pg from 'pg';

/** The inner connection of a pg client, as far as the relay uses it. */
export type Wire = {
  on(event: 'copyData', listener: (message: { chunk: Buffer }) => void): void;
  once(event: 'replicationStart', listener: () => void): void;
  sendCopyFromChunk(chunk: Buffer): void;
  stream: { pause(): void; resume(): void; destroy(): void };
};

/**
 * Returns the connection inside a client. `Client` gives access neither to the messages of a replication stream nor to
 * its socket (docs/decisions/replication-client.md). So this is the only place that reads this private field.
 * `pg-wire.test.ts` fails when a version of pg changes it.
 */
export const wireOf = (client: pg.Client): Wire => (client as unknown as { connection: Wire }).connection;
