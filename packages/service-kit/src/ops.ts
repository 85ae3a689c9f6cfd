import { isTracing, type Logger, VERSION } from '@parley/core';
import {
  collectDefaultMetrics,
  Gauge,
  type Metric,
  type OpenMetricsContentType,
  Registry,
} from 'prom-client';
import { measureLoopDelay } from './loop-delay.ts';
import { createOpsServer, metricsNamed } from './ops-server.ts';
import { type ReadyChecks, readinessOf } from './readiness.ts';

export type OpsOptions = {
  host: string;
  port: number;
  logger: Logger;
  ready: ReadyChecks;
};

/** The operations port of a service, with `/healthz`, `/readyz` and `/metrics`. */
export type Ops = {
  readonly registry: Registry;
  /** Starts to listen, and returns the port. */
  start(): Promise<number>;
  /** Makes `/readyz` report that the service is stopping. */
  setDraining(): void;
  stop(): Promise<void>;
};

const prefix = 'parley_process_';
/** By whether the format is OpenMetrics: a registry in this format renames its counters when it is read. */
const ofProcess = new Map<boolean, Metric[]>();

/** Shared by all registries: they have timers that run until the process ends. */
function metricsOfProcess(isOpenMetrics: boolean): Metric[] {
  const known = ofProcess.get(isOpenMetrics);
  if (known) return known;
  const registry = new Registry();
  // This interval effectively turns off the library's own measurement of the event loop, which would wake up an idle process a
  // hundred times a second.
  collectDefaultMetrics({ register: registry, prefix, eventLoopMonitoringPrecision: 2 ** 31 - 1 });
  for (const name of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'])
    registry.removeSingleMetric(`${prefix}nodejs_eventloop_lag_${name}_seconds`);
  measureLoopDelay(registry, prefix);
  const metrics = registry.getMetricsAsArray().flatMap(({ name }) => registry.getSingleMetric(name) ?? []);
  ofProcess.set(isOpenMetrics, metrics);
  return metrics;
}

export function createRegistry(): Registry {
  const registry = new Registry();
  // Traces need the OpenMetrics format: only in it, an observation can have a trace ID (an exemplar).
  if (isTracing()) {
    const open = registry as unknown as Registry<OpenMetricsContentType>;
    open.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  }
  for (const metric of metricsOfProcess(isTracing())) registry.registerMetric(metric);
  new Gauge({
    name: 'parley_build_info',
    help: '1, with the version of this release and of Node as labels.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: VERSION, node: process.versions.node }, 1);
  return registry;
}

export function createOps(
  { host, port, logger, ready }: OpsOptions,
  registry: Registry = createRegistry(),
): Ops {
  let isDraining = false;
  const server = createOpsServer({
    host,
    port,
    readiness: () => readinessOf(ready, isDraining),
    metrics: (names) => (names ? metricsNamed(registry, names) : registry.metrics()),
    contentType: registry.contentType,
  });
  return {
    registry,
    ...server,
    setDraining() {
      isDraining = true;
      logger.info('draining');
    },
  };
}
