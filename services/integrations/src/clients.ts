import { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { createRpcClient, type LocalServices } from '@parley/rpc';
import type { IntegrationsConfig } from './config.ts';

export type Clients = ReturnType<typeof createClients>;

export function createClients(
  { addresses, rpcSecret: secret }: Pick<IntegrationsConfig, 'addresses' | 'rpcSecret'>,
  local?: LocalServices,
) {
  const to = (list: string[]) => ({ addresses: list, secret, local });
  const userAdmin = createRpcClient(UserAdminServiceService, to(addresses.userAdmin));
  const channel = createRpcClient(ChannelServiceService, to(addresses.channel));
  const messaging = createRpcClient(MessagingServiceService, to(addresses.messaging));
  return {
    userAdmin,
    channel,
    messaging,
    close() {
      for (const client of [userAdmin, channel, messaging]) client.close();
    },
  };
}
