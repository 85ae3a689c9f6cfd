import { describe, expect, it } from 'vitest';
import {
  csrfTokenOf,
  noSessionCookies,
  readSessionToken,
  readSignInCookie,
  sessionCookies,
  signInCookieOf,
} from './cookies.ts';

const token = 'a'.repeat(43);

describe('session cookies', () => {
  it('are bound to the host over TLS, and replace the cookies of the previous release', () => {
    const attributes = 'Path=/; Max-Age=60; SameSite=Lax; Secure';
    expect(sessionCookies(token, 60, true)).toEqual([
      `__Host-parley_session=${token}; ${attributes}; HttpOnly`,
      `__Host-parley_csrf=${csrfTokenOf(token)}; ${attributes}`,
      'parley_session=; Path=/; Max-Age=0; SameSite=Lax; Secure; HttpOnly',
      'parley_csrf=; Path=/; Max-Age=0; SameSite=Lax; Secure',
    ]);
    expect(sessionCookies(token, 60, false)).toEqual([
      `parley_session=${token}; Path=/; Max-Age=60; SameSite=Lax; HttpOnly`,
      `parley_csrf=${csrfTokenOf(token)}; Path=/; Max-Age=60; SameSite=Lax`,
    ]);
  });

  it('of both releases are removed at the sign-out', () => {
    const names = noSessionCookies(true).map((cookie) => cookie.split(';')[0]);
    expect(names).toEqual([
      '__Host-parley_session=',
      '__Host-parley_csrf=',
      'parley_session=',
      'parley_csrf=',
    ]);
  });

  it('of the previous release are read unless the browser has a host-bound cookie', () => {
    const own = 'b'.repeat(43);
    expect(readSessionToken(`parley_session=${token}`)).toBe(token);
    expect(readSessionToken(`parley_session=${token}; __Host-parley_session=${own}`)).toBe(own);
    expect(readSessionToken(`__Host-parley_session=${own}; parley_session=${token}`)).toBe(own);
    expect(readSessionToken('__Host-parley_session=short')).toBeUndefined();
  });
});

it('bind a sign-in at a provider to this host over TLS', () => {
  const secure = signInCookieOf(token, 60, true);
  expect(secure).toBe(`__Host-parley_sign_in=${token}; Path=/; Max-Age=60; SameSite=Lax; Secure; HttpOnly`);
  expect(readSignInCookie(`a=b; ${secure.split(';')[0]}`, true)).toBe(token);
  expect(readSignInCookie(`parley_sign_in=${token}`, true)).toBe('');
  expect(readSignInCookie(`parley_sign_in=${token}`, false)).toBe(token);
  expect(readSignInCookie(undefined, false)).toBe('');
});
