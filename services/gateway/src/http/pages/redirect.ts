import type { PageContent } from '../../edge/route.ts';

/** Returns an answer that leads the browser to another address, which learns nothing about this one. */
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
