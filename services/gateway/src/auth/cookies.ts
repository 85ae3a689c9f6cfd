import { createHash, timingSafeEqual } from 'node:crypto';

/** Name of the cookie with the session token. It is HttpOnly, so scripts cannot read it. */
const sessionCookie = 'parley_session';
/**
 * Prefix of cookie names over TLS. Browsers accept a cookie with this prefix only from the host itself, and not from other
 * hosts of the same domain.
 */
const hostPrefix = '__Host-';
/**
 * Name of the cookie with the CSRF token. Scripts of the web client read the cookie and send the token in the header
 * `X-CSRFToken`.
 */
const csrfCookie = 'parley_csrf';

/**
 * Returns the session token in a `Cookie` header; undefined when there is none. A cookie without the prefix is accepted too:
 * without TLS no cookie has the prefix, and over TLS the previous release may have set the cookie.
 */
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

/** Returns the value of the cookie that binds a sign-in at an identity provider to the browser; empty when there is none. */
export function readSignInCookie(header: string | undefined, isSecure: boolean): string {
  const name = `${isSecure ? hostPrefix : ''}${signInCookie}=`;
  const part = header?.split(';').find((each) => each.trim().startsWith(name));
  return part?.trim().slice(name.length) ?? '';
}

/**
 * Returns the `set-cookie` value for a sign-in at an identity provider. The browser sends the cookie when the provider
 * redirects it back here.
 */
export const signInCookieOf = (token: string, lifeSeconds: number, isSecure: boolean): string =>
  `${isSecure ? hostPrefix : ''}${signInCookie}=${token}; Path=/; Max-Age=${lifeSeconds}; SameSite=Lax${
    isSecure ? '; Secure' : ''
  }; HttpOnly`;

/** Returns the hash by which user-admin looks up a session. The token itself is not sent to user-admin. */
export const hashSessionToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Derives the CSRF token of a session. */
export const csrfTokenOf = (token: string): string =>
  createHash('sha256').update(`csrf ${token}`).digest('base64url');

/** Returns whether a CSRF token belongs to a session token. Compares in constant time. */
export function isCsrfToken(token: string, given: string | undefined): boolean {
  const [left, right] = [Buffer.from(csrfTokenOf(token)), Buffer.from(given ?? '')];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Returns the `set-cookie` values for a new session. Over TLS they also remove cookies without the prefix, which the previous
 * release set.
 * @param isSecure whether clients reach the server over TLS
 */
export function sessionCookies(token: string, lifeSeconds: number, isSecure: boolean): string[] {
  const values = { [sessionCookie]: token, [csrfCookie]: csrfTokenOf(token) };
  return cookies(isSecure ? hostPrefix : '', values, lifeSeconds, isSecure).concat(
    isSecure ? cookies('', noValues, 0, isSecure) : [],
  );
}

/** Returns the `set-cookie` values that remove all session cookies. */
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
