import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { ScopedHandlers } from '../../../kernel/scoped-handlers.ts';
import type { Ctx } from '../../context.ts';
import { findHiddenUsers } from './find-hidden-users.ts';
import { findViewers } from './find-viewers.ts';
import { listAlertWords } from './list-alert-words.ts';
import { listMutedUsers } from './list-muted-users.ts';
import { resolveUsers } from './resolve-users.ts';
import { resolveWritingSettings } from './resolve-writing-settings.ts';

/** RPCs that fill other services' directories. */
export const directoryHandlers = {
  findHiddenUsers,
  findViewers,
  listAlertWords,
  listMutedUsers,
  resolveUsers,
  resolveWritingSettings,
} satisfies Partial<ScopedHandlers<typeof UserAdminServiceService, Ctx>>;
