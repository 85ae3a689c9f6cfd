import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Handlers } from '@parley/rpc';
import type { Ctx } from '../../../context.ts';
import { findHiddenUsers } from './find-hidden-users.ts';
import { findViewers } from './find-viewers.ts';
import { getOrganization } from '../../../organization/rpc/settings/get-organization.ts';
import { listAlertWords } from './list-alert-words.ts';
import { listGroups } from '../../../organization/rpc/groups/list-groups.ts';
import { resolveUsers } from './resolve-users.ts';
import { resolveWritingSettings } from './resolve-writing-settings.ts';

/** Facts for other services' directories. */
export const directoryHandlers = (ctx: Ctx) =>
  ({
    resolveUsers: (request) => resolveUsers(ctx, request),
    listGroups: () => listGroups(ctx),
    getOrganization: () => getOrganization(ctx),
    listAlertWords: () => listAlertWords(ctx),
    resolveWritingSettings: (request) => resolveWritingSettings(ctx, request),
    findHiddenUsers: (request, call) => findHiddenUsers(ctx, request, call),
    findViewers: (request) => findViewers(ctx, request),
  }) satisfies Partial<Handlers<typeof UserAdminServiceService>>;
