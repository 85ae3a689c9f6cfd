import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Handlers } from '@parley/rpc';
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
export const accountHandlers = (ctx: Ctx) =>
  ({
    confirmEmailChange: (request, call) => confirmEmailChange(ctx, request, call),
    createUser: (request, call) => createUser(ctx, request, call),
    deactivateUser: (request, call) => deactivateUser(ctx, request, call),
    getOwnUser: (request, call) => getOwnUser(ctx, request, call),
    getUser: (request, call) => getUser(ctx, request, call),
    getUsers: (request, call) => getUsers(ctx, request, call),
    listExportConsents: (request, call) => listExportConsents(ctx, request, call),
    reactivateUser: (request, call) => reactivateUser(ctx, request, call),
    setAvatar: (request, call) => setAvatar(ctx, request, call),
    updateOwnProfile: (request, call) => updateOwnProfile(ctx, request, call),
    updateSettings: (request, call) => updateSettings(ctx, request, call),
    updateUser: (request, call) => updateUser(ctx, request, call),
  }) satisfies Partial<Handlers<typeof UserAdminServiceService>>;
