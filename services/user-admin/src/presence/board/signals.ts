import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '@parley/core';
import { connectNats, sendSignal } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';

/** Sends signals of presence towards the log, while NATS is there; they are nobody's truth. */
export type Signals = {
  start(): void;
  send(signal: Event): void;
  stop(): Promise<void>;
};

/** The way of presence to the log, best effort: nothing waits for it, nothing fails without it. */
export function createSignals({ url, prefix }: { url: string; prefix: string }, logger: Logger): Signals {
  let nats: NatsConnection | undefined;
  let isStopped = false;
  return {
    // The service does not wait for it: people sign in without NATS.
    start() {
      connectNats({ url, name: 'parley-user-admin' }).then(
        (connection) => {
          if (isStopped) return connection.close();
          nats = connection;
        },
        (error: Error) => logger.warn({ reason: error.message }, 'no signals of presence'),
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
