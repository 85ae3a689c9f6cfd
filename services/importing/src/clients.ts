import { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import { EventQueueServiceService } from '@parley/proto/eventqueue/v1/event_queue';
import { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { UploadBytesServiceService, UploadServiceService } from '@parley/proto/upload/v1/upload';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { createByteClient, createRpcClient, type LocalServices } from '@parley/rpc';
import type { ImportingConfig } from './config.ts';

export type Clients = ReturnType<typeof createClients>;

export function createClients({ addresses, rpcSecret: secret }: ImportingConfig, local?: LocalServices) {
  const clients = {
    userAdmin: createRpcClient(UserAdminServiceService, { addresses: addresses.userAdmin, secret, local }),
    channel: createRpcClient(ChannelServiceService, { addresses: addresses.channel, secret, local }),
    messaging: createRpcClient(MessagingServiceService, { addresses: addresses.messaging, secret, local }),
    upload: createRpcClient(UploadServiceService, { addresses: addresses.upload, secret, local }),
    files: createByteClient(UploadBytesServiceService, { addresses: addresses.upload, secret, local }),
    eventQueue: createRpcClient(EventQueueServiceService, { addresses: addresses.eventQueue, secret, local }),
  };
  return {
    ...clients,
    close() {
      for (const client of Object.values(clients)) client.close();
    },
  };
}
