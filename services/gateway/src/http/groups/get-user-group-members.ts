import { z } from 'zod';
import { ok, raw } from '../../edge/answer/envelope.ts';
import { boolean, integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const getUserGroupMembers = route({
  method: 'GET',
  path: '/user_groups/{user_group_id}/members',
  operation: 'get-user-group-members',
  summary: 'Lists members of a user group, by default those of subgroups too.',
  auth: 'required',
  awaits: 'facts',
  params: params({
    user_group_id: integer({ min: 0 }).inPath(),
    direct_member_only: boolean().default(false),
  }),
  answer: z.strictObject({
    members: z.array(z.int()),
  }),
  async handle(ctx, values, { call }) {
    const request = { groupId: values.user_group_id, directOnly: values.direct_member_only };
    const { membersJson } = await ctx.rpc.userAdmin.getGroupMembers(request, call);
    return ok({ members: raw(membersJson) });
  },
});
