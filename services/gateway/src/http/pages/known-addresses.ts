import type { Page } from '../../edge/declaration/route.ts';
import { redirectTo } from './redirect.ts';
import { webClientIcon } from './web-client.ts';

/** Addresses of pages that clients, bookmarks and people know from servers with this API, and the pages that replace them here. */
const replaced: readonly (readonly [path: string, location: string, operation: string])[] = [
  ['/login', '/', 'redirect-login'],
  ['/accounts/login', '/', 'redirect-accounts-login'],
  ['/accounts/find', '/', 'redirect-accounts-find'],
  ['/help', '/api/docs', 'redirect-help'],
  ['/help/{page}', '/api/docs', 'redirect-help-page'],
  ['/help/{page}/{part}', '/api/docs', 'redirect-help-part'],
  ['/integrations', '/api/docs', 'redirect-integrations'],
  ['/integrations/{page}', '/api/docs', 'redirect-integrations-page'],
  ['/integrations/{kind}/{page}', '/api/docs', 'redirect-integrations-kind-page'],
];

const oneDaySeconds = 86_400;

/** Nothing but public channels, which anybody may read (docs/api/clients.md#addresses-outside-the-api). */
const robots = 'User-agent: *\nAllow: /public/\nDisallow: /\n';

/** Serves addresses that programs and people open without having read of them. */
export const knownAddresses: readonly Page[] = [
  ...replaced.map(
    ([path, location, operation]): Page => ({
      path,
      operation,
      isStatic: true,
      isUnlimited: true,
      handle: async () => redirectTo(location),
    }),
  ),
  {
    path: '/favicon.ico',
    operation: 'get-favicon',
    isStatic: true,
    isUnlimited: true,
    handle: async () => ({
      contentType: 'image/png',
      headers: { 'cache-control': `public, max-age=${oneDaySeconds}` },
      body: webClientIcon(),
    }),
  },
  {
    path: '/robots.txt',
    operation: 'get-robots',
    isStatic: true,
    isUnlimited: true,
    handle: async () => ({
      contentType: 'text/plain; charset=utf-8',
      headers: { 'cache-control': `public, max-age=${oneDaySeconds}` },
      body: robots,
    }),
  },
];
