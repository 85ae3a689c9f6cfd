import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Handlers } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { accountHandlers } from '../identity/rpc/accounts/index.ts';
import { botHandlers } from '../identity/rpc/bots/index.ts';
import { credentialHandlers } from '../identity/rpc/credentials/index.ts';
import { directoryHandlers } from '../identity/rpc/directory/index.ts';
import { joiningHandlers } from '../identity/rpc/joining/index.ts';
import { operatorHandlers } from '../identity/rpc/operators/index.ts';
import { personalHandlers } from '../identity/rpc/personal/index.ts';
import { scopedHandlers } from '../kernel/scoped-handlers.ts';
import { definitionHandlers } from '../organization/rpc/definitions/index.ts';
import { groupHandlers } from '../organization/rpc/groups/index.ts';
import { settingsHandlers } from '../organization/rpc/settings/index.ts';
import { presenceHandlers } from '../presence/rpc/index.ts';
import { getInitialState } from './get-initial-state.ts';

/** Every RPC of the service. */
export const handlers = (ctx: Ctx): Handlers<typeof UserAdminServiceService> =>
  scopedHandlers<typeof UserAdminServiceService, Ctx>(ctx, {
    getInitialState,
    ...accountHandlers,
    ...botHandlers,
    ...credentialHandlers,
    ...directoryHandlers,
    ...joiningHandlers,
    ...operatorHandlers,
    ...personalHandlers,
    ...definitionHandlers,
    ...groupHandlers,
    ...settingsHandlers,
    ...presenceHandlers,
  });
