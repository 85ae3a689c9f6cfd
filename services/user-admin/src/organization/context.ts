import type { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import type { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import type { NotifyServiceService } from '@parley/proto/notify/v1/notify';
import type { ClosableRpcClient } from '@parley/rpc';
import type { Ctx as KernelCtx } from '../kernel/context.ts';
import type { PeopleByRole } from '../kernel/domain/people-by-role.ts';
import type { SnapshotScope, TxScope } from '../kernel/scope.ts';

/** Dependencies of the handlers of the module `organization`. */
export type Ctx = KernelCtx & {
  /** Returns the ways to sign in that at least one active owner can use, including those that are switched off. */
  ownersMethods(tx: TxScope): Promise<ReadonlySet<string>>;
  /** Returns who has which role, as the snapshot of the transaction shows it. */
  peopleByRole(tx: SnapshotScope, snapshot: Promise<Snapshot>): Promise<PeopleByRole>;
  rpc: {
    channel: ClosableRpcClient<typeof ChannelServiceService>;
    messaging: ClosableRpcClient<typeof MessagingServiceService>;
    notify: ClosableRpcClient<typeof NotifyServiceService>;
  };
};
