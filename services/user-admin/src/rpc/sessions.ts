import { errors } from '@parley/core';
import type {
  EndSessionRequest,
  EndSessionResponse,
  ListSessionsRequest,
  ListSessionsResponse,
  SignInRequest,
  SignInResponse,
  SignOutRequest,
  SignOutResponse,
  VerifySessionRequest,
  VerifySessionResponse,
} from '@parley/proto/useradmin/v1/joining';
import type { Call } from '@parley/rpc';
import { audit } from '../audit.ts';
import type { Ctx } from '../context.ts';
import { deleteSession, findSession, listSessions, touchSession } from '../db/sessions.ts';
import { findUser } from '../db/users.ts';
import { openSession } from '../sessions.ts';
import { withPassword } from '../sign-in.ts';
import { requireCaller } from './caller.ts';

/** A browser signs in with a password. */
export async function signIn(ctx: Ctx, request: SignInRequest, call: Call): Promise<SignInResponse> {
  ctx.writeGuard.check();
  const response = await withPassword(ctx, request, call, async (tx, person) => ({
    userId: person.userId,
    session: await openSession(tx, call, person.userId),
  }));
  ctx.telemetry.signedIn(response.userId);
  return response;
}

/** Whose browser it is. @throws UNAUTHORIZED without a living session, USER_DEACTIVATED */
export async function verifySession(
  ctx: Ctx,
  { tokenSha256 }: VerifySessionRequest,
): Promise<VerifySessionResponse> {
  const session = await findSession(ctx.db, tokenSha256);
  const person = session && (await findUser(ctx.db, session.userId));
  if (!session || !person) throw errors.unauthorized();
  if (!person.isActive) throw errors.userDeactivated();
  await touchSession(ctx.db, session.sessionId);
  return { userId: session.userId, sessionId: session.sessionId };
}

/** The browser is signed out; one that was not stays so. */
export async function signOut(
  ctx: Ctx,
  { tokenSha256 }: SignOutRequest,
  call: Call,
): Promise<SignOutResponse> {
  await ctx.db.tx(async (tx) => {
    const session = await findSession(tx, tokenSha256);
    if (!session) return;
    const { userId, sessionId } = session;
    await deleteSession(tx, userId, sessionId);
    await audit(tx, { ...call, principal: { userId } }, { action: 'user.signed_out', userId });
  });
  return {};
}

/** Where the caller is signed in. */
export async function listOwnSessions(
  ctx: Ctx,
  { tokenSha256 }: ListSessionsRequest,
  call: Call,
): Promise<ListSessionsResponse> {
  const caller = await requireCaller(ctx.db, call);
  const current = await findSession(ctx.db, tokenSha256);
  const sessions = await listSessions(ctx.db, caller.userId);
  const shown = sessions.map((session) => ({
    id: session.sessionId,
    created: session.createdAt,
    last_used: session.lastUsedAt,
    client: session.client,
    address: session.address,
    is_current: session.sessionId === current?.sessionId,
  }));
  return { sessionsJson: Buffer.from(JSON.stringify(shown)) };
}

/** One of the caller's browsers is signed out from afar. */
export async function endSession(
  ctx: Ctx,
  { sessionId }: EndSessionRequest,
  call: Call,
): Promise<EndSessionResponse> {
  await ctx.db.tx(async (tx) => {
    const caller = await requireCaller(tx, call);
    if (!(await deleteSession(tx, caller.userId, sessionId))) throw errors.badRequest('No such session');
    await audit(tx, call, { action: 'user.session_ended', userId: caller.userId, details: { sessionId } });
  });
  return {};
}
