import type { Logger } from '@parley/core';
import { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { UploadBytesServiceService } from '@parley/proto/upload/v1/upload';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { createByteClient, createRpcClient, type LocalServices } from '@parley/rpc';
import type { NotifyConfig } from './config.ts';
import { ActivitySource } from './facts/activity.ts';

export type Clients = ReturnType<typeof createClients>;

export function createClients(
  { addresses, rpcSecret: secret }: NotifyConfig,
  logger: Logger,
  local?: LocalServices,
) {
  const userAdmin = createRpcClient(UserAdminServiceService, {
    addresses: addresses.userAdmin,
    secret,
    local,
  });
  const channel = createRpcClient(ChannelServiceService, { addresses: addresses.channel, secret, local });
  const messaging = createRpcClient(MessagingServiceService, {
    addresses: addresses.messaging,
    secret,
    local,
  });
  const activity = new ActivitySource({
    addresses: addresses.eventQueue,
    secret,
    local,
    userAdmin,
    logger,
  });
  const files = createByteClient(UploadBytesServiceService, { addresses: addresses.upload, secret, local });
  return {
    userAdmin,
    channel,
    messaging,
    files,
    activity,
    close() {
      for (const client of [userAdmin, channel, messaging, files, activity]) client.close();
    },
  };
}
