import { credential } from '@parley/api';
import { handOut } from '@parley/rules';
import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { freeText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const fetchApiKey = route({
  method: 'POST',
  path: '/fetch_api_key',
  operation: 'fetch-api-key',
  summary: 'Returns the API key of a user for their address and password.',
  auth: 'none',
  refusesForeignPages: true,
  params: params({
    username: freeText().describe('The real email address.'),
    password: freeText(),
  }),
  answer: z.strictObject({
    api_key: credential('API key'),
    email: z.string(),
    user_id: z.int(),
  }),
  async handle(ctx, { username, password }, { call }) {
    const { apiKey, email, userId } = await ctx.rpc.userAdmin.fetchApiKey({ username, password }, call);
    return ok({ api_key: handOut('API key', apiKey, undefined), email, user_id: userId });
  },
});
