import { KeyedMutex, type Logger } from '@parley/core';
import type { Db, WriteGuard } from '@parley/db';
import type { Directory } from '@parley/directory';
import { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { type Call, createRpcClient } from '@parley/rpc';
import type { Registry } from 'prom-client';
import type { ChannelConfig } from './config.ts';
import { type ChannelListCache, createChannelListCache } from './register/channel-list.ts';
import { createTelemetry, type Telemetry } from './telemetry.ts';

/** Dependencies of handlers and workers. */
export type Ctx = {
  db: Db;
  /** The directory of people, groups and the organization. The service itself owns the channels. */
  directory: Directory;
  writeGuard: Pick<WriteGuard, 'check'>;
  /** Whether the server allows web-public channels. */
  webPublicChannels: boolean;
  publicUrl: string;
  /** Returns whether a channel has messages outside the empty topic. `messaging` answers. */
  hasNamedTopics(channelId: number, call: Call): Promise<boolean>;
  /** Serializes changes of one channel within this process. Other replicas do not wait for it. */
  channelMutex: KeyedMutex<number>;
  /** Caches of the list of all channels, shared by registrations. */
  channelLists: { plain: ChannelListCache; withSubscribers: ChannelListCache };
  telemetry: Telemetry;
  logger: Logger;
};

/** The clients of the services that channel calls. */
export type Clients = ReturnType<typeof createClients>;

/** Creates the clients of the services that channel calls. */
export function createClients({ addresses, rpcSecret: secret }: ChannelConfig) {
  const userAdmin = createRpcClient(UserAdminServiceService, { addresses: addresses.userAdmin, secret });
  const messaging = createRpcClient(MessagingServiceService, { addresses: addresses.messaging, secret });
  return {
    userAdmin,
    messaging,
    close() {
      userAdmin.close();
      messaging.close();
    },
  };
}

type ContextOptions = Pick<Ctx, 'db' | 'directory' | 'writeGuard' | 'logger'> & {
  config: ChannelConfig;
  clients: Clients;
  registry: Registry;
};

/** Creates the dependencies of handlers and workers from the parts of the service. */
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

/** Creates the lists that registrations use. */
export const createChannelLists = (): Ctx['channelLists'] => ({
  plain: createChannelListCache(false),
  withSubscribers: createChannelListCache(true),
});
