import { getInvitesAnswer } from '@parley/api/operations';
import { ok, raw } from '../../edge/envelope.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const getInvites = route({
  method: 'GET',
  path: '/invites',
  operation: 'get-invites',
  summary: "Lists the caller's open invitations or, for administrators, all.",
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: getInvitesAnswer,
  async handle(ctx, _values, { call }) {
    const { invitesJson } = await ctx.rpc.userAdmin.listInvitations({}, call);
    return ok({ invites: raw(invitesJson) });
  },
});
