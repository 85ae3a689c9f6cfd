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
 * How long an authentication is remembered, milliseconds: longer than the minute from one ping of a client to its
 * next. The log voids it the moment something changes.
 */
const callerMaxAgeMs = 300_000;
const callerMaxEntries = 200_000;
/** Time to close each part that requests needed, milliseconds. */
const stopWithinMs = 300;

/** Returns the HTTP side of Parley, to be started in this process: stateless, as many of them as are needed. */
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
    // The log and polls were seen once: when they go away they do so for every gateway, and requests are served without.
    parts.check(
      'log',
      onceTrue(() => follower?.caughtUp() || 'the log is not followed'),
    );
    await parts.add('polls', polls, { ready: onceTrue(() => polls.ready()), stopWithinMs });
    const edge = createEdge(ctx, { routes, pages, transfers, isLeaving: () => signal.aborted });
    const { port: httpPort } = await parts.add('http', listen(edge, config.http), {
      drain: (listening) => leave({ edge, listening, polls, balancerMs: config.drainMs }),
    });
    // Without NATS requests are served too, each authenticated by its owner.
    const { url, prefix } = config.nats;
    const nats = await parts.add('nats', connectNats({ url, name: 'gateway' }), { stopWithinMs });
    const clear = () => callers.clear();
    const following = { onEvents: createInvalidator(callers), onEpoch: clear, onGap: clear };
    follower = followHead({ nats, prefix, logger, ...following }, registry);
    await parts.add('follower', follower, { stopWithinMs });
    return { httpPort };
  });
