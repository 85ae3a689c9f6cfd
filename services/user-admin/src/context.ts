import { createLogger, type Logger } from '@parley/core';
import { createDb, createWriteGuard, type Db, type WriteGuard } from '@parley/db';
import { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { type ClosableRpcClient, createRpcClient } from '@parley/rpc';
import { createRegistry } from '@parley/service-kit';
import type { Registry } from 'prom-client';
import type { UserAdminConfig } from './config.ts';
import { createPasswords, type Passwords } from './identity/credentials/passwords.ts';
import { createSealer, type Sealer } from './identity/domain/sealing.ts';
import { createHandOver } from './identity/outbox/hand-over.ts';
import { createMailTransport, type Transport } from './identity/outbox/mail-transport.ts';
import { createOutbox, type Outbox } from './identity/outbox/outbox.ts';
import { PresenceKeeper } from './presence/board/presence-keeper.ts';
import { createSignals, type Signals } from './presence/board/signals.ts';
import { createTelemetry, type Telemetry } from './identity/telemetry.ts';

/** What every handler works with. */
export type Ctx = {
  config: UserAdminConfig;
  logger: Logger;
  registry: Registry;
  db: Db;
  writeGuard: WriteGuard;
  passwords: Passwords;
  sealer: Sealer;
  /** Seals what links for many carry. */
  linkSealer: Sealer;
  rpc: {
    channel: ClosableRpcClient<typeof ChannelServiceService>;
    messaging: ClosableRpcClient<typeof MessagingServiceService>;
  };
  outbox: Outbox;
  mailTransport: Transport;
  presence: PresenceKeeper;
  signals: Signals;
  telemetry: Telemetry;
};

/** Parts that a test brings itself. */
export type Overrides = Partial<Pick<Ctx, 'logger' | 'registry'>>;

/** Everything that handlers use, made once; tests put in what they watch. */
export function createContext(config: UserAdminConfig, overrides: Overrides = {}): Ctx {
  const logger = overrides.logger ?? createLogger({ service: 'user-admin', level: config.logLevel });
  const registry = overrides.registry ?? createRegistry();
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
      handOver: createHandOver(mailTransport, rpc.messaging),
      logger,
      count: telemetry.outgoing,
    }),
    signals,
    presence: new PresenceKeeper({ db, logger, ...config.presence, send: signals.send }),
    linkSealer: createSealer(config.secretKey, 'parley invitation links'),
    writeGuard: createWriteGuard(db, logger),
    passwords: createPasswords(),
    sealer: createSealer(config.secretKey),
    telemetry,
  };
}
