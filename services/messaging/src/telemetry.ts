import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/**
 * The outcome of a job for link previews. `added`: previews were added. `none`: the pages have no previews, previews are turned
 * off, or the message or its channel does not exist any more. `outdated`: the message was edited or deleted during the job, or
 * another replica finished the job. `abandoned`: all attempts failed.
 */
export type LinkPreviewOutcome = 'added' | 'none' | 'outdated' | 'abandoned';

/** Metrics of the service: counters, timings and the queue of previews. */
export type Telemetry = {
  messageSent(place: 'channel' | 'direct'): void;
  messagesRead(count: number): void;
  rendered(seconds: number): void;
  linkPreviews(outcome: LinkPreviewOutcome): void;
  linkPreviewQueue(queue: { jobs: number; lateSeconds: number }): void;
  /** Sets what the search index says about itself. */
  searchIndex(state: SearchIndexFigures): void;
  /** Counts an attempt to update or rebuild the search index that failed. */
  searchIndexFailed(): void;
};

export type SearchIndexFigures = {
  waiting: number;
  pending: number;
  lagSeconds: number;
  bytes: number;
  isComplete: boolean;
  rebuilt: number;
  trouble?: string | undefined;
};

/** Creates the metrics and registers them. */
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
  const previews = new Counter({
    name: 'parley_messaging_link_previews_total',
    help: 'Messages with links to preview, by outcome (added, none, outdated, abandoned).',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const waitingPreviews = new Gauge({
    name: 'parley_messaging_link_previews_waiting',
    help: 'Messages that wait for previews of their links. All replicas report the same queue.',
    registers: [registry],
  });
  const latePreviews = new Gauge({
    name: 'parley_messaging_link_previews_late_seconds',
    help: 'Time since the oldest waiting message was due for its previews.',
    registers: [registry],
  });
  const search = searchMetrics(registry);
  return {
    ...search,
    linkPreviews: (outcome) => previews.inc({ outcome }),
    linkPreviewQueue({ jobs, lateSeconds }) {
      waitingPreviews.set(jobs);
      latePreviews.set(lateSeconds);
    },
    messageSent: (place) => sent.inc({ place }),
    messagesRead: (count) => read.inc(count),
    rendered: (seconds) => rendering.observe(seconds),
  };
}

function searchMetrics(registry: Registry): Pick<Telemetry, 'searchIndex' | 'searchIndexFailed'> {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `parley_messaging_search_${name}`, help, registers: [registry] });
  const lag = gauge('lag_seconds', 'Time since the oldest message was sent that is not in the search index.');
  const waiting = gauge('waiting', 'Messages that are not in the search index yet.');
  const pending = gauge('pending', 'Changes of messages that the search index does not have yet.');
  const bytes = gauge('bytes', 'Size of the search index.');
  const rebuilding = gauge('rebuilding', '1 while documents of the search index are made again, else 0.');
  const rebuilt = gauge(
    'rebuilt',
    'Documents that the current or last rebuild of the search index has made.',
  );
  const trouble = gauge('trouble', '1 while what keeps the search index has a failure, else 0.');
  const failures = new Counter({
    name: 'parley_messaging_search_failures_total',
    help: 'Attempts to update or rebuild the search index that failed.',
    registers: [registry],
  });
  return {
    searchIndex(state) {
      lag.set(state.lagSeconds);
      waiting.set(state.waiting);
      pending.set(state.pending);
      bytes.set(state.bytes);
      rebuilding.set(state.isComplete ? 0 : 1);
      rebuilt.set(state.rebuilt);
      trouble.set(state.trouble === undefined ? 0 : 1);
    },
    searchIndexFailed: () => failures.inc(),
  };
}
