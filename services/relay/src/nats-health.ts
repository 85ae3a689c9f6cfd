import type { NatsConnection } from '@nats-io/transport-node';
import { watchStatus } from '@parley/event-log';

/** Watches the state of the connection to NATS. */
export type NatsHealth = {
  readonly isConnected: boolean;
  /** Resolves when NATS is connected. @throws the reason of the signal when the signal aborts first */
  connected(signal: AbortSignal): Promise<void>;
  onReconnect(listener: () => void): () => void;
  stop(): void;
};

export function watchNats(nats: NatsConnection): NatsHealth {
  let isConnected = true;
  const listeners = new Set<() => void>();
  const statuses = watchStatus(nats, (type) => {
    if (type === 'disconnect' || type === 'close') isConnected = false;
    if (type === 'reconnect') {
      isConnected = true;
      for (const listener of [...listeners]) listener();
    }
  });
  const onReconnect = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get isConnected() {
      return isConnected;
    },
    onReconnect,
    stop: () => statuses.stop(),
    connected: (signal) =>
      new Promise((resolve, reject) => {
        if (isConnected) return resolve();
        if (signal.aborted) return reject(signal.reason);
        const settle = () => {
          off();
          signal.removeEventListener('abort', abort);
          resolve();
        };
        const off = onReconnect(settle);
        const abort = () => {
          off();
          reject(signal.reason);
        };
        signal.addEventListener('abort', abort, { once: true });
      }),
  };
}
