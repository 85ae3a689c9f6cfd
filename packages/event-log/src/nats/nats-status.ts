import type { NatsConnection } from '@nats-io/transport-node';

/** Calls `onStatus` with the type of each change of a connection, such as `disconnect` and `reconnect`, until it is stopped. */
export function watchStatus(nats: NatsConnection, onStatus: (type: string) => void): { stop(): void } {
  // The library's type lacks the method that ends the iteration.
  const statuses = nats.status() as AsyncIterable<{ type: string }> & { stop(): void };
  void (async () => {
    for await (const { type } of statuses) onStatus(type);
  })();
  return statuses;
}
