import { errorMessage, listenHost, portOf } from '@parley/core';
import Fastify from 'fastify';
import type { Registry } from 'prom-client';

/** Returns true when a condition holds, otherwise the reason why it does not. */
export type ReadyCheck = () => boolean | string | Promise<boolean | string>;

/** The conditions of a service by name. All must be true before it gets requests. */
export type ReadyChecks = () => Iterable<readonly [string, ReadyCheck]>;

/** What `/readyz` reports of a service: true for each condition that holds, otherwise the reason why it does not. */
export type Readiness = { ready: boolean; checks: Record<string, boolean | string> };

export type OpsServerOptions = {
  host: string;
  port: number;
  /** Returns the body of `/readyz`. Its status is 200 if `ready` is true, otherwise 503. */
  readiness: () => Promise<{ ready: boolean }>;
  /** Returns the page `/metrics`, or only the metrics with these names. */
  metrics: (names: readonly string[] | undefined) => Promise<string>;
  contentType: string;
};

/** An HTTP server for health, readiness and metrics. */
export type OpsServer = {
  /** Starts to listen, and returns the port. */
  start(): Promise<number>;
  stop(): Promise<void>;
};

const checkTimeoutMs = 2_000;

export function createOpsServer(options: OpsServerOptions): OpsServer {
  const { host, port, readiness, metrics, contentType } = options;
  const app = Fastify({ logger: false, forceCloseConnections: true });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const body = await readiness();
    return reply.code(body.ready ? 200 : 503).send(body);
  });
  // `?name[]=…` limits the page to some metrics, as in other libraries of Prometheus. Writing the whole page takes milliseconds.
  app.get<{ Querystring: { 'name[]'?: string | string[] } }>('/metrics', async ({ query }, reply) => {
    const names = query['name[]'];
    return reply.type(contentType).send(await metrics(names === undefined ? undefined : [names].flat()));
  });
  return {
    async start() {
      await app.listen({ host: listenHost(host), port });
      return portOf(app.server);
    },
    stop: () => app.close(),
  };
}

/** Checks all conditions of a service at the same time. */
export async function readinessOf(ready: ReadyChecks, isDraining: boolean): Promise<Readiness> {
  const entries = await Promise.all(
    Array.from(ready(), async ([name, check]) => [name, await outcome(check)] as const),
  );
  const checks = Object.fromEntries(
    isDraining ? [...entries, ['draining', 'shutting down'] as const] : entries,
  );
  return { ready: Object.values(checks).every((value) => value === true), checks };
}

/** Returns the metrics with these names, without those that do not exist. */
export async function metricsNamed(registry: Registry, names: readonly string[]): Promise<string> {
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
    return errorMessage(error);
  } finally {
    clearTimeout(timer);
  }
}
