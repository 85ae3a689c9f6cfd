import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Handlers } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { getUserPresence } from './get-user-presence.ts';
import { getUserStatus } from './get-user-status.ts';
import { listPresences } from './list-presences.ts';
import { updatePresences } from './update-presences.ts';
import { updateUserStatus } from './update-user-status.ts';

/** RPCs about presences and statuses. */
export const presenceHandlers = (ctx: Ctx) =>
  ({
    getUserPresence: (request, call) => getUserPresence(ctx, request, call),
    getUserStatus: (request, call) => getUserStatus(ctx, request, call),
    listPresences: (request, call) => listPresences(ctx, request, call),
    updatePresences: (request, call) => updatePresences(ctx, request, call),
    updateUserStatus: (request, call) => updateUserStatus(ctx, request, call),
  }) satisfies Partial<Handlers<typeof UserAdminServiceService>>;
