import type { NatsConnection } from '@nats-io/transport-node';
import { Event } from '@parley/proto/events/v1/event';
import { logNames } from './streams.ts';

/** Larger signals are dropped: they are nobody's truth and must not crowd out what is. */
export const MAX_SIGNAL_BYTES = 16 * 1024;

/**
 * Sends a short-lived signal (typing, a change of presence) towards the log, best effort: the relay merges it
 * among the committed events, or drops it under pressure. Never for anything somebody relies on.
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

/** Receives every signal from now on; only the active relay listens. */
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
