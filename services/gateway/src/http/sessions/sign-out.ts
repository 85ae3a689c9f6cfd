import { credential } from '@parley/api';
import { handOut } from '@parley/rules';
import { z } from 'zod';
import { noSessionCookies } from '../../auth/cookies.ts';
import { headers, ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const signOut = route({
  method: 'DELETE',
  path: '/sessions/current',
  operation: 'sign-out',
  summary: 'Ends the session of this browser.',
  auth: 'required',
  params: params({}),
  answer: z.strictObject({
    /** URL that the browser must open to end its session at the identity provider, too. Absent when there is none. */
    provider_logout_url: credential('provider logout').optional(),
  }),
  async handle(ctx, _values, { call, sessionSha256 }) {
    const ended = sessionSha256 && (await ctx.rpc.userAdmin.signOut({ tokenSha256: sessionSha256 }, call));
    const address = ended?.providerLocation;
    return ok(headers({ 'set-cookie': noSessionCookies(ctx.config.isSecure) }), {
      // There is no URL if no identity provider is known for the session, if the provider names no URL, or if user-admin still
      // runs the previous release.
      provider_logout_url: address ? handOut('provider logout', address, call.principal) : undefined,
    });
  },
});
