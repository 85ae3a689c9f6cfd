import type { NatsConnection } from '@nats-io/transport-node';
import { createLogger, type Logger, systemClock } from '@parley/core';
import { createDb, createWriteGuard } from '@parley/db';
import { connectNats, type Worker, work, workerMetrics } from '@parley/event-log';
import { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { UploadBytesServiceService, UploadServiceService } from '@parley/proto/upload/v1/upload';
import { createRpcClient, createRpcServer } from '@parley/rpc';
import { createOps, createRegistry, type Service } from '@parley/service-kit';
import type { UploadConfig } from './config.ts';
import type { Ctx } from './context.ts';
import { byteHandlers, handlers } from './rpc/index.ts';
import { createScanner } from './scanning/create-scanner.ts';
import { createStore } from './storage/create-store.ts';
import { followLinks } from './workers/links.ts';
import { followLogHead, type LogReached } from './workers/log-reached.ts';
import { createSweeper } from './workers/sweep.ts';

export type UploadService = Service & {
  /** Ports after the start. */
  readonly rpcPort: number;
  readonly opsPort: number;
};

const drainMs = 8_000;
/** How long a refusal waits for the links of messages that are committed already. */
const noteWithinMs = 2_000;

/** The upload service, in this process. Nothing is opened before `start`. */
export function createService(config: UploadConfig, overrides: { logger?: Logger } = {}): UploadService {
  const logger = overrides.logger ?? createLogger({ service: 'upload', level: config.logLevel });
  const registry = createRegistry();
  const db = createDb({ ...config.database, logger, registry, applicationName: 'parley-upload' });
  const writeGuard = createWriteGuard(db, logger);
  const rpc = createRpcServer({ secret: config.rpcSecret, logger, registry });
  const messaging = createRpcClient(MessagingServiceService, {
    addresses: config.addresses.messaging,
    secret: config.rpcSecret,
  });
  const store = createStore(config.storage);
  const scanner = createScanner(config.scanning);
  let nats: NatsConnection | undefined;
  let worker: Worker | undefined;
  let logHead: LogReached | undefined;
  const ctx: Ctx = {
    db,
    store,
    scanner,
    messaging,
    // First everything committed has to be in the log, then everything in the log be noted.
    linksNoted: async () =>
      (await logHead?.reached(noteWithinMs)) === true && (await worker?.settled(noteWithinMs)) === true,
    writeGuard,
    limits: config.limits,
    secretKey: config.secretKey,
    clock: systemClock,
    logger,
  };
  let sweeper: ReturnType<typeof createSweeper> | undefined;
  let [rpcPort, opsPort] = [0, 0];
  const ops = createOps(
    {
      ...config.ops,
      logger,
      ready: {
        database: () => db.ping().then(() => true),
        storage: () => store.check().then(() => true),
        worker: () => worker?.running() || 'not running',
      },
    },
    registry,
  );

  return {
    get rpcPort() {
      return rpcPort;
    },
    get opsPort() {
      return opsPort;
    },
    async start() {
      opsPort = await ops.start();
      await store.check();
      const { url, prefix, replicas } = config.nats;
      nats = await connectNats({ url, name: 'parley-upload' });
      logHead = followLogHead(nats, prefix, db);
      worker = work({
        nats,
        prefix,
        name: 'upload',
        from: 'start',
        facts: ['messageSent', 'messageChanged', 'messagesDeleted', 'unlinkedFilesDue'],
        handle: (event, signal) => followLinks(ctx, event, signal),
        logger,
        counters: workerMetrics(registry, 'upload'),
        storage: { replicas },
      });
      sweeper = createSweeper(ctx, config.sweepEveryMs);
      rpc.add(UploadServiceService, handlers(ctx));
      rpc.addBytes(UploadBytesServiceService, byteHandlers(ctx));
      rpcPort = await rpc.listen(config.rpc.host, config.rpc.port);
      logger.info({ rpcPort, opsPort }, 'ready');
    },
    async stop() {
      ops.setDraining();
      await rpc.drain(drainMs);
      await sweeper?.stop();
      await worker?.stop();
      await nats?.close();
      messaging.close();
      writeGuard.stop();
      await db.close();
      await ops.stop();
    },
  };
}
