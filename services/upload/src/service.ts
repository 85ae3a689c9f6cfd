import { createDb, createWriteGuard } from '@parley/db';
import { connectNats } from '@parley/event-log';
import { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { UploadBytesServiceService, UploadServiceService } from '@parley/proto/upload/v1/upload';
import { createRpcClient, createRpcServer } from '@parley/rpc';
import { defineService, type ServiceOverrides } from '@parley/service-kit';
import type { UploadConfig } from './config.ts';
import { createContext } from './context.ts';
import { byteHandlers, handlers } from './rpc/index.ts';
import { createStore } from './storage/create-store.ts';
import { startLinkWorker } from './workers/links.ts';
import { followLogHead } from './workers/log-reached.ts';
import { createSweeper } from './workers/sweep.ts';

export type UploadService = ReturnType<typeof createService>;

const drainMs = 8_000;
/** How long a refusal waits for the links of committed messages, in milliseconds. */
const linksWithinMs = 2_000;

/** Returns the upload service. The caller starts it in its process. */
export const createService = (config: UploadConfig, overrides: ServiceOverrides = {}) =>
  defineService({ name: 'upload', ...config, ...overrides }, async (parts) => {
    const { logger, registry } = parts;
    const { rpcSecret: secret, addresses } = config;
    const { url, prefix, replicas } = config.nats;
    const database = { ...config.database, logger, registry, applicationName: 'parley-upload' };
    const db = await parts.add('database', createDb(database), {
      ready: (opened) => opened.ping().then(() => true),
    });
    const writeGuard = await parts.add('write guard', createWriteGuard(db, logger));
    const client = createRpcClient(MessagingServiceService, { addresses: addresses.messaging, secret });
    const messaging = await parts.add('messaging client', client);
    const store = createStore(config.storage);
    await parts.add('storage', store.check(), { ready: () => store.check().then(() => true) });
    const nats = await parts.add('nats', connectNats({ url, name: 'parley-upload' }));
    const logHead = followLogHead(nats, prefix, db);
    // First everything that is committed must reach the log. Then the worker must handle it.
    const linksStored = async () =>
      (await logHead.reached(linksWithinMs)) && (await worker.settled(linksWithinMs));
    const ctx = createContext({ config, db, store, messaging, writeGuard, linksStored, logger });
    const log = { nats, prefix, replicas, logger, registry };
    const worker = await parts.add('worker', startLinkWorker(ctx, log), {
      ready: (started) => started.running() || 'not running',
    });
    await parts.add('sweeper', createSweeper(ctx, config.sweepEveryMs));
    const rpc = createRpcServer({ secret, logger, registry });
    rpc.add(UploadServiceService, handlers(ctx));
    rpc.addBytes(UploadBytesServiceService, byteHandlers(ctx));
    const rpcPort = await parts.add('rpc', rpc.listen(config.rpc.host, config.rpc.port), {
      drain: () => rpc.drain(drainMs),
    });
    return { rpcPort };
  });
