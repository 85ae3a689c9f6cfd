import { noSessionCookies } from '../../auth/cookies.ts';
import { headers, ok } from '../../edge/envelope.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const signOut = route({
  method: 'DELETE',
  path: '/sessions/current',
  operation: 'sign-out',
  summary: 'Ends the session of this browser.',
  auth: 'required',
  params: params({}),
  async handle(ctx, _values, { call, sessionSha256 }) {
    if (sessionSha256) await ctx.rpc.userAdmin.signOut({ tokenSha256: sessionSha256 }, call);
    return ok(headers({ 'set-cookie': noSessionCookies(ctx.config.isSecure) }));
  },
});
