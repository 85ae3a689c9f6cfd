import { credential } from '@parley/api';
import { required } from '@parley/core';
import { handOut } from '@parley/rules';
import { z } from 'zod';
import { csrfTokenOf, sessionCookies } from '../../auth/cookies.ts';
import { headers, ok } from '../../edge/answer/envelope.ts';
import { freeText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const signIn = route({
  method: 'POST',
  path: '/sessions',
  operation: 'sign-in',
  summary: 'Starts a browser session: sets an HttpOnly cookie and returns the token for X-CSRFToken.',
  auth: 'none',
  refusesOtherSites: true,
  params: params({ username: freeText().describe('The email address.'), password: freeText() }),
  answer: z.strictObject({
    user_id: z.int(),
    csrf_token: credential('session token'),
  }),
  async handle(ctx, { username, password }, { call }) {
    const { userId, session } = await ctx.rpc.userAdmin.signIn({ username, password }, call);
    const { token, lifeSeconds } = required(session, 'session');
    return ok(headers({ 'set-cookie': sessionCookies(token, lifeSeconds, ctx.config.isSecure) }), {
      user_id: userId,
      csrf_token: handOut('session token', csrfTokenOf(token), undefined),
    });
  },
});
