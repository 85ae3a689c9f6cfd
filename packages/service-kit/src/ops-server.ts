import { listenHost, portOf } from '@parley/core';
import Fastify from 'fastify';
import type { Registry } from 'prom-client';

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

/** Returns the metrics with these names, without those that do not exist. */
export async function metricsNamed(registry: Registry, names: readonly string[]): Promise<string> {
  const known = names.filter((name) => registry.getSingleMetric(name));
  const texts = await Promise.all(known.map((name) => registry.getSingleMetricAsString(name)));
  return texts.map((text) => `${text}\n`).join('');
}
