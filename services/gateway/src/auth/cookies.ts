import { createHash, timingSafeEqual } from 'node:crypto';

/** Name of the cookie with the session token. It is HttpOnly, so scripts cannot read it. */
const sessionCookie = 'parley_session';
/** Over TLS, browsers accept cookies of this prefix only from the host itself, not from hosts of the same domain. */
const hostPrefix = '__Host-';
/** Name of the cookie with the CSRF token, which scripts of the page send in `X-CSRFToken`. */
const csrfCookie = 'parley_csrf';

/** Returns the session token in a Cookie header. A cookie without the prefix may be of the previous release. */
export function readSessionToken(header: string | undefined): string | undefined {
  let unprefixed: string | undefined;
  for (const part of header?.split(';') ?? []) {
    const [name, value] = part.trim().split('=', 2);
    if (!value || !/^[\w-]{20,100}$/.test(value)) continue;
    if (name === hostPrefix + sessionCookie) return value;
    if (name === sessionCookie) unprefixed ??= value;
  }
  return unprefixed;
}

/** Name of the cookie that binds a sign-in at an identity provider to the browser that began it. */
const signInCookie = 'parley_sign_in';

/** Returns the value of the cookie of sign-ins at providers; empty without one. */
export function readSignInCookie(header: string | undefined, isSecure: boolean): string {
  const name = `${isSecure ? hostPrefix : ''}${signInCookie}=`;
  const part = header?.split(';').find((each) => each.trim().startsWith(name));
  return part?.trim().slice(name.length) ?? '';
}

/** Returns the value of `set-cookie` for a sign-in at a provider. The provider's redirect back sends the cookie. */
export const signInCookieOf = (token: string, lifeSeconds: number, isSecure: boolean): string =>
  `${isSecure ? hostPrefix : ''}${signInCookie}=${token}; Path=/; Max-Age=${lifeSeconds}; SameSite=Lax${
    isSecure ? '; Secure' : ''
  }; HttpOnly`;

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

/**
 * Returns the values of `set-cookie` after a sign-in. Over TLS they also remove the cookies of the previous release.
 * @param isSecure whether clients reach the server over TLS
 */
export function sessionCookies(token: string, lifeSeconds: number, isSecure: boolean): string[] {
  const values = { [sessionCookie]: token, [csrfCookie]: csrfTokenOf(token) };
  return cookies(isSecure ? hostPrefix : '', values, lifeSeconds, isSecure).concat(
    isSecure ? cookies('', noValues, 0, isSecure) : [],
  );
}

/** Returns the values of `set-cookie` after a sign-out. */
export const noSessionCookies = (isSecure: boolean): string[] =>
  (isSecure ? [hostPrefix, ''] : ['']).flatMap((prefix) => cookies(prefix, noValues, 0, isSecure));

const noValues = { [sessionCookie]: '', [csrfCookie]: '' };

const cookies = (
  prefix: string,
  values: Readonly<Record<string, string>>,
  lifeSeconds: number,
  isSecure: boolean,
): string[] =>
  Object.entries(values).map(([name, value]) => {
    const secure = isSecure ? '; Secure' : '';
    const httpOnly = name === sessionCookie ? '; HttpOnly' : '';
    return `${prefix}${name}=${value}; Path=/; Max-Age=${lifeSeconds}; SameSite=Lax${secure}${httpOnly}`;
  });
