import { ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const deactivateOwnUser = route({
  method: 'DELETE',
  path: '/users/me',
  operation: 'deactivate-own-user',
  summary: "Deactivates the caller's account.",
  auth: 'required',
  params: params({}),
  async handle(ctx, _values, { call }) {
    await ctx.rpc.userAdmin.deactivateUser(
      { user: undefined, comment: '', mustBeBot: false, actions: undefined },
      call,
    );
    return ok();
  },
});
