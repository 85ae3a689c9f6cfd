import type { NatsConnection } from '@nats-io/transport-node';
import { createLogger, type Logger } from '@parley/core';
import { createDb, createWriteGuard } from '@parley/db';
import { createDirectory, type Directory } from '@parley/directory';
import { connectNats, follow, followerMetrics, type Worker, work, workerMetrics } from '@parley/event-log';
import { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { createRpcClient, createRpcServer } from '@parley/rpc';
import { createOps, createRegistry, type Service } from '@parley/service-kit';
import { createTurns } from './changing/turns.ts';
import type { ChannelConfig } from './config.ts';
import type { Ctx } from './context.ts';
import { handlers } from './rpc/index.ts';
import { createTelemetry } from './telemetry.ts';
import { type Activity, createActivity } from './workers/activity.ts';
import { followGroups } from './workers/groups.ts';
import { followMovedTopics } from './workers/moved-topics.ts';
import { sendNotices } from './workers/notices.ts';
import { followPeople } from './workers/people.ts';

export type ChannelService = Service & {
  /** Ports after the start. */
  readonly rpcPort: number;
  readonly opsPort: number;
  readonly directory: Directory;
};

const drainMs = 8_000;
const flushEveryMs = 10_000;

/** The channel service, in this process. Nothing is opened before `start`. */
export function createService(config: ChannelConfig, overrides: { logger?: Logger } = {}): ChannelService {
  const logger = overrides.logger ?? createLogger({ service: 'channel', level: config.logLevel });
  const registry = createRegistry();
  const db = createDb({ ...config.database, logger, registry, applicationName: 'parley-channel' });
  const userAdmin = createRpcClient(UserAdminServiceService, {
    addresses: config.addresses.userAdmin,
    secret: config.rpcSecret,
  });
  const messaging = createRpcClient(MessagingServiceService, {
    addresses: config.addresses.messaging,
    secret: config.rpcSecret,
  });
  const rpc = createRpcServer({ secret: config.rpcSecret, logger, registry });
  const writeGuard = createWriteGuard(db, logger);
  let nats: NatsConnection | undefined;
  let directory: Directory | undefined;
  let worker: Worker | undefined;
  let notices: Worker | undefined;
  let activity: Activity | undefined;
  let flushing: NodeJS.Timeout | undefined;
  let [rpcPort, opsPort] = [0, 0];

  const ops = createOps(
    {
      ...config.ops,
      logger,
      ready: {
        database: async () => {
          await db.ping();
          return true;
        },
        log: () => directory?.follower.caughtUp() || 'not caught up',
        worker: () => worker?.running() || 'not running',
        notices: () => notices?.running() || 'not running',
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
    get directory() {
      if (!directory) throw new Error('The service has not started.');
      return directory;
    },
    async start() {
      opsPort = await ops.start();
      const connection = await connectNats({ url: config.nats.url, name: 'parley-channel' });
      nats = connection;
      const { prefix, replicas } = config.nats;
      const followed = followerMetrics(registry);
      directory = createDirectory({
        follow: (handlers) =>
          follow({ nats: connection, prefix, from: 'head', logger, counters: followed, ...handlers }),
        userAdmin,
        logger,
        registry,
      });
      followed.watch(directory.follower);
      const ctx: Ctx = {
        db,
        directory,
        writeGuard,
        webPublicChannels: config.webPublicChannels,
        publicUrl: config.publicUrl,
        hasNamedTopics: async (channelId, call) =>
          (await messaging.hasNamedTopics({ channelId }, call, { idempotent: true })).hasNamedTopics,
        turns: createTurns(),
        telemetry: createTelemetry(registry),
        logger,
      };
      const gathering = createActivity(ctx);
      activity = gathering;
      flushing = setInterval(() => {
        gathering
          .flush()
          .catch((error: Error) => logger.warn({ reason: error.message }, 'traffic not written'));
      }, flushEveryMs);
      worker = work({
        nats: connection,
        prefix,
        name: 'channel',
        from: 'start',
        facts: ['userChanged', 'groupChanged', 'messageSent', 'channelStartChanged', 'topicMoved'],
        handle(event, signal) {
          if (event.factKind === 'userChanged') return followPeople(ctx, event, signal);
          if (event.factKind === 'groupChanged') return followGroups(ctx, event, signal);
          if (event.factKind === 'topicMoved') return followMovedTopics(ctx, event, signal);
          return gathering.follow(event, signal);
        },
        logger,
        counters: workerMetrics(registry, 'channel'),
        storage: { replicas },
      });
      // A worker of its own: while messages cannot be sent, everything else goes on.
      notices = work({
        nats: connection,
        prefix,
        name: 'channel-notices',
        from: 'head',
        facts: ['channelChanged', 'announcementDue', 'subscriptionsAdded', 'subscriptionNoticesDue'],
        handle: (event, signal) => sendNotices(ctx, messaging, event, signal),
        logger,
        counters: workerMetrics(registry, 'channel-notices'),
        storage: { replicas },
      });
      rpc.add(ChannelServiceService, handlers(ctx));
      rpcPort = await rpc.listen(config.rpc.host, config.rpc.port);
      logger.info({ rpcPort, opsPort }, 'ready');
    },
    async stop() {
      ops.setDraining();
      await rpc.drain(drainMs);
      await Promise.all([worker?.stop(), notices?.stop()]);
      clearInterval(flushing);
      await activity?.flush().catch(() => undefined);
      await directory?.follower.stop();
      await nats?.close();
      userAdmin.close();
      messaging.close();
      writeGuard.stop();
      await db.close();
      await ops.stop();
    },
  };
}
