import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { createRpcServer } from '@parley/rpc';
import { createOps, type Service } from '@parley/service-kit';
import type { UserAdminConfig } from './config.ts';
import { createContext, type Overrides } from './context.ts';
import { createVisibilityFollower } from './identity/guests/visibility-worker.ts';
import { handlers } from './rpc/index.ts';

export type UserAdminService = Service & {
  /** Ports it listens on, once started. */
  readonly rpcPort: number;
  readonly opsPort: number;
};

const drainMs = 8_000;

/** The whole service; nothing happens before `start`. */
export function createService(config: UserAdminConfig, overrides: Overrides = {}): UserAdminService {
  const ctx = createContext(config, overrides);
  const { logger, registry, db } = ctx;
  const rpc = createRpcServer({ secret: config.rpcSecret, logger, registry });
  rpc.add(UserAdminServiceService, handlers(ctx));
  const ops = createOps(
    {
      ...config.ops,
      logger,
      ready: {
        database: async () => {
          await db.ping();
          return true;
        },
      },
    },
    registry,
  );
  const visibility = createVisibilityFollower(ctx);
  let rpcPort = 0;
  let opsPort = 0;

  return {
    get rpcPort() {
      return rpcPort;
    },
    get opsPort() {
      return opsPort;
    },
    async start() {
      ctx.signals.start();
      await ctx.presence.start();
      rpcPort = await rpc.listen(config.rpc.host, config.rpc.port);
      opsPort = await ops.start();
      ctx.outbox.start();
      visibility.start();
      logger.info({ rpcPort, opsPort }, 'ready');
    },
    async stop() {
      ops.setDraining();
      await rpc.drain(drainMs);
      await visibility.stop();
      await ctx.outbox.stop();
      ctx.mailTransport.close();
      ctx.rpc.channel.close();
      ctx.rpc.messaging.close();
      await ctx.presence.stop();
      await ctx.signals.stop();
      ctx.writeGuard.stop();
      await db.close();
      await ops.stop();
    },
  };
}
