import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { ScopedHandlers } from '../../../kernel/scoped-handlers.ts';
import type { Ctx } from '../../context.ts';
import { confirmEmailChange } from './confirm-email-change.ts';
import { createUser } from './create-user.ts';
import { deactivateUser } from './deactivate-user.ts';
import { getOwnUser } from './get-own-user.ts';
import { getUser } from './get-user.ts';
import { getUsers } from './get-users.ts';
import { listExportConsents } from './list-export-consents.ts';
import { reactivateUser } from './reactivate-user.ts';
import { setAvatar } from './set-avatar.ts';
import { updateOwnProfile } from './update-own-profile.ts';
import { updateSettings } from './update-settings.ts';
import { updateUser } from './update-user.ts';

/** RPCs about people and their accounts. */
export const accountHandlers = {
  confirmEmailChange,
  createUser,
  deactivateUser,
  getOwnUser,
  getUser,
  getUsers,
  listExportConsents,
  reactivateUser,
  setAvatar,
  updateOwnProfile,
  updateSettings,
  updateUser,
} satisfies Partial<ScopedHandlers<typeof UserAdminServiceService, Ctx>>;
