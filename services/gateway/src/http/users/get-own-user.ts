import { members, ok } from '../../edge/envelope.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const getOwnUser = route({
  method: 'GET',
  path: '/users/me',
  operation: 'get-own-user',
  summary: 'The caller (specification, 19).',
  auth: 'required',
  params: params({}),
  async handle(ctx, _values, { call }) {
    const { userJson } = await ctx.rpc.userAdmin.getOwnUser({}, call, { idempotent: true });
    return ok(members(userJson));
  },
});
