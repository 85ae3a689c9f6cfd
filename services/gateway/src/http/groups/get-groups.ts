import { ok, raw } from '../../edge/envelope.ts';
import { boolean, integer } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

const idempotent = { idempotent: true };
const groupId = integer({ min: 0 }).inPath();
const directOnly = boolean().default(false);

export const getUserGroups = route({
  method: 'GET',
  path: '/user_groups',
  operation: 'get-user-groups',
  summary: 'All user groups.',
  auth: 'required',
  params: params({ include_deactivated_groups: boolean().default(false) }),
  async handle(ctx, values, { call }) {
    const request = { includeDeactivated: values.include_deactivated_groups };
    const { userGroupsJson } = await ctx.rpc.userAdmin.getGroups(request, call, idempotent);
    return ok({ user_groups: raw(userGroupsJson) });
  },
});

export const getUserGroupMembers = route({
  method: 'GET',
  path: '/user_groups/{user_group_id}/members',
  operation: 'get-user-group-members',
  summary: 'Who is in a user group, through its subgroups too unless told otherwise.',
  auth: 'required',
  params: params({ user_group_id: groupId, direct_member_only: directOnly }),
  async handle(ctx, values, { call }) {
    const request = { groupId: values.user_group_id, directOnly: values.direct_member_only };
    const { membersJson } = await ctx.rpc.userAdmin.getGroupMembers(request, call, idempotent);
    return ok({ members: raw(membersJson) });
  },
});

export const getIsUserGroupMember = route({
  method: 'GET',
  path: '/user_groups/{user_group_id}/members/{user_id}',
  operation: 'get-is-user-group-member',
  summary: 'Whether somebody is in a user group.',
  auth: 'required',
  params: params({
    user_group_id: groupId,
    user_id: integer({ min: 0 }).inPath(),
    direct_member_only: directOnly,
  }),
  async handle(ctx, values, { call }) {
    const { isMember } = await ctx.rpc.userAdmin.isGroupMember(
      { groupId: values.user_group_id, userId: values.user_id, directOnly: values.direct_member_only },
      call,
      idempotent,
    );
    return ok({ is_user_group_member: isMember });
  },
});

export const getUserGroupSubgroups = route({
  method: 'GET',
  path: '/user_groups/{user_group_id}/subgroups',
  operation: 'get-user-group-subgroups',
  summary: 'The groups in a user group, through them too unless told otherwise.',
  auth: 'required',
  params: params({ user_group_id: groupId, direct_subgroup_only: directOnly }),
  async handle(ctx, values, { call }) {
    const request = { groupId: values.user_group_id, directOnly: values.direct_subgroup_only };
    const { subgroupIds } = await ctx.rpc.userAdmin.getSubgroups(request, call, idempotent);
    return ok({ subgroups: subgroupIds });
  },
});
