/**
 * The status of a process for the operator's page (docs/decisions/operators-page.md): values of its metrics, now and in the
 * last hour. Processes keep them in memory and answer requests over NATS.
 */
import { randomUUID } from 'node:crypto';
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import { every, VERSION } from '@parley/core';
import type { Registry } from 'prom-client';
import { connectionOf, type NatsSource } from './nats.ts';
import { logNames } from './streams.ts';

/** The metrics that the status page shows, by name of the reading. A process reports only metrics that it has. */
const watched: Readonly<Record<string, { metric: string; kind: 'value' | 'rate'; labels?: Labels }>> = {
  requests: { metric: 'parley_gateway_request_seconds', kind: 'rate' },
  polls: { metric: 'parley_gateway_polls_waiting', kind: 'value' },
  sends: { metric: 'parley_messaging_messages_sent_total', kind: 'rate' },
  sends_waiting: { metric: 'parley_messaging_sends_waiting', kind: 'value' },
  queues: { metric: 'parley_event_queue_sessions', kind: 'value' },
  deliveries: { metric: 'parley_event_queue_answers_total', kind: 'rate', labels: { with: 'events' } },
  behind_seconds: { metric: 'parley_event_queue_behind_seconds', kind: 'value' },
  follower_lag: { metric: 'parley_log_follower_lag_entries', kind: 'value' },
  relay_active: { metric: 'parley_relay_active', kind: 'value' },
  relay_lag_bytes: { metric: 'parley_relay_lag_bytes', kind: 'value' },
  relay_events: { metric: 'parley_relay_published_events_total', kind: 'rate' },
  wal_room_bytes: { metric: 'parley_relay_wal_room_bytes', kind: 'value' },
  mails_waiting: { metric: 'parley_notify_queued_mails', kind: 'value' },
  pushes_waiting: { metric: 'parley_notify_queued_pushes', kind: 'value' },
};

type Labels = Readonly<Record<string, string>>;

/** Values by name. Rates are per second. */
export type Readings = Readonly<Record<string, number>>;

export type ProcessStatus = {
  service: string;
  /** Identifies the process. A process gets a new one at each start. */
  instance: string;
  version: string;
  /** Seconds since the Unix epoch. */
  startedAt: number;
  now: Readings;
  /** Values in the last hour, the oldest first. */
  history: { everySeconds: number; readings: Readonly<Record<string, readonly number[]>> };
  /** Sizes of the data that the service stores, in bytes, by kind. */
  space: Readings;
};

/** Interval between two samples in seconds, and number of these intervals. Together they cover an hour. */
const sampleSeconds = 30;
const maxSamples = 120;
/** A current rate is the change since the newest sample that is at least this old, in milliseconds. */
const minRateMs = 5_000;

/** The values of metrics at a monotonic time. */
type Sample = { readonly atMs: number; readonly values: Readings };

export type StatusOptions = {
  nats: NatsSource;
  prefix: string;
  service: string;
  registry: Registry;
  /** Returns the sizes of the data that the service stores, in bytes, by kind. It is called for each request. */
  space?: () => Promise<Readings>;
};

/** Takes samples regularly, and answers requests for the status of this process, until it is stopped. */
export function serveStatus(options: StatusOptions): { stop(): void } {
  const { service, registry, prefix } = options;
  const instance = randomUUID().slice(0, 8);
  const startedAt = Math.floor(Date.now() / 1000);
  const stopping = new AbortController();
  const samples: Sample[] = [];
  let subscription: Subscription | undefined;
  const take = async () => {
    samples.push(await sampleOf(registry));
    if (samples.length > maxSamples + 1) samples.shift();
  };
  const status = async (): Promise<ProcessStatus> => ({
    service,
    instance,
    version: VERSION,
    startedAt,
    now: readingsNow(samples, await sampleOf(registry)),
    history: historyOf(samples),
    space: (await options.space?.().catch(() => undefined)) ?? {},
  });
  // A sample that fails is left out.
  const sampling = every(sampleSeconds * 1000, () => void take().catch(() => undefined));
  void take().catch(() => undefined);
  void connectionOf(options.nats, stopping.signal).then((nats) => {
    if (stopping.signal.aborted) return;
    subscription = nats?.subscribe(logNames(prefix).status, {
      callback: (error, message) => {
        if (error) return;
        // When the status cannot be read, no answer is sent. The page then shows the process as unavailable.
        void status().then(
          (answer) => message.respond(JSON.stringify(answer)),
          () => undefined,
        );
      },
    });
  });
  return {
    stop() {
      stopping.abort();
      sampling.stop();
      subscription?.unsubscribe();
    },
  };
}

