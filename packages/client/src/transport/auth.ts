import { base64 } from './base64.ts';

/** How requests authenticate. */
export type Auth =
  /** An account's API key: for programs, and for pages of other origins. */
  | { readonly kind: 'key'; readonly email: string; readonly apiKey: string }
  /** The browser's session cookie, which `Client.signIn` sets: for pages that the server itself serves. */
  | { readonly kind: 'session' }
  /** No credentials: only for operations that need none. */
  | { readonly kind: 'none' };

/** Adds the credentials to requests. */
export class Credentials {
  readonly auth: Auth;
  #csrfToken: string | undefined;

  constructor(auth: Auth) {
    this.auth = auth;
  }

  /** Sets the CSRF token, which proves that a write comes from a page of the server. */
  setCsrfToken(token: string | undefined): void {
    this.#csrfToken = token;
  }

  /**
   * Returns the headers of a request. Requests of a session declare that a page sends them, so that the browser opens no
   * password dialog when the server refuses them. Writes carry the session's CSRF token.
   */
  headers(isRead: boolean): Record<string, string> {
    if (this.auth.kind === 'key') {
      return { authorization: `Basic ${base64(`${this.auth.email}:${this.auth.apiKey}`)}` };
    }
    if (this.auth.kind === 'none') return {};
    const fromPage = { 'x-requested-with': 'XMLHttpRequest' };
    // The cookie has a newer token when another tab has signed in.
    const token = isRead ? undefined : (csrfTokenOfPage() ?? this.#csrfToken);
    return token === undefined ? fromPage : { ...fromPage, 'x-csrftoken': token };
  }
}

/** Returns the CSRF token from the page's cookie, which the server set; undefined outside the server's pages. */
function csrfTokenOfPage(): string | undefined {
  const { document } = globalThis as { document?: { cookie: string } };
  for (const part of document?.cookie.split(';') ?? []) {
    const [name, value] = part.trim().split('=', 2);
    if (name === 'parley_csrf' && value) return value;
  }
  return undefined;
}
