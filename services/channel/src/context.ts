import { KeyedMutex, type Logger } from '@parley/core';
import type { Db, WriteGuard } from '@parley/db';
import type { FactCache } from '@parley/facts';
import { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { type Call, createRpcClient, type LocalServices } from '@parley/rpc';
import type { ChannelId } from '@parley/rules';
import type { Registry } from 'prom-client';
import type { ChannelConfig } from './config.ts';
import { type ChannelListCache, createChannelListCache } from './register/channel-list.ts';
import { createTelemetry, type Telemetry } from './telemetry.ts';

/** Dependencies of handlers and workers. */
export type Ctx = {
  db: Db;
  /** Caches of people, groups and the organization, which other services own. */
  factCache: FactCache;
  writeGuard: Pick<WriteGuard, 'check'>;
  webPublicChannels: boolean;
  publicUrl: string;
  /** Asks `messaging` whether a channel has messages in a topic other than the empty one. */
  hasNamedTopics(channelId: ChannelId, call: Call): Promise<boolean>;
  /** Serializes changes of one channel within this process. Other replicas do not wait for it. */
  channelMutex: KeyedMutex<number>;
  channelLists: { plain: ChannelListCache; withSubscribers: ChannelListCache };
  telemetry: Telemetry;
  logger: Logger;
};

export type Clients = ReturnType<typeof createClients>;

export function createClients({ addresses, rpcSecret: secret }: ChannelConfig, local?: LocalServices) {
  const userAdmin = createRpcClient(UserAdminServiceService, {
    addresses: addresses.userAdmin,
    secret,
    local,
  });
  const messaging = createRpcClient(MessagingServiceService, {
    addresses: addresses.messaging,
    secret,
    local,
  });
  return {
    userAdmin,
    messaging,
    close() {
      userAdmin.close();
      messaging.close();
    },
  };
}

type ContextOptions = Pick<Ctx, 'db' | 'factCache' | 'writeGuard' | 'logger'> & {
  config: ChannelConfig;
  clients: Clients;
  registry: Registry;
};

/** Creates the context of handlers and workers. */
export function createContext({ config, clients, registry, ...parts }: ContextOptions): Ctx {
  return {
    ...parts,
    webPublicChannels: config.webPublicChannels,
    publicUrl: config.publicUrl,
    hasNamedTopics: async (channelId, call) =>
      (await clients.messaging.hasNamedTopics({ channelId }, call)).hasNamedTopics,
    channelMutex: new KeyedMutex(),
    channelLists: createChannelLists(),
    telemetry: createTelemetry(registry),
  };
}

export const createChannelLists = (): Ctx['channelLists'] => ({
  plain: createChannelListCache(false),
  withSubscribers: createChannelListCache(true),
});
