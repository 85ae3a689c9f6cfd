import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '@parley/core';
import { connectNats, sendSignal } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';

/** Sends presence signals to the log. They are ephemeral and dropped while NATS is not reachable. */
export type Signals = {
  start(): void;
  send(signal: Event): void;
  stop(): Promise<void>;
};

/** Creates the sender of presence signals. Callers never wait for it, and its failures do not reach them. */
export function createSignals({ url, prefix }: { url: string; prefix: string }, logger: Logger): Signals {
  let nats: NatsConnection | undefined;
  let isStopped = false;
  return {
    // The service does not wait for NATS, because people can sign in without it.
    start() {
      connectNats({ url, name: 'parley-user-admin' }).then(
        (connection) => {
          if (isStopped) return connection.close();
          nats = connection;
        },
        (error: Error) =>
          logger.warn({ reason: error.message }, 'could not connect to NATS; presence signals are not sent'),
      );
    },
    send(signal) {
      if (nats) sendSignal(nats, prefix, 'presence', signal);
    },
    async stop() {
      isStopped = true;
      await nats?.close();
    },
  };
}
