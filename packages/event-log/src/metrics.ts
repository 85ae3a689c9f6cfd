import { Counter, Gauge, type Registry } from 'prom-client';
import type { Follower, FollowerCounters } from './follower.ts';
import type { WorkerCounters } from './worker.ts';

/** Counters of a follower in the registry of its process; `watch` adds gauges of how far it is. */
export function followerMetrics(registry: Registry): FollowerCounters & { watch(follower: Follower): void } {
  const registers = [registry];
  const counter = (name: string, help: string) =>
    new Counter({ name: `parley_log_follower_${name}_total`, help, registers });
  const events = counter('events', 'Events merged from the log.');
  const unreadable = counter('unreadable', 'Entries, events or announcements that could not be read.');
  const rebuilt = counter('rebuilds', 'Times the consumer was created anew.');
  const gaps = counter('gaps', 'Times a part of the log was missed.');
  const epochs = counter('epoch_changes', 'Times the log began a new epoch.');
  return {
    events: (count) => events.inc(count),
    unreadable: () => unreadable.inc(),
    rebuilt: () => rebuilt.inc(),
    gap: () => gaps.inc(),
    epochChanged: () => epochs.inc(),
    watch(follower) {
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
        help: '1 while what was merged is as new as the database.',
        registers,
        collect() {
          this.set(follower.freshness.isFresh() ? 1 : 0);
        },
      });
    },
  };
}

/** Counters of a worker in the registry of its process. */
export function workerMetrics(registry: Registry): WorkerCounters {
  const registers = [registry];
  const counter = (name: string, help: string) =>
    new Counter({ name: `parley_log_worker_${name}_total`, help, registers });
  const handled = counter('handled', 'Events whose side effect was done.');
  const failed = counter('failures', 'Attempts at a side effect that failed.');
  const parked = counter('parked', 'Events put aside after failing too often.');
  const rebuilt = counter('rebuilds', 'Times the consumer was connected anew.');
  return {
    handled: () => handled.inc(),
    failed: () => failed.inc(),
    parked: () => parked.inc(),
    rebuilt: () => rebuilt.inc(),
  };
}
