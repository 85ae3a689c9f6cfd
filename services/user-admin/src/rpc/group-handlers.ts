import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Handlers } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { createGroup } from './group-create.ts';
import { changeGroupMembers } from './group-members.ts';
import { getGroupMembers, getGroups, getSubgroups, isGroupMember } from './group-questions.ts';
import { deactivateGroup, updateGroup } from './group-update.ts';

/** RPCs about user groups. */
export const groupHandlers = (ctx: Ctx) =>
  ({
    createGroup: (request, call) => createGroup(ctx, request, call),
    updateGroup: (request, call) => updateGroup(ctx, request, call),
    changeGroupMembers: (request, call) => changeGroupMembers(ctx, request, call),
    deactivateGroup: (request, call) => deactivateGroup(ctx, request, call),
    getGroups: (request, call) => getGroups(ctx, request, call),
    getGroupMembers: (request, call) => getGroupMembers(ctx, request, call),
    getSubgroups: (request, call) => getSubgroups(ctx, request, call),
    isGroupMember: (request, call) => isGroupMember(ctx, request, call),
  }) satisfies Partial<Handlers<typeof UserAdminServiceService>>;
