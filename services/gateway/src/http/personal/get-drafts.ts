import { getDraftsAnswer } from '@parley/api/operations';
import { ok, raw } from '../../edge/envelope.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const getDrafts = route({
  method: 'GET',
  path: '/drafts',
  operation: 'get-drafts',
  summary: "Lists the caller's drafts, the most recently edited last.",
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: getDraftsAnswer,
  async handle(ctx, _values, { call }) {
    const { draftsJson, count } = await ctx.rpc.messaging.getDrafts({}, call);
    return ok({ count, drafts: raw(draftsJson) });
  },
});
