import { openNats, serveStatus } from '@parley/event-log';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { createRpcServer } from '@parley/rpc';
import { defineService, type ServiceOverrides } from '@parley/service-kit';
import { announceSetup } from './accounts/first-run/setup-link.ts';
import { demoteOwnerBots } from './accounts/roles/demote-owner-bots.ts';
import type { UserAdminConfig } from './config.ts';
import { createContext } from './context.ts';
import { VisibilityWorker } from './guests/visibility-worker.ts';
import { handlers } from './rpc/index.ts';
import { createWorkers } from './workers.ts';

const drainMs = 8_000;
/** How long a new replica waits for its visibility worker, in milliseconds. People can sign in without it. */
const visibilityWithinMs = 10_000;

export const createService = (config: UserAdminConfig, overrides: ServiceOverrides = {}) =>
  defineService({ name: 'user-admin', ...config, ...overrides }, async (parts) => {
    const { logger, registry, local, sharedLog: shared } = parts;
    const ctx = createContext(config, parts);
    const { db, rpc: clients, signals, presence, outbox } = ctx;
    await parts.add('database', db, { ready: () => db.ping().then(() => true) });
    await parts.add('write guard', ctx.writeGuard);
    for (const [name, client] of Object.entries(clients)) await parts.add(`${name} client`, client);
    signals.start();
    await parts.add('signals', signals);
    await presence.start(parts.signal);
    await parts.add('presence', presence);
    const rpc = createRpcServer({ secret: config.rpcSecret, logger, registry, local });
    rpc.add(UserAdminServiceService, handlers(ctx));
    const workers = createWorkers(ctx);
    await parts.add('outbox', outbox);
    const { url, prefix } = config.nats;
    const { connection: nats } = await parts.add(
      'nats',
      openNats({ url, name: 'parley-user-admin', shared }),
    );
    await parts.add('status', serveStatus({ nats, prefix, registry, service: 'user-admin' }));
    const visibility = await parts.add('visibility', new VisibilityWorker(ctx, nats));
    parts.checkWithin(visibilityWithinMs, 'visibility', () => visibility.running() || 'not running');
    for (const [name, worker] of Object.entries(workers)) await parts.add(name, worker);
    const rpcPort = await parts.add('rpc', rpc.listen(config.rpc.host, config.rpc.port), {
      drain: () => rpc.drain(drainMs),
    });
    outbox.start();
    for (const worker of Object.values(workers)) worker.start();
    void announceSetup(ctx, logger, parts.signal);
    void demoteOwnerBots(ctx, parts.signal);
    return { rpcPort };
  });
