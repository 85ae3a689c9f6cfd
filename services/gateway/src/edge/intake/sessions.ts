import { ParleyError } from '@parley/core';
import type { Call } from '@parley/rpc';
import type { FastifyRequest } from 'fastify';
import { type Caller, callerLanguage } from '../../auth/caller-cache.ts';
import { hashSessionToken, isCsrfToken } from '../../auth/cookies.ts';
import type { Ctx } from '../../context.ts';

/** Asks user-admin each time, so an ended session is refused immediately. @throws CSRF_FAILED; UNAUTHORIZED */
export async function authenticateSession(
  ctx: Ctx,
  request: FastifyRequest,
  token: string,
  call: Call,
): Promise<Caller> {
  const given = request.headers['x-csrftoken'];
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead && !isCsrfToken(token, typeof given === 'string' ? given : undefined)) throw csrfFailed();
  const session = await ctx.rpc.userAdmin.verifySession({ tokenSha256: hashSessionToken(token) }, call);
  const { userId, sessionId, language } = session;
  return { userId, sessionId, ...callerLanguage(language) };
}

/**
 * Refuses requests from web pages of other sites. Browsers mark such requests with `Sec-Fetch-Site` when the connection is
 * secure, and with `Origin` otherwise. A request with neither header does not come from a form in a browser.
 * @param publicUrl URL of this server; a request may also come from a page of the host in its `Host` header
 * @throws CSRF_FAILED for a request from another site
 */
export function refuseOtherSites({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: string): void {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;
  if (site === undefined && isOwnOrigin(headers.origin, [new URL(publicUrl).host, headers.host])) return;
  throw csrfFailed();
}

/** Other ports of an own host are accepted: a client in development has its own server. @throws CSRF_FAILED */
export function refuseForeignPages(
  { headers }: Pick<FastifyRequest, 'headers'>,
  isOwnHost: (host: string) => boolean,
): void {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin === undefined && (site === undefined || site === 'same-origin' || site === 'none')) return;
  if (origin !== undefined && URL.canParse(origin) && isOwnHost(new URL(origin).host)) return;
  throw csrfFailed();
}

function isOwnOrigin(origin: string | undefined, hosts: readonly (string | undefined)[]): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  return hosts.some(
    (own) => own && URL.canParse(`${protocol}//${own}`) && new URL(`${protocol}//${own}`).host === host,
  );
}

/** Not a person who opens the address: by `Sec-Fetch-*`, and `X-Requested-With` of scripts. */
export function isFromPage({ headers }: FastifyRequest): boolean {
  if (headers['x-requested-with'] === 'XMLHttpRequest') return true;
  return headers['sec-fetch-site'] !== undefined && headers['sec-fetch-mode'] !== 'navigate';
}

const csrfFailed = () => new ParleyError('CSRF_FAILED', 'CSRF check failed: reload the page and try again');
