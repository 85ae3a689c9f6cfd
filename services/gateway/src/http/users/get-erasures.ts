import { getErasuresAnswer } from '@parley/api/operations';
import { ok, raw } from '../../edge/envelope.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const getErasures = route({
  method: 'GET',
  path: '/realm/erasures',
  operation: 'get-erasures',
  summary: 'Lists reports of erased people, the newest first. For owners.',
  auth: 'required',
  params: params({}),
  answer: getErasuresAnswer,
  async handle(ctx, _values, { call }) {
    const { erasuresJson } = await ctx.rpc.userAdmin.listErasures({}, call);
    return ok({ erasures: raw(erasuresJson) });
  },
});
