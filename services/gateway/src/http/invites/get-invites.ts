import { invitationSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const getInvites = route({
  method: 'GET',
  path: '/invites',
  operation: 'get-invites',
  summary: "Lists the caller's open invitations or, for administrators, all.",
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: z.strictObject({ invites: z.array(invitationSchema) }),
  async handle(ctx, _values, { call }) {
    const { invitesJson } = await ctx.rpc.userAdmin.listInvitations({}, call);
    return ok({ invites: raw(invitesJson) });
  },
});
