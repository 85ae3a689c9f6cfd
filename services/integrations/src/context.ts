import { type Clock, createSealer, type Logger, type Sealer, systemClock } from '@parley/core';
import type { Db } from '@parley/db';
import type { FactCache } from '@parley/facts';
import { ConnectionPool, type Guard } from '@parley/outside';
import type { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import type { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { RpcClient } from '@parley/rpc';
import type { Clients } from './clients.ts';
import type { IntegrationsConfig } from './config.ts';
import { insertIncomingDeliveries, type NewIncomingDelivery } from './db/incoming-deliveries.ts';
import { type Address, findByIntegrations, type IncomingWebhook } from './db/incoming-webhooks.ts';
import type { PressResults } from './in-memory/press-results.ts';
import { PublishedKeys } from './in-memory/published-keys.ts';
import { together } from './in-memory/together.ts';
import type { WebhookKeys } from './in-memory/webhook-keys.ts';
import { requestProgram } from './programs/request.ts';
import type { Telemetry } from './telemetry.ts';

/** Dependencies of handlers and workers. */
export type Ctx = {
  db: Db;
  factCache: FactCache;
  userAdmin: Pick<
    RpcClient<typeof UserAdminServiceService>,
    'verifyApiKey' | 'addBot' | 'deactivateUser' | 'reactivateUser' | 'findHiddenUsers' | 'findNamedUsers'
  >;
  messaging: Pick<
    RpcClient<typeof MessagingServiceService>,
    | 'sendMessage'
    | 'checkSend'
    | 'getMessage'
    | 'getMessages'
    | 'updateBlocks'
    | 'deleteMessage'
    | 'addSubmessage'
  >;
  channel: Pick<RpcClient<typeof ChannelServiceService>, 'getSubscribers' | 'getChannels'>;
  /** Rules of requests to the programs of outgoing bots. */
  outside: Guard;
  /** Connections to these programs, which are kept for a short time. */
  pool: ConnectionPool;
  outgoing: IntegrationsConfig['outgoing'];
  keepDays: number;
  publicUrl: string;
  /** Signs the addresses of pictures that clients load through this server; empty when it passes none on. */
  pictureKey: string;
  /** Encrypts tokens and secrets in the database. */
  sealer: Sealer;
  clock: Clock;
  telemetry: Telemetry;
  logger: Logger;
  /** Bots and addresses of apps that have confirmed that events may be sent to them (`outgoing-webhooks/challenge.ts`). */
  confirmedAddresses: Set<string>;
  /** Tells those who wait that the result of a press is stored. */
  pressResults: PressResults;
  /** Keys that senders publish to have their signatures verified. */
  publishedKeys: PublishedKeys;
  /** The bots of keys that were verified lately. */
  webhookKeys: WebhookKeys;
  /** Stores the request of a tool, together with others that come at the same time. */
  recordReceived(row: NewIncomingDelivery): Promise<number>;
  /** Finds the address of a bot for an integration, together with others. */
  findAddress(address: Address): Promise<IncomingWebhook | undefined>;
  /** Starts the next run of the sender immediately. Set by the workers. */
  kickSender(): void;
};

type ContextOptions = Pick<
  Ctx,
  'db' | 'factCache' | 'logger' | 'telemetry' | 'pressResults' | 'webhookKeys'
> & {
  config: IntegrationsConfig;
  clients: Clients;
};

/** Creates the dependencies of handlers and workers from the parts of the service. */
export function createContext({ config, clients, ...parts }: ContextOptions): Ctx {
  const { outside } = config;
  const pool = new ConnectionPool();
  return {
    ...parts,
    userAdmin: clients.userAdmin,
    messaging: clients.messaging,
    channel: clients.channel,
    pictureKey: config.pictureKey,
    outside,
    pool,
    outgoing: config.outgoing,
    keepDays: config.keepDays,
    publicUrl: config.publicUrl,
    sealer: createSealer(config.secretKeys, 'parley integrations'),
    clock: systemClock,
    confirmedAddresses: new Set(),
    // Senders of webhooks do not wait long.
    publishedKeys: new PublishedKeys((url) =>
      requestProgram({ outside, pool }, url, { headers: {} }, AbortSignal.timeout(5_000)),
    ),
    recordReceived: together((rows) => insertIncomingDeliveries(parts.db, rows), perStatement),
    findAddress: together((addresses) => findByIntegrations(parts.db, addresses), perStatement),
    kickSender: () => undefined,
  };
}

/** How many requests of tools one statement reads or stores. */
const perStatement = { runs: 2, items: 32 };
