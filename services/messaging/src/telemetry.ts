import { Counter, Histogram, type Registry } from 'prom-client';

/** Counters and timings of messages. */
export type Telemetry = {
  messageSent(place: 'channel' | 'direct'): void;
  messagesRead(count: number): void;
  rendered(seconds: number): void;
};

/** Creates the metrics of messages. */
export function createTelemetry(registry: Registry): Telemetry {
  const sent = new Counter({
    name: 'parley_messaging_messages_sent_total',
    help: 'Messages sent, by kind of recipient (channel or direct).',
    labelNames: ['place'],
    registers: [registry],
  });
  const read = new Counter({
    name: 'parley_messaging_messages_read_total',
    help: 'Messages returned to readers.',
    registers: [registry],
  });
  const rendering = new Histogram({
    name: 'parley_messaging_render_seconds',
    help: 'Time to render one message.',
    buckets: [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.005, 0.025, 0.05],
    registers: [registry],
  });
  return {
    messageSent: (place) => sent.inc({ place }),
    messagesRead: (count) => read.inc(count),
    rendered: (seconds) => rendering.observe(seconds),
  };
}
