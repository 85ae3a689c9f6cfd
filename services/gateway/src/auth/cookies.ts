import { createHash, timingSafeEqual } from 'node:crypto';

/** Carries a browser's session; no script can read it. */
const sessionCookie = 'parley_session';
/** What a page's scripts send back in `X-CSRFToken` to show that it was them. */
const csrfCookie = 'parley_csrf';

/** The session token that a browser sent. */
export function readSessionToken(header: string | undefined): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const [name, value] = part.trim().split('=', 2);
    if (name === sessionCookie && value && /^[\w-]{20,100}$/.test(value)) return value;
  }
  return undefined;
}

/** What a session is looked up by; the token itself does not travel. */
export const hashSessionToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The other secret of a session, which its pages may read. */
export const csrfTokenOf = (token: string): string =>
  createHash('sha256').update(`csrf ${token}`).digest('base64url');

/** Whether a request proves that a page of ours sent it. */
export function isCsrfToken(token: string, given: string | undefined): boolean {
  const [left, right] = [Buffer.from(csrfTokenOf(token)), Buffer.from(given ?? '')];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** `set-cookie` of a sign-in. `isSecure`: the server is reached over HTTPS. */
export function sessionCookies(token: string, lifeSeconds: number, isSecure: boolean): string[] {
  const rest = `; Path=/; Max-Age=${lifeSeconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return [`${sessionCookie}=${token}${rest}; HttpOnly`, `${csrfCookie}=${csrfTokenOf(token)}${rest}`];
}

/** `set-cookie` of a sign-out. */
export const noSessionCookies = (isSecure: boolean): string[] =>
  sessionCookies('', 0, isSecure).map((cookie) => cookie.replace(/=[^;]*/, '='));
