import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const reactivateUser = route({
  method: 'POST',
  path: '/users/{user_id}/reactivate',
  operation: 'reactivate-user',
  summary: 'Reactivates a deactivated user.',
  auth: 'required',
  params: params({ user_id: integer({ min: 0 }).inPath() }),
  async handle(ctx, { user_id }, { call }) {
    await ctx.rpc.userAdmin.reactivateUser({ userId: user_id }, call);
    return ok();
  },
});
