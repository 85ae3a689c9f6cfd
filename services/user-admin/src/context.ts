import { createDb, createWriteGuard } from '@parley/db';
import { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { createRpcClient } from '@parley/rpc';
import type { UserAdminConfig } from './config.ts';
import { PeopleListCache } from './identity/accounts/people-list.ts';
import type { Ctx as IdentityCtx } from './identity/context.ts';
import { createPasswords } from './identity/credentials/passwords.ts';
import { createSealer } from './identity/domain/secrets.ts';
import { createDelivery } from './identity/outbox/deliver.ts';
import { createMailTransport, type Transport } from './identity/outbox/mail-transport.ts';
import { createOutbox } from './identity/outbox/outbox.ts';
import { createTelemetry } from './identity/telemetry.ts';
import { PresenceTracker } from './presence/tracking/presence-tracker.ts';
import { createSignals, type Signals } from './presence/tracking/signals.ts';

/**
 * Everything that handlers and workers of the service use. Each module declares the part that it needs in its own
 * `context.ts`.
 */
export type Ctx = IdentityCtx & {
  config: UserAdminConfig;
  mailTransport: Transport;
  signals: Signals;
};

/** Creates everything that handlers and workers use. The service starts and stops it. */
export function createContext(
  config: UserAdminConfig,
  { logger, registry }: Pick<Ctx, 'logger' | 'registry'>,
): Ctx {
  const db = createDb({
    url: config.database.url,
    poolSize: config.database.poolSize,
    logger,
    registry,
    applicationName: 'parley-user-admin',
  });
  const clientOf = (addresses: string[]) => ({ addresses, secret: config.rpcSecret });
  const rpc = {
    channel: createRpcClient(ChannelServiceService, clientOf(config.addresses.channel)),
    messaging: createRpcClient(MessagingServiceService, clientOf(config.addresses.messaging)),
  };
  const telemetry = createTelemetry(registry, logger);
  const mailTransport = createMailTransport(config.mail, logger);
  const signals = createSignals(config.nats, logger);
  return {
    config,
    logger,
    registry,
    db,
    rpc,
    mailTransport,
    outbox: createOutbox({
      db,
      sealer: createSealer(config.secretKey, 'parley outbox'),
      deliver: createDelivery(mailTransport, rpc),
      logger,
      count: telemetry.outgoing,
    }),
    signals,
    presence: new PresenceTracker({ db, logger, ...config.presence, send: signals.send }),
    linkSealer: createSealer(config.secretKey, 'parley invitation links'),
    writeGuard: createWriteGuard(db, logger),
    peopleLists: new PeopleListCache(),
    passwords: createPasswords(),
    sealer: createSealer(config.secretKey),
    telemetry,
  };
}
