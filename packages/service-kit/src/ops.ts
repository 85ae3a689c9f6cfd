import type { AddressInfo } from 'node:net';
import { isTracing, type Logger, listenHost, VERSION } from '@parley/core';
import Fastify from 'fastify';
import {
  collectDefaultMetrics,
  Gauge,
  type Metric,
  type OpenMetricsContentType,
  Registry,
} from 'prom-client';
import { measureLoopDelay } from './loop-delay.ts';

/** Returns true when a condition holds, otherwise the reason why it does not. */
export type ReadyCheck = () => boolean | string | Promise<boolean | string>;

export type OpsOptions = {
  host: string;
  port: number;
  logger: Logger;
  /** Returns the conditions by name. All must be true before the process gets requests. */
  ready: () => Iterable<readonly [string, ReadyCheck]>;
};

/** The operations port of a process, with `/healthz`, `/readyz` and `/metrics`. */
export type Ops = {
  readonly registry: Registry;
  /** Starts to listen, and returns the port. */
  start(): Promise<number>;
  /** Makes `/readyz` report that the process is stopping. */
  setDraining(): void;
  stop(): Promise<void>;
};

const checkTimeoutMs = 2_000;

const prefix = 'parley_process_';
/**
 * Node's own metrics, by whether the format is OpenMetrics. They are separate, because a registry in this format renames its
 * counters when it is read.
 */
const ofProcess = new Map<boolean, Metric[]>();

/**
 * Returns Node's own metrics. All registries of the process share them: they have timers that run until the process ends, and
 * tests create hundreds of registries in one process.
 */
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
  const metrics = registry.getMetricsAsArray().map(({ name }) => registry.getSingleMetric(name)!);
  ofProcess.set(isOpenMetrics, metrics);
  return metrics;
}

/** Creates a registry of metrics, with Node's own metrics and the version of this release. */
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

/** Creates the operations port of a process: an HTTP server for health, readiness and metrics. */
export function createOps(
  { host, port, logger, ready }: OpsOptions,
  registry: Registry = createRegistry(),
): Ops {
  const app = Fastify({ logger: false, forceCloseConnections: true });
  let draining = false;

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const entries = await Promise.all(
      Array.from(ready(), async ([name, check]) => [name, await outcome(check)] as const),
    );
    const checks = Object.fromEntries(
      draining ? [...entries, ['draining', 'shutting down'] as const] : entries,
    );
    const isReady = Object.values(checks).every((value) => value === true);
    return reply.code(isReady ? 200 : 503).send({ ready: isReady, checks });
  });
  // `?name[]=…` limits the page to some metrics, as in other libraries of Prometheus. Writing the whole page takes milliseconds.
  app.get<{ Querystring: { 'name[]'?: string | string[] } }>('/metrics', async ({ query }, reply) => {
    const names = query['name[]'];
    const metrics = names === undefined ? registry.metrics() : textOf(registry, [names].flat());
    return reply.type(registry.contentType).send(await metrics);
  });

  return {
    registry,
    async start() {
      await app.listen({ host: listenHost(host), port });
      return (app.server.address() as AddressInfo).port;
    },
    setDraining() {
      draining = true;
      logger.info('draining');
    },
    stop: () => app.close(),
  };
}

/** Returns the metrics with these names, without those that do not exist. */
async function textOf(registry: Registry, names: readonly string[]): Promise<string> {
  const known = names.filter((name) => registry.getSingleMetric(name));
  const texts = await Promise.all(known.map((name) => registry.getSingleMetricAsString(name)));
  return texts.map((text) => `${text}\n`).join('');
}

async function outcome(check: ReadyCheck): Promise<boolean | string> {
  const { promise: late, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(resolve, checkTimeoutMs, 'no answer in time');
  try {
    return await Promise.race([check(), late]);
  } catch (error) {
    return (error as Error).message;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns a readiness check for a server without which the service can still answer some requests. It succeeds once `check` was
 * true, or `withinMs` milliseconds after its first call at the latest. A later outage does not make the replica unready.
 * Otherwise all replicas would become unready at the same time, and none would get requests.
 */
export function onceTrueWithin(withinMs: number, check: () => boolean | string): () => boolean | string {
  const once = onceTrue(check);
  let firstMs: number | undefined;
  return () => {
    const outcome = once();
    firstMs ??= performance.now();
    return outcome === true || performance.now() - firstMs >= withinMs || outcome;
  };
}

/** Returns a check that stays true after `check` was true for the first time. */
function onceTrue(check: () => boolean | string): () => boolean | string {
  let held = false;
  return () => {
    if (held) return true;
    const outcome = check();
    held = outcome === true;
    return outcome;
  };
}
