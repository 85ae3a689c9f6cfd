import { draftSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getDrafts = route({
  method: 'GET',
  path: '/drafts',
  operation: 'get-drafts',
  summary: "Lists the caller's drafts, the most recently edited last.",
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: z.strictObject({
    count: z.int(),
    drafts: z.array(draftSchema),
  }),
  async handle(ctx, _values, { call }) {
    const { draftsJson, count } = await ctx.rpc.messaging.getDrafts({}, call);
    return ok({ count, drafts: raw(draftsJson) });
  },
});
