import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { createRpcServer } from '@parley/rpc';
import { defineService, type ServiceOverrides } from '@parley/service-kit';
import type { UserAdminConfig } from './config.ts';
import { createContext } from './context.ts';
import { createVisibilityWorker } from './identity/guests/visibility-worker.ts';
import { handlers } from './rpc/index.ts';

export type UserAdminService = ReturnType<typeof createService>;

const drainMs = 8_000;

/** Returns the user-admin service. The caller starts it in its process. */
export const createService = (config: UserAdminConfig, overrides: ServiceOverrides = {}) =>
  defineService({ name: 'user-admin', ...config, ...overrides }, async (parts) => {
    const { logger, registry } = parts;
    const ctx = createContext(config, { logger, registry });
    const { db, rpc: clients, signals, presence, outbox } = ctx;
    await parts.add('database', db, { ready: () => db.ping().then(() => true) });
    await parts.add('write guard', ctx.writeGuard);
    await parts.add('channel client', clients.channel);
    await parts.add('messaging client', clients.messaging);
    await parts.add('mail', ctx.mailTransport);
    signals.start();
    await parts.add('signals', signals);
    await presence.start(parts.signal);
    await parts.add('presence', presence);
    const rpc = createRpcServer({ secret: config.rpcSecret, logger, registry });
    rpc.add(UserAdminServiceService, handlers(ctx));
    const visibility = createVisibilityWorker(ctx);
    await parts.add('outbox', outbox);
    await parts.add('visibility', visibility);
    const rpcPort = await parts.add('rpc', rpc.listen(config.rpc.host, config.rpc.port), {
      drain: () => rpc.drain(drainMs),
    });
    outbox.start();
    visibility.start();
    return { rpcPort };
  });
