import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Handlers } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { accountHandlers } from './accounts/index.ts';
import { botHandlers } from './bots/index.ts';
import { credentialHandlers } from './credentials/index.ts';
import { directoryHandlers } from './directory/index.ts';
import { getInitialState } from './get-initial-state.ts';
import { groupHandlers } from './groups/index.ts';
import { joiningHandlers } from './joining/index.ts';
import { operatorHandlers } from './operators/index.ts';
import { organizationHandlers } from './organization/index.ts';
import { personalHandlers } from './personal/index.ts';

/** Every RPC of the service. */
export const handlers = (ctx: Ctx): Handlers<typeof UserAdminServiceService> => ({
  getInitialState: (request, call) => getInitialState(ctx, request, call),
  ...accountHandlers(ctx),
  ...botHandlers(ctx),
  ...credentialHandlers(ctx),
  ...directoryHandlers(ctx),
  ...groupHandlers(ctx),
  ...joiningHandlers(ctx),
  ...operatorHandlers(ctx),
  ...organizationHandlers(ctx),
  ...personalHandlers(ctx),
});
