import type { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import type { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import type { ClosableRpcClient } from '@parley/rpc';
import type { Ctx as KernelCtx } from '../kernel/context.ts';

/** What handlers of the module `organization` use. */
export type Ctx = KernelCtx & {
  rpc: {
    channel: ClosableRpcClient<typeof ChannelServiceService>;
    messaging: ClosableRpcClient<typeof MessagingServiceService>;
  };
};
