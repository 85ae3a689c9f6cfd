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
  it('are bound to the host over TLS', () => {
    const attributes = 'Path=/; Max-Age=60; SameSite=Lax; Secure';
    expect(sessionCookies(token, 60, true)).toEqual([
      `__Host-parley_session=${token}; ${attributes}; HttpOnly`,
      `__Host-parley_csrf=${csrfTokenOf(token)}; ${attributes}`,
    ]);
    expect(sessionCookies(token, 60, false)).toEqual([
      `parley_session=${token}; Path=/; Max-Age=60; SameSite=Lax; HttpOnly`,
      `parley_csrf=${csrfTokenOf(token)}; Path=/; Max-Age=60; SameSite=Lax`,
    ]);
  });

  it('are removed at the sign-out', () => {
    const names = noSessionCookies(true).map((cookie) => cookie.split('; ').slice(0, 3));
    expect(names).toEqual([
      ['__Host-parley_session=', 'Path=/', 'Max-Age=0'],
      ['__Host-parley_csrf=', 'Path=/', 'Max-Age=0'],
    ]);
  });

  it('that another host of the domain could have set are not read over TLS', () => {
    const own = 'b'.repeat(43);
    expect(readSessionToken(`parley_session=${token}`, true)).toBeUndefined();
    expect(readSessionToken(`parley_session=${token}; __Host-parley_session=${own}`, true)).toBe(own);
    expect(readSessionToken('__Host-parley_session=short', true)).toBeUndefined();
    expect(readSessionToken(`a=b; parley_session=${token}`, false)).toBe(token);
    expect(readSessionToken(`__Host-parley_session=${own}`, false)).toBeUndefined();
    expect(readSessionToken(undefined, false)).toBeUndefined();
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
