import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Handlers } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { findHiddenUsers } from './find-hidden-users.ts';
import { findViewers } from './find-viewers.ts';
import { listAlertWords } from './list-alert-words.ts';
import { resolveUsers } from './resolve-users.ts';
import { resolveWritingSettings } from './resolve-writing-settings.ts';

/** RPCs that fill other services' directories. */
export const directoryHandlers = (ctx: Ctx) =>
  ({
    findHiddenUsers: (request, call) => findHiddenUsers(ctx, request, call),
    findViewers: (request) => findViewers(ctx, request),
    listAlertWords: () => listAlertWords(ctx),
    resolveUsers: (request) => resolveUsers(ctx, request),
    resolveWritingSettings: (request) => resolveWritingSettings(ctx, request),
  }) satisfies Partial<Handlers<typeof UserAdminServiceService>>;
