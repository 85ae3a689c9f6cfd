import type pg from 'pg';

/** The part of pg's internal connection that the relay uses. */
export type Wire = {
  on(event: 'copyData', listener: (message: { chunk: Buffer }) => void): void;
  once(event: 'replicationStart', listener: () => void): void;
  sendCopyFromChunk(chunk: Buffer): void;
  stream: { pause(): void; resume(): void; destroy(): void };
};

/**
 * Returns pg's internal connection of a client. The public interface of `Client` gives no access to the messages of a
 * replication stream or to the socket (docs/decisions/replication-client.md). This function is the only place that reads the
 * private field. `pg-wire.test.ts` fails when a version of pg changes the field.
 */
export const wireOf = (client: pg.Client): Wire => (client as unknown as { connection: Wire }).connection;
