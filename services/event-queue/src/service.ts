import type { NatsConnection } from '@nats-io/transport-node';
import { createLogger, type Logger, retry } from '@parley/core';
import { connectNats } from '@parley/event-log';
import { EventQueueServiceService } from '@parley/proto/eventqueue/v1/event_queue';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { createRpcClient, createRpcServer } from '@parley/rpc';
import { createOps, createRegistry, type Service } from '@parley/service-kit';
import type { EventQueueConfig } from './config.ts';
import { type Engine, startEngine } from './engine.ts';
import type { SettingsOwner } from './log/empty-topic.ts';
import { handlers } from './rpc/index.ts';

/** A replica in this process, with what tests look at. */
export type EventQueueService = Service & {
  /** Ports, after the start. */
  readonly rpcPort: number;
  readonly opsPort: number;
  /** Of the entry last merged. */
  readonly sequence: number;
  readonly stats: () => { waiting: number; sessions: number };
};

/** Event queues as a process runs them. */
export function createService(
  config: EventQueueConfig,
  overrides: { logger?: Logger; userAdmin?: SettingsOwner } = {},
): EventQueueService {
  const logger = overrides.logger ?? createLogger({ service: 'event-queue', level: config.logLevel });
  const registry = createRegistry();
  const client = createRpcClient(UserAdminServiceService, {
    addresses: config.userAdminAddresses,
    secret: config.rpcSecret,
  });
  const userAdmin = overrides.userAdmin ?? client;
  const rpc = createRpcServer({ secret: config.rpcSecret, logger, registry });
  const stopping = new AbortController();
  let nats: NatsConnection | undefined;
  let engine: Engine | undefined;
  let rpcPort = 0;
  let opsPort = 0;
  const ops = createOps(
    {
      ...config.ops,
      logger,
      ready: {
        nats: () => (engine?.isConnected() ?? false) || 'not connected',
        log: () => (engine?.isLive() ?? false) || 'catching up with the log',
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
    get sequence() {
      return engine?.context.follower.position.sequence ?? 0;
    },
    stats: () => ({
      waiting: engine?.context.desk.waiting ?? 0,
      sessions: engine?.context.sessions()?.size ?? 0,
    }),
    async start() {
      opsPort = await ops.start();
      const connection = await connectNats({ url: config.nats.url, name: 'parley-event-queue' });
      nats = connection;
      engine = await retry(() => startEngine({ config, nats: connection, logger, registry, userAdmin }), {
        baseMs: 50,
        maxMs: 2_000,
        signal: stopping.signal,
        onRetry: (error) => logger.warn({ err: error }, 'the log cannot be reached; trying again'),
      });
      rpc.add(EventQueueServiceService, handlers(engine.context));
      rpcPort = await rpc.listen(config.rpc.host, config.rpc.port);
      logger.info({ rpcPort, opsPort }, 'ready');
    },
    async stop() {
      ops.setDraining();
      stopping.abort();
      engine?.context.desk.leave();
      await engine?.context.gateways.leave();
      await rpc.drain(5_000);
      await engine?.stop();
      client.close();
      await nats?.close();
      await ops.stop();
    },
  };
}
