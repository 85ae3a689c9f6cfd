import type { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import type { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import type { NotifyServiceService } from '@parley/proto/notify/v1/notify';
import type { ClosableRpcClient } from '@parley/rpc';
import type { Ctx as KernelCtx } from '../kernel/context.ts';

/** Dependencies of the handlers of the module `organization`. */
export type Ctx = KernelCtx & {
  rpc: {
    channel: ClosableRpcClient<typeof ChannelServiceService>;
    messaging: ClosableRpcClient<typeof MessagingServiceService>;
    notify: ClosableRpcClient<typeof NotifyServiceService>;
  };
};
