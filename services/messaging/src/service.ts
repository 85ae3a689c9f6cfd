import { createDb, createWriteGuard } from '@parley/db';
import { followHead, openNats, serveStatus } from '@parley/event-log';
import { createFactCache } from '@parley/facts';
import { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { createRpcServer } from '@parley/rpc';
import { defineService, type ServiceOverrides } from '@parley/service-kit';
import { createClients } from './clients.ts';
import type { MessagingConfig } from './config.ts';
import { createContext } from './create-context.ts';
import { beginMessageIds } from './in-memory/message-ids.ts';
import { handlers } from './rpc/index.ts';
import { periodicWorkers } from './workers/periodic.ts';
import { startUnsubscriptionWorker } from './workers/unsubscription.ts';

const drainMs = 8_000;
/** How long a new replica waits for the log, in milliseconds. Without the log, it asks other services instead of its caches. */
const logWithinMs = 10_000;

export const createService = (config: MessagingConfig, overrides: ServiceOverrides = {}) =>
  defineService({ name: 'messaging', ...config, ...overrides }, async (parts) => {
    const { logger, registry, local, sharedLog: shared } = parts;
    const { url, prefix, replicas } = config.nats;
    const database = { ...config.database, logger, registry, applicationName: 'parley-messaging' };
    const db = await parts.add('database', createDb(database), {
      ready: (opened) => opened.ping().then(() => true),
    });
    const idsBegun = beginMessageIds(db, config.firstMessageId, logger, parts.signal);
    parts.check('message IDs', () => idsBegun() || 'where they begin is not known yet');
    const clients = await parts.add('clients', createClients(config, local));
    const link = await parts.add('nats', openNats({ url, name: 'parley-messaging', shared }));
    const nats = link.connection;
    await parts.add('status', serveStatus({ nats, prefix, registry, service: 'messaging' }));
    const factCache = await parts.add(
      'log',
      createFactCache({
        follow: (merging) => followHead({ nats, prefix, logger, ...merging }, registry),
        userAdmin: clients.userAdmin,
        channel: clients.channel,
        logger,
        registry,
      }),
      { stop: ({ follower }) => follower.stop() },
    );
    parts.checkWithin(logWithinMs, 'log', () => factCache.follower.caughtUp() || 'not caught up');
    const writeGuard = await parts.add('write guard', createWriteGuard(db, logger));
    const ctx = createContext({ config, db, link, factCache, writeGuard, clients, logger, registry, shared });
    await parts.add('read state', ctx.coverageRecorder, { stop: (recorder) => recorder.idle() });
    await parts.add('sends', ctx.batcher, { stop: (batcher) => batcher.drain() });
    const log = { nats, prefix, replicas, follower: factCache.follower, logger, registry };
    await parts.add('worker', startUnsubscriptionWorker(ctx, log));
    for (const [name, start] of periodicWorkers(config)) await parts.add(name, start(ctx));
    const rpc = createRpcServer({ secret: config.rpcSecret, logger, registry, local });
    rpc.add(MessagingServiceService, handlers(ctx));
    const rpcPort = await parts.add('rpc', rpc.listen(config.rpc.host, config.rpc.port), {
      drain: () => rpc.drain(drainMs),
    });
    return { rpcPort };
  });
