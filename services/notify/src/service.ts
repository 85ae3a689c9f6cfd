import { createDb } from '@parley/db';
import { createDirectory } from '@parley/directory';
import { connectNats, followHead } from '@parley/event-log';
import { NotifyServiceService } from '@parley/proto/notify/v1/notify';
import { createRpcServer } from '@parley/rpc';
import { defineService, type ServiceOverrides } from '@parley/service-kit';
import { createClients } from './clients.ts';
import type { NotifyConfig } from './config.ts';
import { createContext } from './create-context.ts';
import { ChannelInterests } from './facts/channel-interests.ts';
import { handlers } from './rpc/index.ts';
import { startDeciding } from './workers/decide.ts';
import { startNotifyWorkers } from './workers/index.ts';

export type NotifyService = ReturnType<typeof createService>;

const drainMs = 8_000;

/** Returns the notify service, to be started in this process. */
export const createService = (config: NotifyConfig, overrides: ServiceOverrides = {}) =>
  defineService({ name: 'notify', ...config, ...overrides }, async (parts) => {
    const { logger, registry } = parts;
    const { url, prefix, replicas } = config.nats;
    const database = { ...config.database, logger, registry, applicationName: 'parley-notify' };
    const db = await parts.add('database', createDb(database), {
      ready: (opened) => opened.ping().then(() => true),
    });
    const clients = await parts.add('clients', createClients(config, logger));
    const nats = await parts.add('nats', connectNats({ url, name: 'parley-notify' }));
    const interests = new ChannelInterests(clients);
    const directory = await parts.add(
      'log',
      createDirectory({
        follow: (merging) =>
          followHead({ nats, prefix, logger, ...interests.alsoMerging(merging) }, registry),
        userAdmin: clients.userAdmin,
        channel: clients.channel,
        logger,
        registry,
      }),
      {
        ready: ({ follower }) => follower.caughtUp() || 'not caught up',
        stop: ({ follower }) => follower.stop(),
      },
    );
    const ctx = createContext({ config, db, directory, interests, clients, logger, registry });
    await parts.add('mail', ctx.transport);
    await parts.add('worker', startDeciding(ctx, { nats, prefix, replicas, logger, registry }), {
      ready: (worker) => worker.running() || 'not running',
    });
    await parts.add('mails and pushes', startNotifyWorkers(ctx));
    const rpc = createRpcServer({ secret: config.rpcSecret, logger, registry });
    rpc.add(NotifyServiceService, handlers(ctx));
    const rpcPort = await parts.add('rpc', rpc.listen(config.rpc.host, config.rpc.port), {
      drain: () => rpc.drain(drainMs),
    });
    return { rpcPort };
  });
