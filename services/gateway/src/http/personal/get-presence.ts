import { getPresenceAnswer } from '@parley/api/operations';
import { members, ok } from '../../edge/envelope.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const getPresence = route({
  method: 'GET',
  path: '/realm/presence',
  operation: 'get-presence',
  readsPresence: true,
  summary: 'Returns when each user was last active.',
  auth: 'required',
  params: params({}),
  answer: getPresenceAnswer,
  async handle(ctx, _values, { call }) {
    const { fieldsJson } = await ctx.rpc.userAdmin.listPresences({}, call);
    return ok(members(fieldsJson));
  },
});
