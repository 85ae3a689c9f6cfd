import { userGroupSchema } from '@parley/api';
import { Origin } from '@parley/proto/events/v1/event';
import { z } from 'zod';
import { members, ok, raw } from '../../edge/answer/envelope.ts';
import { boolean } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { sharedFields } from '../shared-fields.ts';

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
    const { answer, shared } = await ctx.sharedTexts.read(Origin.USER_ADMIN, true, (options) =>
      ctx.rpc.userAdmin.getGroups({ ...request, options }, call),
    );
    // user-admin of the previous release returns no state.
    if (!answer.state) return ok({ user_groups: raw(answer.userGroupsJson) });
    return ok(members(answer.state.fieldsJson), sharedFields(shared));
  },
});
