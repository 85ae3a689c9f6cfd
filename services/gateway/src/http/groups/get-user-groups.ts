import { userGroupSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../edge/envelope.ts';
import { boolean } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const getUserGroups = route({
  method: 'GET',
  path: '/user_groups',
  operation: 'get-user-groups',
  summary: 'Lists all user groups.',
  auth: 'required',
  awaits: 'facts',
  params: params({ include_deactivated_groups: boolean().default(false) }),
  answer: z.strictObject({
    user_groups: z.array(userGroupSchema),
  }),
  async handle(ctx, values, { call }) {
    const request = { includeDeactivated: values.include_deactivated_groups };
    const { userGroupsJson } = await ctx.rpc.userAdmin.getGroups(request, call);
    return ok({ user_groups: raw(userGroupsJson) });
  },
});
