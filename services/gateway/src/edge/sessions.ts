import { ParleyError } from '@parley/core';
import type { Call } from '@parley/rpc';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller-cache.ts';
import { hashSessionToken, isCsrfToken } from '../auth/cookies.ts';
import type { Ctx } from '../context.ts';

/**
 * Whose browser sends a request. The owner is asked each time: a session that was ended is not honoured from memory.
 * @throws CSRF_FAILED for a write that no page of ours sent, UNAUTHORIZED without a living session
 */
export async function authenticateSession(
  ctx: Ctx,
  request: FastifyRequest,
  token: string,
  call: Call,
): Promise<Caller> {
  const given = request.headers['x-csrftoken'];
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead && !isCsrfToken(token, typeof given === 'string' ? given : undefined)) throw csrfFailed();
  const { userId } = await ctx.rpc.userAdmin.verifySession({ tokenSha256: hashSessionToken(token) }, call);
  return { userId };
}

/** Browsers say where a form comes from; programs say nothing. @throws CSRF_FAILED for the form of another site */
export function refuseOtherSites(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  throw csrfFailed();
}

/**
 * Whether a script or an element of a web page sends the request, instead of a person who opens an address. Browsers say
 * so with `Sec-Fetch-*` (secure origins only), scripts with `X-Requested-With`.
 */
export function isFromPage({ headers }: FastifyRequest): boolean {
  if (headers['x-requested-with'] === 'XMLHttpRequest') return true;
  return headers['sec-fetch-site'] !== undefined && headers['sec-fetch-mode'] !== 'navigate';
}

const csrfFailed = () => new ParleyError('CSRF_FAILED', 'CSRF check failed: reload the page and try again');
