import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const resetSecondFactors = route({
  method: 'DELETE',
  path: '/users/{user_id}/second_factors',
  operation: 'reset-second-factors',
  summary: 'Removes all second factors of a user who has lost them, and ends the sessions of the user.',
  auth: 'required',
  changes: 'nothing',
  params: params({ user_id: integer({ min: 0 }).inPath() }),
  async handle(ctx, { user_id }, { call }) {
    await ctx.rpc.userAdmin.resetSecondFactors({ userId: user_id }, call);
    return ok();
  },
});
