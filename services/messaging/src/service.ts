import type { NatsConnection } from '@nats-io/transport-node';
import { createLogger, type Logger, systemClock } from '@parley/core';
import { createDb, createWriteGuard } from '@parley/db';
import { createDirectory } from '@parley/directory';
import {
  connectNats,
  type Follower,
  follow,
  followerMetrics,
  sendSignal,
  type Worker,
  work,
  workerMetrics,
} from '@parley/event-log';
import { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { UploadServiceService } from '@parley/proto/upload/v1/upload';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { createRpcClient, createRpcServer } from '@parley/rpc';
import { createOps, createRegistry, type Service } from '@parley/service-kit';
import type { MessagingConfig } from './config.ts';
import type { Ctx } from './context.ts';
import { findBySendKeys, insertMessages } from './db/messages.ts';
import { createConversationCache } from './process/conversation-cache.ts';
import { createCoverageRecorder } from './process/coverage-recorder.ts';
import { createBatcher } from './process/send-batcher.ts';
import { handlers } from './rpc/index.ts';
import { createTelemetry } from './telemetry.ts';
import { type DueWorker, startDueWorker } from './workers/due-messages.ts';
import { type RetentionWorker, startRetentionWorker } from './workers/retention.ts';
import { announceReadAfterUnsubscribing } from './workers/unsubscription.ts';

export type MessagingService = Service & {
  /** Known once started. */
  readonly rpcPort: number;
  readonly opsPort: number;
};

const drainMs = 8_000;

/** Messaging from its configuration; nothing is opened before `start`. */
export function createService(
  config: MessagingConfig,
  overrides: { logger?: Logger } = {},
): MessagingService {
  const logger = overrides.logger ?? createLogger({ service: 'messaging', level: config.logLevel });
  const registry = createRegistry();
  const db = createDb({
    ...config.database,
    logger,
    registry,
    applicationName: 'parley-messaging',
    keepsPlans: true,
  });
  const writeGuard = createWriteGuard(db, logger);
  const rpc = createRpcServer({ secret: config.rpcSecret, logger, registry });
  const userAdmin = createRpcClient(UserAdminServiceService, {
    addresses: config.addresses.userAdmin,
    secret: config.rpcSecret,
  });
  const channel = createRpcClient(ChannelServiceService, {
    addresses: config.addresses.channel,
    secret: config.rpcSecret,
  });
  const upload =
    config.addresses.upload.length === 0
      ? undefined
      : createRpcClient(UploadServiceService, {
          addresses: config.addresses.upload,
          secret: config.rpcSecret,
        });
  const batcher = createBatcher({
    write: (messages) => insertMessages(db, messages),
    find: (keys) => findBySendKeys(db, keys),
    registry,
    ...config.sending,
  });
  const coverageRecorder = createCoverageRecorder(db, logger);
  let nats: NatsConnection | undefined;
  let follower: Follower | undefined;
  let worker: Worker | undefined;
  let due: DueWorker | undefined;
  let retention: RetentionWorker | undefined;
  const ops = createOps(
    {
      ...config.ops,
      logger,
      ready: {
        database: () => db.ping().then(() => true),
        nats: () => (nats !== undefined && !nats.isClosed()) || 'not connected',
        log: () => follower?.caughtUp() || 'not caught up',
      },
    },
    registry,
  );
  const ports = { rpc: 0, ops: 0 };

  return {
    get rpcPort() {
      return ports.rpc;
    },
    get opsPort() {
      return ports.ops;
    },
    async start() {
      ports.ops = await ops.start();
      const connection = await connectNats({ url: config.nats.url, name: 'parley-messaging' });
      nats = connection;
      const followed = followerMetrics(registry);
      const directory = createDirectory({
        follow: (handling) =>
          follow({
            nats: connection,
            prefix: config.nats.prefix,
            from: 'head',
            logger,
            counters: followed,
            ...handling,
          }),
        userAdmin,
        channel,
        logger,
        registry,
      });
      follower = directory.follower;
      followed.watch(follower);
      const ctx: Ctx = {
        db,
        directory,
        userAdmin,
        channel,
        upload,
        signal: (kind, event) => sendSignal(connection, config.nats.prefix, kind, event),
        batcher,
        conversations: createConversationCache(db),
        coverageRecorder,
        writeGuard,
        telemetry: createTelemetry(registry),
        logger,
        clock: systemClock,
        publicUrl: config.publicUrl,
      };
      rpc.add(MessagingServiceService, handlers(ctx));
      worker = work({
        nats: connection,
        prefix: config.nats.prefix,
        name: 'messaging',
        from: 'head',
        facts: ['subscriptionsRemoved'],
        handle: (event, signal) => announceReadAfterUnsubscribing(ctx, event, signal),
        logger,
        counters: workerMetrics(registry, 'messaging'),
        storage: { replicas: config.nats.replicas },
      });
      due = startDueWorker(ctx, config.dueIntervalMs);
      retention = startRetentionWorker(ctx, config.retentionIntervalMs);
      ports.rpc = await rpc.listen(config.rpc.host, config.rpc.port);
      logger.info({ rpcPort: ports.rpc, opsPort: ports.ops }, 'ready');
    },
    async stop() {
      ops.setDraining();
      await Promise.all([worker?.stop(), due?.stop(), retention?.stop()]);
      await rpc.drain(drainMs);
      await batcher.drain();
      await coverageRecorder.idle();
      writeGuard.stop();
      await follower?.stop();
      await nats?.close();
      userAdmin.close();
      channel.close();
      upload?.close();
      await db.close();
      await ops.stop();
    },
  };
}
