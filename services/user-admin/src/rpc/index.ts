import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Ctx } from '../context.ts';
import { handlersByName } from '../gen/handlers.ts';
import { scopedHandlers } from '../kernel/scoped-handlers.ts';

export const handlers = (ctx: Ctx) =>
  scopedHandlers<typeof UserAdminServiceService, Ctx>(ctx, handlersByName);
