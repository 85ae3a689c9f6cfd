import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { derivingWorkers } from './late-workers.ts';

/** From an earlier request, for this request, or when it could not be determined. */
export type Outcome = 'known' | 'found' | 'unconfirmed';

/** Registers metrics about requests of users who wrote recently. */
export function createMetrics(
  registry: Registry,
  now: () => { writers: number; gateways: number; lateWorkers: ReadonlySet<string> },
) {
  const registers = [registry];
  const outcomes = new Counter({
    name: 'parley_gateway_own_writes_total',
    help: 'Requests of users who wrote recently, by whether the position of the log was known, found or unconfirmed.',
    labelNames: ['outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'parley_gateway_own_writes_seconds',
    help: 'Time for which requests of users who wrote recently waited for the log.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  new Gauge({
    name: 'parley_gateway_recent_writers',
    help: 'Users who wrote recently, through any gateway.',
    registers,
    collect() {
      this.set(now().writers);
    },
  });
  new Gauge({
    name: 'parley_gateway_other_gateways',
    help: 'Other gateways that this one announces writers to.',
    registers,
    collect() {
      this.set(now().gateways);
    },
  });
  new Gauge({
    name: 'parley_gateway_late_workers',
    help: '1 while requests of users who wrote recently skip this worker, because it did not answer in time.',
    labelNames: ['worker'],
    registers,
    collect() {
      const { lateWorkers } = now();
      for (const worker of derivingWorkers) this.set({ worker }, lateWorkers.has(worker) ? 1 : 0);
    },
  });
  return {
    found(outcome: Outcome, tookMs: number) {
      outcomes.inc({ outcome });
      seconds.observe(tookMs / 1000);
    },
  };
}
