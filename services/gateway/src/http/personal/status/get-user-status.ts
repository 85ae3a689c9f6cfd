import { userStatusSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { userId } from './status-parts.ts';

export const getUserStatus = route({
  method: 'GET',
  path: '/users/{user_id}/status',
  operation: 'get-user-status',
  summary: 'Returns the status of a user.',
  auth: 'required',
  awaits: 'facts',
  params: params({ user_id: userId() }),
  answer: z.strictObject({
    status: userStatusSchema,
  }),
  async handle(ctx, values, { call }) {
    const { statusJson } = await ctx.rpc.userAdmin.getUserStatus({ userId: values.user_id }, call);
    return ok({ status: raw(statusJson) });
  },
});
