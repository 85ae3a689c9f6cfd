import { credential } from '@parley/api';
import { handOut } from '@parley/rules';
import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const regenerateOwnApiKey = route({
  method: 'POST',
  path: '/users/me/api_key/regenerate',
  operation: 'regenerate-own-api-key',
  summary: 'Creates a new API key for the caller; the old key stops working.',
  auth: 'required',
  params: params({}),
  answer: z.strictObject({
    api_key: credential('API key'),
  }),
  async handle(ctx, _values, { call }) {
    const { apiKey } = await ctx.rpc.userAdmin.regenerateApiKey({ botUserId: 0 }, call);
    return ok({ api_key: handOut('API key', apiKey, call.principal) });
  },
});
