import { createHash, timingSafeEqual } from 'node:crypto';

/** Name of the cookie with the session token. It is HttpOnly, so scripts cannot read it. */
const sessionCookie = 'parley_session';
/** Name of the cookie with the CSRF token, which scripts of the page send in `X-CSRFToken`. */
const csrfCookie = 'parley_csrf';

/** Returns the session token in a Cookie header. */
export function readSessionToken(header: string | undefined): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const [name, value] = part.trim().split('=', 2);
    if (name === sessionCookie && value && /^[\w-]{20,100}$/.test(value)) return value;
  }
  return undefined;
}

/** Returns the key by which user-admin looks up a session. The token itself is not sent. */
export const hashSessionToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Derives the CSRF token of a session. */
export const csrfTokenOf = (token: string): string =>
  createHash('sha256').update(`csrf ${token}`).digest('base64url');

/** Returns whether a CSRF token belongs to a session token. It compares in constant time. */
export function isCsrfToken(token: string, given: string | undefined): boolean {
  const [left, right] = [Buffer.from(csrfTokenOf(token)), Buffer.from(given ?? '')];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Returns the values of `set-cookie` after a sign-in. `isSecure` says that clients reach the server over HTTPS. */
export function sessionCookies(token: string, lifeSeconds: number, isSecure: boolean): string[] {
  const rest = `; Path=/; Max-Age=${lifeSeconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return [`${sessionCookie}=${token}${rest}; HttpOnly`, `${csrfCookie}=${csrfTokenOf(token)}${rest}`];
}

/** Returns the values of `set-cookie` after a sign-out. */
export const noSessionCookies = (isSecure: boolean): string[] =>
  sessionCookies('', 0, isSecure).map((cookie) => cookie.replace(/=[^;]*/, '='));
