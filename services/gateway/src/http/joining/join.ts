import { credential } from '@parley/api';
import { required } from '@parley/core';
import { handOut } from '@parley/rules';
import { z } from 'zod';
import { csrfTokenOf, sessionCookies } from '../../auth/cookies.ts';
import { headers, ok } from '../../edge/answer/envelope.ts';
import { freeText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { mailedToken } from './parameters.ts';

export const join = route({
  method: 'POST',
  path: '/joining',
  operation: 'join',
  summary: 'Creates the account of an invitation and starts a browser session, like `sign-in`.',
  auth: 'none',
  refusesOtherSites: true,
  params: params({
    token: mailedToken(),
    full_name: freeText(),
    password: freeText(),
    timezone: freeText().default('').describe('A name of the IANA time zone database.'),
  }),
  answer: z.strictObject({
    user_id: z.int(),
    csrf_token: credential('session token'),
  }),
  async handle(ctx, { token, full_name: fullName, password, timezone }, { call }) {
    const request = { token, fullName, password, timezone };
    const { userId, session } = await ctx.rpc.userAdmin.join(request, call);
    const { token: sessionToken, lifeSeconds } = required(session, 'session');
    const cookies = sessionCookies(sessionToken, lifeSeconds, ctx.config.isSecure);
    return ok(headers({ 'set-cookie': cookies }), {
      user_id: userId,
      csrf_token: handOut('session token', csrfTokenOf(sessionToken), undefined),
    });
  },
});
