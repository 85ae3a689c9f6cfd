import { credential } from '@parley/api';
import { handOut } from '@parley/rules';
import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { freeText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const devFetchApiKey = route({
  method: 'POST',
  path: '/dev_fetch_api_key',
  operation: 'dev-fetch-api-key',
  summary: 'Returns the API key of a user without a password. On development servers only.',
  auth: 'none',
  isForDevelopment: true,
  params: params({ username: freeText().describe('The email address.') }),
  answer: z.strictObject({
    api_key: credential('API key'),
    email: z.string(),
    user_id: z.int(),
  }),
  async handle(ctx, { username }, { call }) {
    const { apiKey, email, userId } = await ctx.rpc.userAdmin.devFetchApiKey({ username }, call);
    return ok({ api_key: handOut('API key', apiKey, undefined), email, user_id: userId });
  },
});
