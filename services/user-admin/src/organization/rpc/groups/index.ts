import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Handlers } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { changeGroupMembers } from './change-group-members.ts';
import { createGroup } from './create-group.ts';
import { deactivateGroup } from './deactivate-group.ts';
import { getGroupMembers } from './get-group-members.ts';
import { getGroups } from './get-groups.ts';
import { getSubgroups } from './get-subgroups.ts';
import { isGroupMember } from './is-group-member.ts';
import { listGroups } from './list-groups.ts';
import { updateGroup } from './update-group.ts';

/** RPCs about user groups. */
export const groupHandlers = (ctx: Ctx) =>
  ({
    changeGroupMembers: (request, call) => changeGroupMembers(ctx, request, call),
    createGroup: (request, call) => createGroup(ctx, request, call),
    deactivateGroup: (request, call) => deactivateGroup(ctx, request, call),
    getGroupMembers: (request, call) => getGroupMembers(ctx, request, call),
    getGroups: (request, call) => getGroups(ctx, request, call),
    getSubgroups: (request, call) => getSubgroups(ctx, request, call),
    isGroupMember: (request, call) => isGroupMember(ctx, request, call),
    listGroups: () => listGroups(ctx),
    updateGroup: (request, call) => updateGroup(ctx, request, call),
  }) satisfies Partial<Handlers<typeof UserAdminServiceService>>;
