import { createSealer } from '@parley/core';
import { createDb, createWriteGuard } from '@parley/db';
import type { SharedLog } from '@parley/event-log';
import { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import { IntegrationsServiceService } from '@parley/proto/integrations/v1/integrations';
import { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { NotifyServiceService } from '@parley/proto/notify/v1/notify';
import { UploadBytesServiceService, UploadServiceService } from '@parley/proto/upload/v1/upload';
import { createByteClient, createRpcClient, type LocalServices } from '@parley/rpc';
import { ownersMethods } from './access/db/owners-methods.ts';
import type { LdapPasswords } from './access/passwords/ldap-passwords.ts';
import { createPasswords } from './access/passwords/passwords.ts';
import { createAttempts } from './access/signing-in/attempts.ts';
import type { Ctx as AuditingCtx } from './auditing/context.ts';
import type { UserAdminConfig } from './config.ts';
import type { Ctx as ErasingCtx } from './erasing/context.ts';
import { createProviders } from './identity-providers/providers.ts';
import { resolveAccount } from './identity-providers/resolve-account.ts';
import { LdapDirectory } from './ldap/directory.ts';
import { createDelivery } from './outbox/deliver.ts';
import { Outbox } from './outbox/outbox.ts';
import { createPeopleListCache } from './people/people-list.ts';
import { createTelemetry } from './people/telemetry.ts';
import { PresenceTracker } from './presence/tracking/presence-tracker.ts';
import { createSignals, type Signals } from './presence/tracking/signals.ts';
import { createTogether } from './scim/create-users.ts';
import { CreationQueue } from './scim/creation-queue.ts';

/** Each module declares the dependencies that it needs in its own `context.ts`. */
export type Ctx = ErasingCtx &
  AuditingCtx & {
    config: UserAdminConfig;
    signals: Signals;
  };

/** Creates the dependencies of handlers and workers. The service starts and stops them. */
export function createContext(
  config: UserAdminConfig,
  {
    logger,
    registry,
    local,
    sharedLog,
  }: Pick<Ctx, 'logger' | 'registry'> & {
    local?: LocalServices | undefined;
    sharedLog?: SharedLog | undefined;
  },
): Ctx {
  const db = createDb({
    url: config.database.url,
    poolSize: config.database.poolSize,
    logger,
    registry,
    applicationName: 'parley-user-admin',
  });
  const clientOf = (addresses: string[]) => ({ addresses, secret: config.rpcSecret, local });
  const rpc = {
    channel: createRpcClient(ChannelServiceService, clientOf(config.addresses.channel)),
    messaging: createRpcClient(MessagingServiceService, clientOf(config.addresses.messaging)),
    upload: createRpcClient(UploadServiceService, clientOf(config.addresses.upload)),
    files: createByteClient(UploadBytesServiceService, clientOf(config.addresses.upload)),
    notify: createRpcClient(NotifyServiceService, clientOf(config.addresses.notify)),
    integrations: createRpcClient(IntegrationsServiceService, clientOf(config.addresses.integrations)),
  };
  const telemetry = createTelemetry(registry, logger);
  const peopleLists = createPeopleListCache();
  const signals = createSignals(config.nats, sharedLog);
  const sealer = createSealer(config.secretKeys, 'parley api keys');
  const { ldap } = config.signIn;
  const ctx: Ctx = {
    config,
    logger,
    registry,
    db,
    rpc,
    outbox: new Outbox({
      db,
      sealer: createSealer(config.secretKeys, 'parley outbox'),
      deliver: createDelivery(rpc),
      logger,
      count: telemetry.outgoing,
    }),
    providers: createProviders(config.signIn, config.publicUrl),
    ldap:
      ldap &&
      Object.assign(new LdapDirectory(ldap), {
        accountOf: (tx, identity) => resolveAccount(ctx, tx, identity, ldap),
      } satisfies Pick<LdapPasswords, 'accountOf'>),
    attempts: createAttempts(createSealer(config.secretKeys, 'parley sign-in attempts')),
    factorSealer: createSealer(config.secretKeys, 'parley authenticator apps'),
    idTokenSealer: createSealer(config.secretKeys, 'parley ID tokens'),
    zoomSealer: createSealer(config.secretKeys, 'parley Zoom accounts'),
    signals,
    presence: new PresenceTracker({ db, logger, ...config.presence, send: signals.send }),
    ownersMethods,
    peopleByRole: async (tx, snapshot) => (await peopleLists.read(tx, snapshot)).byRole,
    linkSealer: createSealer(config.secretKeys, 'parley invitation links'),
    writeGuard: createWriteGuard(db, logger),
    peopleLists,
    passwords: createPasswords(config.passwordHashes, config.demoPassword),
    sealer,
    creations: new CreationQueue(createTogether({ sealer })),
    telemetry,
  };
  return ctx;
}
