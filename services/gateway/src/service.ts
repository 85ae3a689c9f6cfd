import { createLogger, type Logger, sleep } from '@parley/core';
import { connectNats, type Follower, follow, followerMetrics } from '@parley/event-log';
import { createOps, createRegistry, type Service } from '@parley/service-kit';
import type { Registry } from 'prom-client';
import { createAuthenticator } from './auth/authenticator.ts';
import { CallerCache } from './auth/caller-cache.ts';
import { createInvalidator } from './auth/follow-invalidations.ts';
import type { GatewayConfig } from './config.ts';
import type { Ctx, Polls } from './context.ts';
import { createAdmission, type InFlight } from './edge/admission.ts';
import { createExchangeLog, measureLoad } from './edge/exchange.ts';
import { type Listening, listen } from './edge/listen.ts';
import { createRateLimits, noRateLimits } from './edge/rate-limits.ts';
import { createEdge } from './edge/server.ts';
import { pages, routes, transfers } from './http/routes.ts';
import { createPolls } from './polls/index.ts';
import { PingBatches } from './presence/ping-batches.ts';
import { createRpcClients } from './rpc-clients.ts';

export type Gateway = Service & {
  /** Ports in use, after `start`. */
  readonly httpPort: number;
  readonly opsPort: number;
};

export type Overrides = { logger?: Logger; registry?: Registry };

/**
 * How long an authentication is remembered, milliseconds: longer than the minute from one ping of a client to its
 * next. The log voids it the moment something changes.
 */
const callerMaxAgeMs = 300_000;
const callerMaxEntries = 200_000;

/** The HTTP side of Parley: stateless, as many of them as are needed. */
export function createService(config: GatewayConfig, overrides: Overrides = {}): Gateway {
  const logger = overrides.logger ?? createLogger({ service: 'gateway', level: config.logLevel });
  const registry = overrides.registry ?? createRegistry();
  const rpc = createRpcClients(config);
  const polls: Polls = createPolls({
    addresses: config.addresses.eventQueue,
    secret: config.rpcSecret,
    logger,
    registry,
  });
  const callers = new CallerCache({ maxEntries: callerMaxEntries, maxAgeMs: callerMaxAgeMs });
  const load: InFlight = createAdmission(
    config.load,
    measureLoad(() => load, config.load.maxWaiting, registry),
  );
  let follower: Follower | undefined;
  let listening: Listening | undefined;
  let isLeaving = false;
  const ctx: Ctx = {
    config,
    logger,
    rpc,
    polls,
    pings: new PingBatches(rpc.userAdmin, config.requestTimeoutMs),
    authenticator: createAuthenticator({
      userAdmin: rpc.userAdmin,
      cache: callers,
      isFresh: () => follower?.freshness.isFresh() ?? false,
      registry,
    }),
    admission: load,
    rateLimits: config.rateLimits ? createRateLimits(config.rateLimits, registry) : noRateLimits,
    exchanges: createExchangeLog(logger, registry),
  };
  const edge = createEdge(ctx, { routes, pages, transfers, isLeaving: () => isLeaving });
  const ops = createOps(
    {
      ...config.ops,
      logger,
      // Both were seen once: when they go away they do so for every gateway, and requests are served without.
      ready: {
        log: onceTrue(() => follower?.caughtUp() || 'the log is not followed'),
        polls: onceTrue(() => polls.ready()),
      },
    },
    registry,
  );
  const ports = { http: 0, ops: 0 };
  let closeNats = async (): Promise<void> => undefined;

  return {
    get httpPort() {
      return ports.http;
    },
    get opsPort() {
      return ports.ops;
    },
    async start() {
      ports.ops = await ops.start();
      listening = await listen(edge, config.http);
      ports.http = listening.port;
      logger.info({ httpPort: ports.http, opsPort: ports.ops }, 'ready');
      // Without NATS requests are served too, each authenticated by its owner.
      const nats = await connectNats({ url: config.nats.url, name: 'gateway' });
      closeNats = () => nats.close();
      const followed = followerMetrics(registry);
      follower = follow({
        nats,
        prefix: config.nats.prefix,
        from: 'head',
        onEvents: createInvalidator(callers),
        onEpoch: () => callers.clear(),
        onGap: () => callers.clear(),
        logger,
        counters: followed,
      });
      followed.watch(follower);
    },
    async stop() {
      const finishBy = performance.now() + leaveMs;
      isLeaving = true;
      ops.setDraining();
      // A balancer that goes by readiness sends requests until it has asked again: they are served, each the last of
      // its connection.
      await sleep(config.drainMs);
      // No new connections; what waits is answered, what runs is finished.
      const closed = listening?.close() ?? edge.close();
      const drained = polls.drain(spreadMs);
      const finishMs = Math.min(mostFinishMs, finishBy - performance.now());
      await within(finishMs, closed, () => edge.server.closeAllConnections());
      await drained;
      const ended = Promise.all([polls.close(), follower?.stop().then(closeNats) ?? closeNats(), ops.stop()]);
      const late = Promise.withResolvers<void>();
      await within(endMs, Promise.race([ended, late.promise]), () => {
        logger.warn('not everything could be closed in time');
        late.resolve();
      });
      rpc.close();
      load.close();
    },
  };
}

/** A check that holds from the first time that it does. */
function onceTrue(check: () => boolean | string): () => boolean | string {
  let held = false;
  return () => {
    if (held) return true;
    const outcome = check();
    held = outcome === true;
    return outcome;
  };
}

/**
 * A process ends itself 10 s after it was told to stop, and its last traces may take 2 of them (service-kit). So requests
 * are finished at most so long after that, whatever the balancer was given of it, milliseconds.
 */
const leaveMs = 7_000;
/** Time for requests that run when nothing new is taken any more, milliseconds. */
const mostFinishMs = 6_000;
/** Time to close what requests needed, milliseconds. */
const endMs = 800;
/** Over so long those who wait for events are answered then, milliseconds. */
const spreadMs = 2_000;

async function within(ms: number, done: Promise<unknown>, giveUp: () => void): Promise<void> {
  const timer = setTimeout(giveUp, ms);
  try {
    await done;
  } finally {
    clearTimeout(timer);
  }
}
