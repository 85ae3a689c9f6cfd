import { createHash, timingSafeEqual } from 'node:crypto';

/** Name of the cookie with the session token. It is HttpOnly, so scripts cannot read it. */
const sessionCookie = 'parley_session';
/** Over TLS. Browsers accept it only from the host itself, and not from other hosts of the domain. */
const hostPrefix = '__Host-';
/** Scripts of the web client read the cookie and send the token in the header `X-CSRFToken`. */
const csrfCookie = 'parley_csrf';

/**
 * Returns the session token in a `Cookie` header; undefined when there is none. Over TLS only the cookie with the prefix counts: any
 * host of the domain, and anybody on the way of an unencrypted request, could have set the other one.
 */
export function readSessionToken(header: string | undefined, isSecure: boolean): string | undefined {
  const wanted = `${isSecure ? hostPrefix : ''}${sessionCookie}`;
  for (const part of header?.split(';') ?? []) {
    const [name, value] = part.trim().split('=', 2);
    if (name === wanted && value && /^[\w-]{20,100}$/.test(value)) return value;
  }
  return undefined;
}

/** Name of the cookie that binds a sign-in at an identity provider to the browser that began it. */
const signInCookie = 'parley_sign_in';

/** Returns the value of the cookie that binds a sign-in at an identity provider to the browser; empty when there is none. */
export function readSignInCookie(header: string | undefined, isSecure: boolean): string {
  const name = `${isSecure ? hostPrefix : ''}${signInCookie}=`;
  const part = header?.split(';').find((each) => each.trim().startsWith(name));
  return part?.trim().slice(name.length) ?? '';
}

/** The browser sends the cookie when the provider redirects it back here. */
export const signInCookieOf = (token: string, lifeSeconds: number, isSecure: boolean): string =>
  `${isSecure ? hostPrefix : ''}${signInCookie}=${token}; Path=/; Max-Age=${lifeSeconds}; SameSite=Lax${
    isSecure ? '; Secure' : ''
  }; HttpOnly`;

/** Returns the hash by which user-admin looks up a session. The token itself is not sent to user-admin. */
export const hashSessionToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export const csrfTokenOf = (token: string): string =>
  createHash('sha256').update(`csrf ${token}`).digest('base64url');

/** Returns whether a CSRF token belongs to a session token. Compares in constant time. */
export function isCsrfToken(token: string, given: string | undefined): boolean {
  const [left, right] = [Buffer.from(csrfTokenOf(token)), Buffer.from(given ?? '')];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** @param isSecure whether clients reach the server over TLS */
export const sessionCookies = (token: string, lifeSeconds: number, isSecure: boolean): string[] =>
  cookies({ [sessionCookie]: token, [csrfCookie]: csrfTokenOf(token) }, lifeSeconds, isSecure);

export const noSessionCookies = (isSecure: boolean): string[] =>
  cookies({ [sessionCookie]: '', [csrfCookie]: '' }, 0, isSecure);

const cookies = (
  values: Readonly<Record<string, string>>,
  lifeSeconds: number,
  isSecure: boolean,
): string[] =>
  Object.entries(values).map(([name, value]) => {
    const [prefix, secure] = isSecure ? [hostPrefix, '; Secure'] : ['', ''];
    const httpOnly = name === sessionCookie ? '; HttpOnly' : '';
    return `${prefix}${name}=${value}; Path=/; Max-Age=${lifeSeconds}; SameSite=Lax${secure}${httpOnly}`;
  });
