import { csrfTokenOf, noSessionCookies, sessionCookies } from '../../auth/cookies.ts';
import { headers, ok, raw } from '../../edge/envelope.ts';
import { freeText, integer } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

const noHash = Buffer.alloc(0);

export const signIn = route({
  method: 'POST',
  path: '/sessions',
  operation: 'sign-in',
  summary: 'Signs a browser in: sets an HttpOnly cookie, and gives what its scripts send in X-CSRFToken.',
  auth: 'none',
  params: params({ username: freeText().describe('The email address.'), password: freeText() }),
  async handle(ctx, { username, password }, { call }) {
    const { userId, session } = await ctx.rpc.userAdmin.signIn({ username, password }, call);
    const { token, lifeSeconds } = session!;
    return ok(headers({ 'set-cookie': sessionCookies(token, lifeSeconds, ctx.config.isSecure) }), {
      user_id: userId,
      csrf_token: csrfTokenOf(token),
    });
  },
});

export const signOut = route({
  method: 'DELETE',
  path: '/sessions/current',
  operation: 'sign-out',
  summary: 'Signs the browser out.',
  auth: 'required',
  acceptsSession: true,
  params: params({}),
  async handle(ctx, _values, { call, sessionSha256 }) {
    if (sessionSha256) await ctx.rpc.userAdmin.signOut({ tokenSha256: sessionSha256 }, call);
    return ok(headers({ 'set-cookie': noSessionCookies(ctx.config.isSecure) }));
  },
});

export const getSessions = route({
  method: 'GET',
  path: '/sessions',
  operation: 'get-sessions',
  summary: 'Browsers that the caller is signed in with.',
  auth: 'required',
  acceptsSession: true,
  params: params({}),
  async handle(ctx, _values, { call, sessionSha256 }) {
    const { sessionsJson } = await ctx.rpc.userAdmin.listSessions(
      { tokenSha256: sessionSha256 ?? noHash },
      call,
      { idempotent: true },
    );
    return ok({ sessions: raw(sessionsJson) });
  },
});

export const endSession = route({
  method: 'DELETE',
  path: '/sessions/{session_id}',
  operation: 'end-session',
  summary: "Signs one of the caller's browsers out.",
  auth: 'required',
  acceptsSession: true,
  params: params({ session_id: integer({ min: 0 }).inPath() }),
  async handle(ctx, { session_id }, { call }) {
    await ctx.rpc.userAdmin.endSession({ sessionId: session_id }, call);
    return ok();
  },
});
