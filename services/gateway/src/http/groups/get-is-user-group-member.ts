import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { boolean, integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const getIsUserGroupMember = route({
  method: 'GET',
  path: '/user_groups/{user_group_id}/members/{user_id}',
  operation: 'get-is-user-group-member',
  summary: 'Says whether a user is a member of a user group.',
  auth: 'required',
  awaits: 'facts',
  params: params({
    user_group_id: integer({ min: 0 }).inPath(),
    user_id: integer({ min: 0 }).inPath(),
    direct_member_only: boolean().default(false),
  }),
  answer: z.strictObject({
    is_user_group_member: z.boolean(),
  }),
  async handle(ctx, values, { call }) {
    const { isMember } = await ctx.rpc.userAdmin.isGroupMember(
      { groupId: values.user_group_id, userId: values.user_id, directOnly: values.direct_member_only },
      call,
    );
    return ok({ is_user_group_member: isMember });
  },
});
