import type { NatsConnection } from '@nats-io/transport-node';
import { Event } from '@parley/proto/events/v1/event';
import { logNames } from '../nats/streams.ts';

/** Maximum size of a signal in bytes. Signals must not displace committed events in the log. */
export const MAX_SIGNAL_BYTES = 16 * 1024;

/**
 * Sends a signal, an ephemeral event about typing or presence, to the relay, which adds it to the log. It is best effort: under
 * load, the relay drops signals instead.
 * @throws RangeError when the signal is larger than `MAX_SIGNAL_BYTES`
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

/** Calls a function for every signal that is sent from now on. Only the active relay uses it. */
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
