import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { ScopedHandlers } from '../../kernel/scoped-handlers.ts';
import type { Ctx } from '../context.ts';
import { getUserPresence } from './get-user-presence.ts';
import { getUserStatus } from './get-user-status.ts';
import { listPresences } from './list-presences.ts';
import { updatePresences } from './update-presences.ts';
import { updateUserStatus } from './update-user-status.ts';

/** RPCs about presences and statuses. */
export const presenceHandlers = {
  getUserPresence,
  getUserStatus,
  listPresences,
  updatePresences,
  updateUserStatus,
} satisfies Partial<ScopedHandlers<typeof UserAdminServiceService, Ctx>>;
