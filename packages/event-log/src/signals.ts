import type { NatsConnection } from '@nats-io/transport-node';
import { Event } from '@parley/proto/events/v1/event';
import { logNames } from './streams.ts';

/** Larger signals are dropped: signals are ephemeral and must not displace committed events. */
export const MAX_SIGNAL_BYTES = 16 * 1024;

/**
 * Sends an ephemeral signal (typing, a change of presence) to the relay, best effort. The relay merges it into the log, or
 * drops it under load, so never use it for data that must arrive.
 */
export function sendSignal(
  nats: NatsConnection,
  prefix: string,
  kind: 'typing' | 'presence',
  event: Event,
): void {
  const data = Event.encode(event).finish();
  if (data.length > MAX_SIGNAL_BYTES) throw new RangeError(`a signal of ${data.length} bytes`);
  if (nats.isClosed()) return;
  nats.publish(logNames(prefix).signal(kind), data);
}

export type SignalReceiver = { stop(): void };

/** Receives every signal from now on. Only the active relay subscribes. */
export function receiveSignals(
  nats: NatsConnection,
  prefix: string,
  onSignal: (encoded: Uint8Array) => void,
): SignalReceiver {
  const subscription = nats.subscribe(logNames(prefix).signals, {
    callback: (error, message) => {
      if (!error) onSignal(message.data);
    },
  });
  return { stop: () => subscription.unsubscribe() };
}
