import type { NatsConnection } from '@nats-io/transport-node';
import { Event } from '@parley/proto/events/v1/event';
import { logNames } from './streams.ts';

/**
 * Maximum size of a signal in bytes. Larger signals are dropped, because signals are ephemeral and must not displace
 * committed events.
 */
export const MAX_SIGNAL_BYTES = 16 * 1024;

/**
 * Sends an ephemeral signal (typing, a change of presence) to the relay. It is best effort: the relay adds the signal
 * to the log, or drops it under load. Data that must arrive needs an event.
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

/** Receives every signal from the time of the call on. Only the active relay subscribes. */
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
