import { credential } from '@parley/api';
import { required } from '@parley/core';
import { handOut } from '@parley/rules';
import { z } from 'zod';
import { csrfTokenOf, sessionCookies } from '../../auth/cookies.ts';
import { headers, ok } from '../../edge/answer/envelope.ts';
import { freeText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const setUp = route({
  method: 'POST',
  path: '/setup',
  operation: 'set-up',
  summary: 'Creates the organization of an empty server and its first owner, and starts a browser session.',
  auth: 'none',
  refusesOtherSites: true,
  // Visitors are normally refused while there is no active organization. This operation must be served then, because it creates
  // the organization.
  isAlwaysServed: true,
  params: params({
    secret: freeText(200).describe('The setup secret, which the log of the server contains.'),
    organization: freeText().describe('The name of the organization.'),
    full_name: freeText().describe('The name of the first owner.'),
    email: freeText(),
    password: freeText()
      .default('')
      .describe('Ignored where the operator has switched passwords off; required elsewhere.'),
    timezone: freeText().default('').describe('A name of the IANA time zone database.'),
  }),
  answer: z.strictObject({
    user_id: z.int(),
    csrf_token: credential('session token'),
  }),
  async handle(ctx, { full_name: fullName, ...rest }, { call }) {
    const { userId, session } = await ctx.rpc.userAdmin.setUp({ ...rest, fullName }, call);
    const { token, lifeSeconds } = required(session, 'session');
    const cookies = sessionCookies(token, lifeSeconds, ctx.config.isSecure);
    return ok(headers({ 'set-cookie': cookies }), {
      user_id: userId,
      csrf_token: handOut('session token', csrfTokenOf(token), undefined),
    });
  },
});
