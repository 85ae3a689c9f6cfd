import type { Logger } from '@parley/core';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { NatsSource } from './nats/nats.ts';
import { type Follower, type FollowerCounters, type FollowOptions, follow } from './reading/follower.ts';
import { REST_ANNOUNCE_MS } from './reading/freshness.ts';
import { type Worker, type WorkerCounters, type WorkerOptions, work } from './workers/worker.ts';

/**
 * Creates the counters of a follower, which reads the log for its process, in the registry of the process. `watch` adds gauges of
 * its position and freshness.
 */
function followerMetrics(registry: Registry): FollowerCounters & { watch(follower: Follower): void } {
  const registers = [registry];
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const events = counter('parley_log_follower_events_total', 'Events merged from the log.');
  const unreadable = counter(
    'parley_log_follower_unreadable_total',
    'Entries, events or announcements that could not be read.',
  );
  const rebuilt = counter('parley_log_follower_rebuilds_total', 'Times the consumer was recreated.');
  const gaps = counter('parley_log_follower_gaps_total', 'Times a part of the log was missed.');
  const epochs = counter('parley_log_follower_epoch_changes_total', 'Times the log began a new epoch.');
  return {
    events: (count) => events.inc(count),
    unreadable: () => unreadable.inc(),
    rebuilt: () => rebuilt.inc(),
    gap: () => gaps.inc(),
    epochChanged: () => epochs.inc(),
    watch(follower) {
      new Gauge({
        name: 'parley_log_follower_sequence',
        help: 'Sequence of the newest entry that is merged, in the current epoch.',
        registers,
        collect() {
          this.set(follower.position.sequence);
        },
      });
      new Gauge({
        name: 'parley_log_follower_lag_entries',
        help: 'Entries known to be in the stream and not yet merged.',
        registers,
        collect() {
          this.set(follower.head - follower.position.sequence);
        },
      });
      new Gauge({
        name: 'parley_log_follower_fresh',
        help: '1 while the merged part of the log is at most two announcements of an unused log old.',
        registers,
        collect() {
          // Reading a metric must not cause announcements of the log's end. `isFresh` would ask for them, so `ageMs` is used.
          this.set(follower.freshness.ageMs() <= 2 * REST_ANNOUNCE_MS ? 1 : 0);
        },
      });
    },
  };
}

/** Starts a follower at the head of the log, whose counters and gauges are in the registry of the process. */
export function followHead(options: Omit<FollowOptions, 'from' | 'counters'>, registry: Registry): Follower {
  const counters = followerMetrics(registry);
  const follower = follow({ ...options, from: 'head', counters });
  counters.watch(follower);
  return follower;
}

/** Returns the counters of a worker. All workers of a process share the metrics, with a label `worker`. */
export function workerMetrics(registry: Registry, worker: string): WorkerCounters {
  const counter = (name: string, help: string) => {
    const known = registry.getSingleMetric(name);
    const metric =
      known instanceof Counter
        ? known
        : new Counter({ name, help, labelNames: ['worker'], registers: [registry] });
    return metric.labels({ worker });
  };
  const handled = counter('parley_log_worker_handled_total', 'Events whose side effect was done.');
  const failed = counter('parley_log_worker_failures_total', 'Attempts at a side effect that failed.');
  const parked = counter('parley_log_worker_parked_total', 'Events parked after failing too often.');
  const rebuilt = counter('parley_log_worker_rebuilds_total', 'Times the consumer was reconnected.');
  return {
    handled: () => handled.inc(),
    failed: () => failed.inc(),
    parked: () => parked.inc(),
    rebuilt: () => rebuilt.inc(),
  };
}

/** The dependencies that all workers of a process share. */
export type WorkerLog = {
  nats: NatsSource;
  prefix: string;
  /** Number of NATS servers that store the leases and the progress of the workers, and the parked events. */
  replicas: number;
  /** The follower of the process, if it has one. The workers take entries from it instead of reading the stream themselves. */
  follower?: Follower;
  logger: Logger;
  registry: Registry;
};

/** Starts a worker whose counters are in the registry of its process. */
export function startWorker(
  { nats, prefix, replicas, follower, logger, registry }: WorkerLog,
  worker: Pick<WorkerOptions, 'name' | 'from' | 'facts' | 'handle' | 'flush'>,
): Worker {
  const counters = workerMetrics(registry, worker.name);
  const options = { nats, prefix, ...worker, logger, counters, storage: { replicas } };
  return work(follower ? { ...options, follower } : options);
}
