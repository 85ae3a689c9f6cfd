import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getAlertWords = route({
  method: 'GET',
  path: '/users/me/alert_words',
  operation: 'get-alert-words',
  summary: "Lists the caller's alert words.",
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: z.strictObject({
    alert_words: z.array(z.string()),
  }),
  async handle(ctx, _values, { call }) {
    const { alertWords } = await ctx.rpc.userAdmin.getAlertWords({}, call);
    return ok({ alert_words: alertWords });
  },
});
