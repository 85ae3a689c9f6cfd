import { createDb, createWriteGuard } from '@parley/db';
import { followHead, openNats, serveStatus, type Worker } from '@parley/event-log';
import { createFactCache } from '@parley/facts';
import { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import { createRpcServer } from '@parley/rpc';
import { defineService, type ServiceOverrides } from '@parley/service-kit';
import type { ChannelConfig } from './config.ts';
import { createClients, createContext } from './context.ts';
import { handlers } from './rpc/index.ts';
import { startActivity } from './workers/activity.ts';
import { startFactWorker, startNoticeWorker } from './workers/index.ts';

export type ChannelService = ReturnType<typeof createService>;

const drainMs = 8_000;
/** Milliseconds for which a new replica waits for the log before it is ready. Without the log it asks other services. */
const logWithinMs = 10_000;
const isRunning = (worker: Worker) => worker.running() || 'not running';

/** Returns the channel service, which is not started yet. */
export const createService = (config: ChannelConfig, overrides: ServiceOverrides = {}) =>
  defineService({ name: 'channel', ...config, ...overrides }, async (parts) => {
    const { logger, registry, local, sharedLog: shared } = parts;
    const { prefix, url, replicas } = config.nats;
    const database = { ...config.database, logger, registry, applicationName: 'parley-channel' };
    const db = await parts.add('database', createDb(database), {
      ready: (opened) => opened.ping().then(() => true),
    });
    const writeGuard = await parts.add('write guard', createWriteGuard(db, logger));
    const clients = await parts.add('clients', createClients(config, local));
    const { connection: nats } = await parts.add('nats', openNats({ url, name: 'parley-channel', shared }));
    await parts.add('status', serveStatus({ nats, prefix, registry, service: 'channel' }));
    const factCache = await parts.add(
      'log',
      createFactCache({
        follow: (merging) => followHead({ nats, prefix, logger, ...merging }, registry),
        userAdmin: clients.userAdmin,
        logger,
        registry,
      }),
      { stop: ({ follower }) => follower.stop() },
    );
    parts.checkWithin(logWithinMs, 'log', () => factCache.follower.caughtUp() || 'not caught up');
    const ctx = createContext({ config, db, factCache, writeGuard, clients, logger, registry });
    const activity = await parts.add('activity', startActivity(ctx));
    const { follower } = factCache;
    const log = { nats, prefix, replicas, follower, logger, registry };
    const facts = await parts.add('worker', startFactWorker(ctx, activity, log));
    const notices = await parts.add('notices', startNoticeWorker(ctx, clients.messaging, log));
    for (const [name, worker] of Object.entries({ worker: facts, notices }))
      parts.checkWithin(logWithinMs, name, () => isRunning(worker));
    const rpc = createRpcServer({ secret: config.rpcSecret, logger, registry, local });
    rpc.add(ChannelServiceService, handlers(ctx));
    const rpcPort = await parts.add('rpc', rpc.listen(config.rpc.host, config.rpc.port), {
      drain: () => rpc.drain(drainMs),
    });
    return { rpcPort, factCache };
  });
