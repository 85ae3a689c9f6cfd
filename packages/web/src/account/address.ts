/**
 * A page for people who are not signed in, such as one that a link in a mail opens. The gateway serves the client at the path of
 * each page.
 */

export type AccountAddress =
  /** An invitation. The token is empty when the organization requires no invitation. */
  | { readonly page: 'join'; readonly token: string }
  | { readonly page: 'forgotten-password' }
  | { readonly page: 'new-password'; readonly token: string }
  | { readonly page: 'confirm-email'; readonly token: string };

/** Returns the account page at a path of this server; undefined for every other path. */
export function parseAccountAddress(path: string): AccountAddress | undefined {
  const [, name, token = ''] = path.split('/');
  switch (name) {
    case 'join':
      return { page: 'join', token };
    case 'register':
      return { page: 'join', token: '' };
    case 'reset-password':
      return token === '' ? { page: 'forgotten-password' } : { page: 'new-password', token };
    case 'confirm-email':
      return { page: 'confirm-email', token };
    default:
      return undefined;
  }
}
