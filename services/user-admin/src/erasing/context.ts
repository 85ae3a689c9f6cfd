import type { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import type { NotifyServiceService } from '@parley/proto/notify/v1/notify';
import type { ClosableRpcClient } from '@parley/rpc';
import type { Ctx as ExportingCtx } from '../exporting/context.ts';

/** Dependencies of the handlers and the worker of the module `erasing`. */
export type Ctx = ExportingCtx & {
  rpc: {
    messaging: ClosableRpcClient<typeof MessagingServiceService>;
    notify: ClosableRpcClient<typeof NotifyServiceService>;
  };
};
