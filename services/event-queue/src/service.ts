import { retry } from '@parley/core';
import { connectNats, serveStatus } from '@parley/event-log';
import { EventQueueServiceService } from '@parley/proto/eventqueue/v1/event_queue';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { createRpcClient, createRpcServer } from '@parley/rpc';
import { defineService, type ServiceOverrides } from '@parley/service-kit';
import type { EventQueueConfig } from './config.ts';
import { startEngine } from './engine.ts';
import type { SettingsOwner } from './log/empty-topic.ts';
import { handlers } from './rpc/index.ts';

export type EventQueueService = ReturnType<typeof createService>;

export type Overrides = ServiceOverrides & { userAdmin?: SettingsOwner };

const drainMs = 5_000;

export const createService = (config: EventQueueConfig, overrides: Overrides = {}) =>
  defineService({ name: 'event-queue', ...config, ...overrides }, async (parts) => {
    const { logger, registry, signal, local, sharedLog: shared } = parts;
    const secret = config.rpcSecret;
    const ownerOfSettings = { addresses: config.userAdminAddresses, secret, local };
    const client = createRpcClient(UserAdminServiceService, ownerOfSettings);
    const userAdmin = overrides.userAdmin ?? (await parts.add('user-admin client', client));
    const nats = await parts.add(
      'connection',
      connectNats({ url: config.nats.url, name: 'parley-event-queue', shared }, signal),
    );
    await parts.add(
      'status',
      serveStatus({ nats, prefix: config.nats.prefix, registry, service: 'event-queue' }),
    );
    const onRetry = (err: unknown) => logger.warn({ err }, 'the log cannot be reached; retrying');
    const start = () => startEngine({ config, nats, logger, registry, userAdmin });
    const retrying = { baseMs: 50, maxMs: 2_000, signal, onRetry };
    const engine = await parts.add('log', retry(start, retrying), {
      ready: (started) => started.isReady() || 'catching up with the log',
    });
    const { context } = engine;
    parts.check('nats', () => engine.isConnected() || 'not connected');
    const rpc = createRpcServer({ secret, logger, registry, local });
    rpc.add(EventQueueServiceService, handlers(context));
    const rpcPort = await parts.add('rpc', rpc.listen(config.rpc.host, config.rpc.port), {
      async drain() {
        context.polls.leave();
        await context.gateways.leave();
        await rpc.drain(drainMs);
      },
    });
    return {
      rpcPort,
      /** Sequence number of the last log entry that this replica has read. */
      get sequence() {
        return context.follower.position.sequence;
      },
      stats: () => ({ waiting: context.polls.waiting, sessions: context.sessions()?.size ?? 0 }),
    };
  });
