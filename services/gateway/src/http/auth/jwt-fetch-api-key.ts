import { credential, userSchema } from '@parley/api';
import { handOut } from '@parley/rules';
import { z } from 'zod';
import { ok, raw } from '../../edge/answer/envelope.ts';
import { boolean, freeText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const jwtFetchApiKey = route({
  method: 'POST',
  path: '/jwt/fetch_api_key',
  operation: 'jwt-fetch-api-key',
  summary: 'Returns the API key of a user for a token (JWT) of an issuer that the operator permits.',
  auth: 'none',
  params: params({
    token: freeText().describe('Signed by the issuer, without a nonce. It can be used once.'),
    include_profile: boolean().default(false),
  }),
  answer: z.strictObject({
    api_key: credential('API key'),
    email: z.string(),
    user_id: z.int(),
    /** Present only with `include_profile`. */
    user: userSchema.optional(),
  }),
  async handle(ctx, { token, include_profile: withProfile }, { call }) {
    const { apiKey, email, userId, userJson } = await ctx.rpc.userAdmin.fetchApiKeyForToken({ token }, call);
    return ok({
      api_key: handOut('API key', apiKey, undefined),
      email,
      user_id: userId,
      user: withProfile ? raw(userJson) : undefined,
    });
  },
});
