/** Addresses of pages that mails link to. The gateway serves the client at each of them. */

export type AccountAddress =
  /** An invitation. It has no token when the organization requires no invitation. */
  | { readonly page: 'join'; readonly token: string }
  | { readonly page: 'forgotten-password' }
  | { readonly page: 'new-password'; readonly token: string }
  | { readonly page: 'confirm-email'; readonly token: string };

/** Returns the page for an address of this server; undefined for the client itself. */
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
