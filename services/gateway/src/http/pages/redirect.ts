import type { PageContent } from '../../edge/answer/page-content.ts';

/** Returns a redirect to another URL. The browser does not tell the other site where it came from. */
export const redirectTo = (location: string, cookies: readonly string[] = []): PageContent => ({
  status: 303,
  contentType: 'text/plain; charset=utf-8',
  headers: {
    location,
    'referrer-policy': 'no-referrer',
    ...(cookies.length > 0 && { 'set-cookie': [...cookies] }),
  },
  body: '',
});
