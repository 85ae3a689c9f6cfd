import { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import { UploadServiceService } from '@parley/proto/upload/v1/upload';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { createRpcClient, type LocalServices } from '@parley/rpc';
import type { MessagingConfig } from './config.ts';

export type Clients = ReturnType<typeof createClients>;

/** Creates the clients of the services that messaging calls. `upload` is absent in a deployment without files. */
export function createClients({ addresses, rpcSecret: secret }: MessagingConfig, local?: LocalServices) {
  const userAdmin = createRpcClient(UserAdminServiceService, {
    addresses: addresses.userAdmin,
    secret,
    local,
  });
  const channel = createRpcClient(ChannelServiceService, { addresses: addresses.channel, secret, local });
  const upload =
    addresses.upload.length === 0
      ? undefined
      : createRpcClient(UploadServiceService, { addresses: addresses.upload, secret, local });
  return {
    userAdmin,
    channel,
    upload,
    close() {
      userAdmin.close();
      channel.close();
      upload?.close();
    },
  };
}
