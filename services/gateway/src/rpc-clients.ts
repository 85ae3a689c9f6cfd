import { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import { EventQueueServiceService } from '@parley/proto/eventqueue/v1/event_queue';
import { ImportingServiceService } from '@parley/proto/importing/v1/importing';
import { IntegrationsServiceService } from '@parley/proto/integrations/v1/integrations';
import { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { NotifyServiceService } from '@parley/proto/notify/v1/notify';
import { UploadBytesServiceService, UploadServiceService } from '@parley/proto/upload/v1/upload';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import {
  type ByteClient,
  createByteClient,
  createRpcClient,
  type LocalServices,
  type RpcClient,
} from '@parley/rpc';
import type { GatewayConfig } from './config.ts';

export type Rpc = {
  readonly messaging: RpcClient<typeof MessagingServiceService>;
  readonly channel: RpcClient<typeof ChannelServiceService>;
  readonly userAdmin: RpcClient<typeof UserAdminServiceService>;
  readonly upload: RpcClient<typeof UploadServiceService>;
  readonly files: ByteClient<typeof UploadBytesServiceService>;
  readonly eventQueue: RpcClient<typeof EventQueueServiceService>;
  readonly notify: RpcClient<typeof NotifyServiceService>;
  readonly importing: RpcClient<typeof ImportingServiceService>;
  readonly integrations: RpcClient<typeof IntegrationsServiceService>;
};

export function createRpcClients(
  { addresses, rpcSecret }: GatewayConfig,
  local?: LocalServices,
): Rpc & { close(): void } {
  const to = (list: string[]) => ({ addresses: list, secret: rpcSecret, local });
  const clients = {
    messaging: createRpcClient(MessagingServiceService, to(addresses.messaging)),
    channel: createRpcClient(ChannelServiceService, to(addresses.channel)),
    userAdmin: createRpcClient(UserAdminServiceService, to(addresses.userAdmin)),
    upload: createRpcClient(UploadServiceService, to(addresses.upload)),
    files: createByteClient(UploadBytesServiceService, to(addresses.upload)),
    eventQueue: createRpcClient(EventQueueServiceService, to(addresses.eventQueue)),
    notify: createRpcClient(NotifyServiceService, to(addresses.notify)),
    importing: createRpcClient(ImportingServiceService, to(addresses.importing)),
    integrations: createRpcClient(IntegrationsServiceService, to(addresses.integrations)),
  };
  return {
    ...clients,
    close() {
      for (const client of Object.values(clients)) client.close();
    },
  };
}
