import { type Logger, unixSeconds, VERSION } from '@parley/core';
import type { Follower } from '@parley/event-log';
import type { LocalServices } from '@parley/rpc';
import type { Registry } from 'prom-client';
import { createAuthenticator } from './auth/authenticator.ts';
import type { CallerCache } from './auth/caller-cache.ts';
import type { GatewayConfig } from './config.ts';
import type { Ctx } from './context.ts';
import { createExchangeLog, measureLoad } from './edge/answer/exchange.ts';
import { Deployment } from './edge/deployment.ts';
import { createAdmission, type InFlight } from './edge/limits/admission.ts';
import { createRateLimits, noRateLimits } from './edge/limits/rate-limits.ts';
import { Setup } from './edge/setup.ts';
import { Generation } from './own-writes/generation.ts';
import { RecentWrites } from './own-writes/own-writes.ts';
import { createPolls } from './polls/index.ts';
import { PingBatches } from './presence/ping-batches.ts';
import { newestPosition } from './register/newest-position.ts';
import { RegistrationGate } from './register/registration-gate.ts';
import { SharedTexts } from './register/shared-texts.ts';
import { type FollowedStanding, keepStanding } from './register/standing.ts';
import { createRpcClients } from './rpc-clients.ts';
import { createZoom } from './video-calls/zoom.ts';

export type ContextOptions = {
  callers: CallerCache;
  /** Returns the follower of the event log; undefined before it has started. */
  follower: () => Follower | undefined;
  logger: Logger;
  registry: Registry;
  local: LocalServices | undefined;
};

/** Creates the dependencies of handlers. The caller must stop those that have a `stop` or `close` method. */
export function createContext(
  config: GatewayConfig,
  { callers, follower, logger, registry, local }: ContextOptions,
): Ctx & {
  admission: InFlight;
  rpc: ReturnType<typeof createRpcClients>;
  ownWrites: RecentWrites;
  standing: FollowedStanding;
} {
  const rpc = createRpcClients(config, local);
  // Cached authentications may be used only while the received events are at most 1 s behind the log.
  const isFresh = () => follower()?.freshness.isFresh() ?? false;
  const generation = new Generation({ release: VERSION, startedAt: unixSeconds(Date.now()) });
  const admission: InFlight = createAdmission(
    config.load,
    measureLoad(() => admission, config.load.maxWaiting, registry),
  );
  return {
    config,
    logger,
    rpc,
    polls: createPolls({
      addresses: config.addresses.eventQueue,
      secret: config.rpcSecret,
      local,
      logger,
      registry,
    }),
    logPosition: () => newestPosition(follower()),
    ownWrites: new RecentWrites(registry, generation),
    generation,
    pings: new PingBatches(rpc.userAdmin, config.requestTimeoutMs),
    sharedTexts: new SharedTexts(),
    standing: keepStanding(),
    registrations: new RegistrationGate(config.registrations, registry),
    authenticator: createAuthenticator({ userAdmin: rpc.userAdmin, cache: callers, isFresh, registry }),
    admission,
    rateLimits: config.rateLimits ? createRateLimits(config.rateLimits, registry) : noRateLimits,
    exchanges: createExchangeLog(logger, registry),
    setup: new Setup(rpc.userAdmin),
    deployment: new Deployment(config.nats.prefix),
    zoom: config.calls.zoom && createZoom(config.calls.zoom, config.publicUrl, rpc),
  };
}
