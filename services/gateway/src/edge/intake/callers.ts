import { errors, ParleyError, type Visitor, visitor } from '@parley/core';
import type { Call, Principal } from '@parley/rpc';
import type { UserId } from '@parley/rules';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../auth/authenticator.ts';
import { readSessionToken } from '../../auth/cookies.ts';
import type { Ctx } from '../../context.ts';
import type { AnyRoute } from '../declaration/route.ts';
import { ruleOf } from '../limits/rate-rules.ts';
import { exchangeOf } from './begin.ts';
import { clientAddress } from './client-address.ts';
import { requireInScope } from './key-scope.ts';
import { authenticateSession } from './sessions.ts';

/** Returns the part of a caller that services need: the user ID, and the session or the API key with its limits. */
export const principalOf = ({ userId, sessionId, keySha256, scope }: Caller): Principal => ({
  userId,
  ...(keySha256 !== undefined && { keySha256 }),
  ...(sessionId !== undefined && { sessionId }),
  ...(scope && { keyScope: scope }),
});

/** Per user, or per client address for an unknown user. @throws RATE_LIMIT_HIT */
export function limit(
  ctx: Ctx,
  request: FastifyRequest,
  operation: string,
  userId: UserId | undefined,
): void {
  const rule = ruleOf(operation, userId !== undefined);
  if (rule) exchangeOf(request).rate = ctx.rateLimits.take(rule, userId ?? clientAddress(request));
}

/**
 * Authenticates a request and counts it against its rate limit.
 * @returns a visitor when the operation ignores credentials, or when they are optional and the request has none
 * @throws UNAUTHORIZED without valid credentials; USER_DEACTIVATED and REALM_DEACTIVATED for a deactivated account or organization;
 * CSRF_FAILED for a write in a session without its CSRF token; RATE_LIMIT_HIT, also after too many wrong credentials;
 * ACCESS_DENIED for an API key whose limits exclude the operation; BAD_REQUEST for the key of an incoming webhook
 */
export async function callerOf(
  ctx: Ctx,
  request: FastifyRequest,
  target: Pick<AnyRoute, 'operation' | 'auth' | 'isAlwaysServed' | 'area' | 'leavesAccess'>,
  call: Call,
): Promise<Caller | Visitor> {
  const caller = await identify(ctx, request, target, call).catch((error) => {
    if (error instanceof ParleyError && error.status === 401) {
      ctx.rateLimits.take('wrong_credentials', clientAddress(request));
    }
    throw error;
  });
  if (caller === visitor) {
    limit(ctx, request, target.operation, undefined);
    if (!target.isAlwaysServed) await ctx.authenticator.admitVisitor(call);
    return visitor;
  }
  limit(ctx, request, target.operation, caller.userId);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  requireInScope(caller.scope, { operation: target.operation, area: target.area ?? '', isRead });
  if (caller.isIncomingWebhook) {
    throw errors.badRequest(
      'The key of an incoming webhook works only in the addresses of its webhooks. Use a generic bot for this.',
    );
  }
  return caller;
}

async function identify(
  ctx: Ctx,
  request: FastifyRequest,
  { auth, leavesAccess = false }: Pick<AnyRoute, 'auth' | 'leavesAccess'>,
  call: Call,
): Promise<Caller | Visitor> {
  const { authorization, cookie } = request.headers;
  if (auth === 'none') return visitor;
  const sessionToken = readSessionToken(cookie, ctx.config.isSecure);
  if (authorization === undefined && sessionToken !== undefined) {
    return await authenticateSession(ctx, request, sessionToken, call);
  }
  if (auth === 'optional' && authorization === undefined) return visitor;
  return await ctx.authenticator.authenticate(authorization, call, { asksOwner: leavesAccess });
}
