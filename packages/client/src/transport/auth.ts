import { base64 } from './base64.ts';

/** The way in which requests authenticate. */
export type Auth =
  /** API key of an account, for programs and for pages of other origins. */
  | { readonly kind: 'key'; readonly email: string; readonly apiKey: string }
  /** Session cookie of the browser, which `Client.signIn` sets, for pages of the server itself. */
  | { readonly kind: 'session' }
  /** No credentials. Only some operations accept this. */
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
   * Returns the headers of a request. Requests of a session declare that a page sends them, so that the browser does
   * not open a password dialog when the server refuses them. Writes contain the CSRF token of the session.
   */
  headers(isRead: boolean): Record<string, string> {
    if (this.auth.kind === 'key') {
      return { authorization: `Basic ${base64(`${this.auth.email}:${this.auth.apiKey}`)}` };
    }
    if (this.auth.kind === 'none') return {};
    const fromPage = { 'x-requested-with': 'XMLHttpRequest' };
    // When another tab has signed in, the cookie has a newer token.
    const token = isRead ? undefined : (csrfTokenOfPage() ?? this.#csrfToken);
    return token === undefined ? fromPage : { ...fromPage, 'x-csrftoken': token };
  }
}

/** Returns the CSRF token in the cookie that the server set for the page; undefined outside of the server's pages. */
function csrfTokenOfPage(): string | undefined {
  const { document } = globalThis as { document?: { cookie: string } };
  const parts = document?.cookie.split(';') ?? [];
  const values = new Map(parts.map((part) => part.trim().split('=', 2) as [string, string]));
  // Over TLS the server's cookies have the prefix.
  return values.get('__Host-parley_csrf') || values.get('parley_csrf') || undefined;
}
