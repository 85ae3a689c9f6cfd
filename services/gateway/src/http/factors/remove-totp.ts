import { ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const removeTotp = route({
  method: 'DELETE',
  path: '/users/me/second_factors/totp',
  operation: 'remove-totp',
  summary: "Removes the caller's authenticator app.",
  auth: 'required',
  changes: 'nothing',
  params: params({}),
  async handle(ctx, _values, { call }) {
    await ctx.rpc.userAdmin.removeTotp({}, call);
    return ok();
  },
});
