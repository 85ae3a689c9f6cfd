import { base64 } from './base64.ts';

/** How requests authenticate. */
export type Auth =
  /** API key of an account. For programs, and for pages of other origins. */
  | { readonly kind: 'key'; readonly email: string; readonly apiKey: string }
  /** Session cookie of the browser, which `Client.signIn` sets. For pages that the server itself serves. */
  | { readonly kind: 'session' }
  /** No credentials. Only some operations accept this. */
  | { readonly kind: 'none' };

/** Provides the authentication headers of requests. */
export class Credentials {
  readonly auth: Auth;
  #csrfToken: string | undefined;

  constructor(auth: Auth) {
    this.auth = auth;
  }

  /** Sets the CSRF token, which proves that a write request comes from a page of the server. */
  setCsrfToken(token: string | undefined): void {
    this.#csrfToken = token;
  }

  /**
   * Returns the authentication headers of a request. In a session, they mark the request as sent by a page, so that the browser
   * shows no password dialog when the server refuses it. Write requests contain the session's CSRF token.
   */
  headers(isRead: boolean): Record<string, string> {
    if (this.auth.kind === 'key') {
      return { authorization: `Basic ${base64(`${this.auth.email}:${this.auth.apiKey}`)}` };
    }
    if (this.auth.kind === 'none') return {};
    const fromPage = { 'x-requested-with': 'XMLHttpRequest' };
    // Prefers the token of the cookie, because another tab may have signed in since.
    const token = isRead ? undefined : (csrfTokenOfPage() ?? this.#csrfToken);
    return token === undefined ? fromPage : { ...fromPage, 'x-csrftoken': token };
  }
}

/** Returns the CSRF token from the cookie that the server set; undefined outside of the server's own pages. */
function csrfTokenOfPage(): string | undefined {
  const parts = typeof document === 'undefined' ? [] : document.cookie.split(';');
  const values = new Map(
    parts.map((part) => {
      const [name = '', value = ''] = part.trim().split('=', 2);
      return [name, value];
    }),
  );
  // Over TLS, the names of the server's cookies have the prefix `__Host-`.
  return values.get('__Host-parley_csrf') || values.get('parley_csrf') || undefined;
}
