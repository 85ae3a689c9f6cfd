/** The session of the browser. A browser has one, so the page has one client for the pages before sign-in, too. */
import { ConfirmingClient } from './confirmation.ts';

/** The page's client, authenticated by the browser's session cookie. */
export const client = new ConfirmingClient({
  url: location.origin,
  auth: { kind: 'session' },
  name: 'ParleyWeb',
});

/** Checks the CSRF cookie, which is set together with the session cookie that scripts cannot read. */
export const mayHaveSession = (): boolean => /(?:^|; )(?:__Host-)?parley_csrf=./.test(document.cookie);

/** Deletes this browser's CSRF cookie immediately, so that the session counts as ended without waiting for the server. */
export function dropSession(): void {
  for (const cookie of ['parley_csrf=', '__Host-parley_csrf=; Secure']) {
    // biome-ignore lint/suspicious/noDocumentCookie: the other interface is missing in some browsers
    document.cookie = `${cookie}; Max-Age=0; Path=/; SameSite=Lax`;
  }
}
