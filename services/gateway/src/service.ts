import { type Follower, followHead, openNats, serveStatus } from '@parley/event-log';
import { defineService, onceTrueWithin, type ServiceOverrides } from '@parley/service-kit';
import { CallerCache } from './auth/caller-cache.ts';
import { invalidationBy } from './auth/follow-invalidations.ts';
import type { GatewayConfig } from './config.ts';
import { createContext } from './create-context.ts';
import { listen } from './edge/intake/listen.ts';
import { createEdge } from './edge/server.ts';
import { shutDown } from './edge/shut-down.ts';
import { pages, routes, transfers } from './http/routes.ts';
import { inTurn } from './log-handlers.ts';

export type Gateway = ReturnType<typeof createService>;

/**
 * Maximum age of a cached authentication in milliseconds. Clients ping once a minute, so an active client's entry is used
 * several times. The event log invalidates an entry as soon as the account or its keys change.
 */
const callerMaxAgeMs = 300_000;
const callerMaxEntries = 200_000;
/** For the event log and event-queue, in milliseconds. Afterwards the replica serves without them. */
const logWithinMs = 10_000;
/** Time limit in milliseconds for closing each dependency of request handlers. */
const stopWithinMs = 300;

/** Returns the gateway, which serves HTTP and is not started yet. It is stateless, so any number of replicas can run. */
export const createService = (config: GatewayConfig, overrides: ServiceOverrides = {}) =>
  defineService({ name: 'gateway', ...config, ...overrides }, async (parts) => {
    const { logger, registry, signal, local, sharedLog: shared } = parts;
    const callers = new CallerCache({ maxEntries: callerMaxEntries, maxAgeMs: callerMaxAgeMs });
    let follower: Follower | undefined;
    const ctx = createContext(config, { callers, follower: () => follower, logger, registry, local });
    await parts.add('admission', ctx.admission);
    await parts.add('clients', ctx.rpc);
    // Without NATS, a gateway can still serve most requests, so this check succeeds after `logWithinMs` in any case.
    parts.checkWithin(logWithinMs, 'log', () => follower?.caughtUp() || 'the log is not followed');
    await parts.add('polls', ctx.polls, {
      ready: onceTrueWithin(logWithinMs, () => ctx.polls.ready()),
      stopWithinMs,
    });
    const edge = createEdge(ctx, { routes, pages, transfers, isStopping: () => signal.aborted });
    const { port: httpPort } = await parts.add('http', listen(edge, config.http), {
      drain: (listening) => shutDown({ edge, listening, polls: ctx.polls, balancerMs: config.drainMs }),
    });
    // Without NATS, cached authentications are not used, and user-admin authenticates each request.
    const { url, prefix } = config.nats;
    const { connection: nats } = await parts.add('nats', openNats({ url, name: 'gateway', shared }), {
      stopWithinMs,
    });
    await parts.add('status', serveStatus({ nats, prefix, registry, service: 'gateway' }));
    ctx.deployment.connect(nats);
    const handlers = inTurn(invalidationBy(callers, ctx.polls), ctx.standing);
    const followed = followHead({ nats, prefix, logger, ...handlers }, registry);
    follower = await parts.add('follower', followed, { stopWithinMs });
    await parts.add('own writes', ctx.ownWrites.connect({ nats, prefix, follower: followed }));
    return { httpPort };
  });
