import { createDb, createWriteGuard } from '@parley/db';
import { openNats, serveStatus } from '@parley/event-log';
import { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { UploadBytesServiceService, UploadServiceService } from '@parley/proto/upload/v1/upload';
import { createRpcClient, createRpcServer } from '@parley/rpc';
import { defineService, type ServiceOverrides } from '@parley/service-kit';
import type { UploadConfig } from './config.ts';
import { createContext } from './context.ts';
import { usedBytes } from './db/attachments.ts';
import { byteHandlers, handlers } from './rpc/index.ts';
import { createStore } from './storage/create-store.ts';
import { watchStore } from './storage/watch-store.ts';
import { startLinkWorker } from './workers/links.ts';
import { followLogHead } from './workers/log-reached.ts';
import { createSweeper } from './workers/sweep.ts';
import { createTextReader } from './workers/text-reader.ts';

const drainMs = 8_000;
/** How long a new replica waits for the log and the store, in milliseconds. Then it serves the requests that need neither. */
const logWithinMs = 10_000;
/** Milliseconds for which a request waits for the links of committed messages: once for the log, and once for the worker. */
const linksWithinMs = 2_000;

export const createService = (config: UploadConfig, overrides: ServiceOverrides = {}) =>
  defineService({ name: 'upload', ...config, ...overrides }, async (parts) => {
    const { logger, registry, local, sharedLog: shared } = parts;
    const { rpcSecret: secret, addresses } = config;
    const { url, prefix, replicas } = config.nats;
    const database = { ...config.database, logger, registry, applicationName: 'parley-upload' };
    const db = await parts.add('database', createDb(database), {
      ready: (opened) => opened.ping().then(() => true),
    });
    const writeGuard = await parts.add('write guard', createWriteGuard(db, logger));
    const peer = { addresses: addresses.messaging, secret, local };
    const messaging = await parts.add('messaging client', createRpcClient(MessagingServiceService, peer));
    const store = createStore(config.storage);
    const watch = await parts.add('storage', watchStore({ store, registry, logger }));
    parts.checkWithin(logWithinMs, 'storage', () => watch.isReachable());
    const { connection: nats } = await parts.add('nats', openNats({ url, name: 'parley-upload', shared }));
    const space = async () => ({ files: await usedBytes(db) });
    await parts.add('status', serveStatus({ nats, prefix, registry, service: 'upload', space }));
    const logHead = followLogHead(nats, prefix, db);
    // Everything that is committed must reach the log first, then the worker must handle it.
    const linksStored = async () =>
      (await logHead.reached(linksWithinMs)) && (await worker.settled(linksWithinMs));
    const ctx = createContext({ config, db, store, messaging, writeGuard, linksStored, logger });
    const log = { nats, prefix, replicas, logger, registry };
    const worker = await parts.add('worker', startLinkWorker(ctx, log));
    parts.checkWithin(logWithinMs, 'worker', () => worker.running() || 'not running');
    await parts.add('sweeper', createSweeper(ctx, config.sweepEveryMs));
    await parts.add('text reader', createTextReader(ctx));
    const rpc = createRpcServer({ secret, logger, registry, local });
    rpc.add(UploadServiceService, handlers(ctx));
    rpc.addBytes(UploadBytesServiceService, byteHandlers(ctx));
    const rpcPort = await parts.add('rpc', rpc.listen(config.rpc.host, config.rpc.port), {
      drain: () => rpc.drain(drainMs),
    });
    return { rpcPort };
  });
