import { createDb } from '@parley/db';
import { openNats, serveStatus } from '@parley/event-log';
import { IntegrationsServiceService } from '@parley/proto/integrations/v1/integrations';
import { createRpcServer } from '@parley/rpc';
import { defineService, type ServiceOverrides } from '@parley/service-kit';
import { createClients } from './clients.ts';
import type { IntegrationsConfig } from './config.ts';
import { createContext } from './context.ts';
import { followLog } from './follow-log.ts';
import { announcementsOver, PressResults } from './in-memory/press-results.ts';
import { WebhookKeys } from './in-memory/webhook-keys.ts';
import { handlers } from './rpc/index.ts';
import { createTelemetry } from './telemetry.ts';
import { startFollowing } from './workers/follow.ts';
import { startRepeated } from './workers/index.ts';

const drainMs = 8_000;
/** How long a new replica waits for the log, in milliseconds. After that it serves requests of tools, which do not need the log. */
const logWithinMs = 10_000;

/** Returns the service for integrations, which is not started yet. */
export const createService = (config: IntegrationsConfig, overrides: ServiceOverrides = {}) =>
  defineService({ name: 'integrations', ...config, ...overrides }, async (parts) => {
    const { logger, registry, local, sharedLog: shared } = parts;
    const { url, prefix, replicas } = config.nats;
    const database = { ...config.database, logger, registry, applicationName: 'parley-integrations' };
    const db = await parts.add('database', createDb(database), {
      ready: (opened) => opened.ping().then(() => true),
    });
    const clients = await parts.add('clients', createClients(config, local));
    const opening = openNats({ url, name: 'parley-integrations', shared });
    const link = await parts.add('nats', opening);
    const { connection: nats } = link;
    await parts.add('status', serveStatus({ nats, prefix, registry, service: 'integrations' }));
    const webhookKeys = new WebhookKeys();
    const followed = followLog({ link, prefix, clients, logger, registry, webhookKeys });
    const factCache = await parts.add('log', followed, { stop: (opened) => opened.follower.stop() });
    const { follower } = factCache;
    parts.checkWithin(logWithinMs, 'log', () => follower.caughtUp() || 'not caught up');
    const telemetry = createTelemetry(registry);
    const pressResults = await parts.add('presses', new PressResults(announcementsOver(link, prefix)));
    const known = { factCache, telemetry, pressResults, webhookKeys };
    const ctx = createContext({ config, clients, db, logger, ...known });
    const log = { nats, prefix, replicas, follower, logger, registry };
    const worker = await parts.add('worker', startFollowing(ctx, log));
    parts.checkWithin(logWithinMs, 'worker', () => worker.running() || 'not running');
    await parts.add('sender', startRepeated(ctx));
    const rpc = createRpcServer({ secret: config.rpcSecret, logger, registry, local });
    rpc.add(IntegrationsServiceService, handlers(ctx));
    const rpcPort = await parts.add('rpc', rpc.listen(config.rpc.host, config.rpc.port), {
      drain: () => rpc.drain(drainMs),
    });
    return { rpcPort };
  });