/** Time limits in milliseconds: for all answers together, and for the time after the last answer. */
const answersWithinMs = 1_500;
const pauseMs = 400;

/** Asks all processes for their status, and returns the answers that arrive in time. */
export async function askStatuses(nats: NatsConnection, prefix: string): Promise<ProcessStatus[]> {
  const answers = await nats.requestMany(logNames(prefix).status, '', {
    strategy: 'stall',
    maxWait: answersWithinMs,
    stall: pauseMs,
  });
  const statuses: ProcessStatus[] = [];
  for await (const answer of answers) {
    if (answer.data.length > 0) statuses.push(answer.json<ProcessStatus>());
  }
  return statuses;
}

/** Takes a sample of the watched metrics that the process has, its memory and its CPU time. */
async function sampleOf(registry: Registry): Promise<Sample> {
  const values: Record<string, number> = {};
  for (const [name, { metric, labels }] of Object.entries(watched)) {
    const value = await readMetric(registry, metric, labels);
    if (value !== undefined) values[name] = value;
  }
  const { user, system } = process.cpuUsage();
  values.cpu = (user + system) / 1e6;
  values.memory_bytes = process.memoryUsage.rss();
  return { atMs: performance.now(), values };
}

/** Returns the sum of a metric over its labels; of a histogram, the number of observations. Undefined without the metric. */
async function readMetric(
  registry: Registry,
  name: string,
  labels: Labels = {},
): Promise<number | undefined> {
  const metric = registry.getSingleMetric(name);
  if (!metric) return undefined;
  const { values } = (await metric.get()) as {
    values: { value: number; labels: Labels; metricName?: string }[];
  };
  const isCounted = (each: (typeof values)[number]) =>
    (each.metricName === undefined || each.metricName === name || each.metricName === `${name}_count`) &&
    Object.entries(labels).every(([label, value]) => each.labels[label] === value);
  return values.filter(isCounted).reduce((sum, { value }) => sum + value, 0);
}

const isRate = (name: string): boolean => name === 'cpu' || watched[name]?.kind === 'rate';

/** Returns the values of a sample. Rates are computed from the difference to the sample before; they are 0 without one. */
function readingsBetween(before: Sample | undefined, { atMs, values }: Sample): Readings {
  const seconds = before && (atMs - before.atMs) / 1000;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (!isRate(name)) return [name, value];
      return [name, seconds ? rounded((value - (before.values[name] ?? 0)) / seconds) : 0];
    }),
  );
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

function readingsNow(samples: readonly Sample[], now: Sample): Readings {
  return readingsBetween(
    samples.findLast(({ atMs }) => now.atMs - atMs >= minRateMs),
    now,
  );
}

function historyOf(samples: readonly Sample[]): ProcessStatus['history'] {
  const readings: Record<string, number[]> = {};
  for (const [index, sample] of samples.entries()) {
    if (index === 0) continue;
    for (const [name, value] of Object.entries(readingsBetween(samples[index - 1], sample))) {
      readings[name] ??= [];
      readings[name].push(value);
    }
  }
  return { everySeconds: sampleSeconds, readings };
}
