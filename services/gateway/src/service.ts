import { connectNats, type Follower, followHead } from '@parley/event-log';
import { defineService, onceTrue, type ServiceOverrides } from '@parley/service-kit';
import { CallerCache } from './auth/caller-cache.ts';
import { createInvalidator } from './auth/follow-invalidations.ts';
import type { GatewayConfig } from './config.ts';
import { createContext } from './create-context.ts';
import { leave } from './edge/leave.ts';
import { listen } from './edge/listen.ts';
import { createEdge } from './edge/server.ts';
import { pages, routes, transfers } from './http/routes.ts';

export type Gateway = ReturnType<typeof createService>;

/**
 * Maximum age of a cached authentication in milliseconds. It is longer than the minute between two pings of a client.
 * The log invalidates a cached authentication as soon as the account or its keys change.
 */
const callerMaxAgeMs = 300_000;
const callerMaxEntries = 200_000;
/** Time limit in milliseconds for closing each dependency of requests. */
const stopWithinMs = 300;

/**
 * Returns the gateway, which serves HTTP. It is stateless, so any number of replicas can run. The caller starts it in
 * its process.
 */
export const createService = (config: GatewayConfig, overrides: ServiceOverrides = {}) =>
  defineService({ name: 'gateway', ...config, ...overrides }, async (parts) => {
    const { logger, registry, signal } = parts;
    const callers = new CallerCache({ maxEntries: callerMaxEntries, maxAgeMs: callerMaxAgeMs });
    let follower: Follower | undefined;
    const isFresh = () => follower?.freshness.isFresh() ?? false;
    const ctx = createContext(config, { callers, isFresh, logger, registry });
    const { polls } = ctx;
    await parts.add('admission', ctx.admission);
    await parts.add('clients', ctx.rpc);
    // The log and polls must have been available once. When NATS fails later, it fails for all gateways, and they still
    // serve requests.
    parts.check(
      'log',
      onceTrue(() => follower?.caughtUp() || 'the log is not followed'),
    );
    await parts.add('polls', polls, { ready: onceTrue(() => polls.ready()), stopWithinMs });
    const edge = createEdge(ctx, { routes, pages, transfers, isLeaving: () => signal.aborted });
    const { port: httpPort } = await parts.add('http', listen(edge, config.http), {
      drain: (listening) => leave({ edge, listening, polls, balancerMs: config.drainMs }),
    });
    // While NATS is not available, user-admin authenticates each request.
    const { url, prefix } = config.nats;
    const nats = await parts.add('nats', connectNats({ url, name: 'gateway' }), { stopWithinMs });
    const clear = () => callers.clear();
    const following = { onEvents: createInvalidator(callers), onEpoch: clear, onGap: clear };
    follower = followHead({ nats, prefix, logger, ...following }, registry);
    await parts.add('follower', follower, { stopWithinMs });
    await parts.add('own writes', ctx.ownWrites.connect({ nats, prefix, follower }));
    return { httpPort };
  });
