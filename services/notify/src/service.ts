import { createDb, shareOf } from '@parley/db';
import { openNats, serveStatus } from '@parley/event-log';
import { NotifyServiceService } from '@parley/proto/notify/v1/notify';
import { createRpcServer } from '@parley/rpc';
import { defineService, type ServiceOverrides } from '@parley/service-kit';
import { createClients } from './clients.ts';
import type { NotifyConfig } from './config.ts';
import { createContext } from './create-context.ts';
import { startMailIn } from './incoming/index.ts';
import { openFactCache } from './open-fact-cache.ts';
import { handlers } from './rpc/index.ts';
import { startLogWorkers, startNotifyWorkers } from './workers/index.ts';

const drainMs = 8_000;
/** In milliseconds. After that it counts as ready, because it can send due mails without the log. */
const logWithinMs = 10_000;

/** A third. Their work can wait, and the rest is for calls and incoming mails. */
const workerConnections = (poolSize: number): number => Math.max(1, Math.floor(poolSize / 3));

/** Returns the notify service, which is not started yet. */
export const createService = (config: NotifyConfig, overrides: ServiceOverrides = {}) =>
  defineService({ name: 'notify', ...config, ...overrides }, async (parts) => {
    const { logger, registry, local, sharedLog: shared } = parts;
    const { url, prefix, replicas } = config.nats;
    const database = { ...config.database, logger, registry, applicationName: 'parley-notify' };
    const db = await parts.add('database', createDb(database), {
      ready: (opened) => opened.ping().then(() => true),
    });
    const clients = await parts.add('clients', createClients(config, logger, local));
    const { connection: nats } = await parts.add('nats', openNats({ url, name: 'parley-notify', shared }));
    await parts.add('status', serveStatus({ nats, prefix, registry, service: 'notify' }));
    const facts = await parts.add('log', openFactCache(clients, { nats, prefix }, parts), {
      stop: ({ factCache }) => factCache.follower.stop(),
    });
    parts.checkWithin(logWithinMs, 'log', () => facts.factCache.follower.caughtUp() || 'not caught up');
    const ctx = createContext({ ...facts, config, db, clients, logger, registry });
    await parts.add('mail', ctx.transport);
    const { follower } = facts.factCache;
    const log = { nats, prefix, replicas, follower, logger, registry };
    const workersCtx = { ...ctx, db: shareOf(db, workerConnections(config.database.poolSize)) };
    const worker = await parts.add('worker', startLogWorkers(workersCtx, log));
    parts.checkWithin(logWithinMs, 'worker', () => worker.running() || 'not running');
    await parts.add('mails and pushes', startNotifyWorkers(workersCtx));
    await parts.add('mail in', startMailIn(ctx, config.mailIn));
    const rpc = createRpcServer({ secret: config.rpcSecret, logger, registry, local });
    rpc.add(NotifyServiceService, handlers(ctx));
    const rpcPort = await parts.add('rpc', rpc.listen(config.rpc.host, config.rpc.port), {
      drain: () => rpc.drain(drainMs),
    });
    return { rpcPort };
  });
