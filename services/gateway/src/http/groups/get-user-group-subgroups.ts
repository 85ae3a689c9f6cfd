import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { boolean, integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const getUserGroupSubgroups = route({
  method: 'GET',
  path: '/user_groups/{user_group_id}/subgroups',
  operation: 'get-user-group-subgroups',
  summary: 'Lists subgroups of a user group, by default nested ones too.',
  auth: 'required',
  awaits: 'facts',
  params: params({
    user_group_id: integer({ min: 0 }).inPath(),
    direct_subgroup_only: boolean().default(false),
  }),
  answer: z.strictObject({
    subgroups: z.array(z.int()),
  }),
  async handle(ctx, values, { call }) {
    const request = { groupId: values.user_group_id, directOnly: values.direct_subgroup_only };
    const { subgroupIds } = await ctx.rpc.userAdmin.getSubgroups(request, call);
    return ok({ subgroups: subgroupIds });
  },
});
