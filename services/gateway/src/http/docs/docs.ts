import type { Area, Page } from '../../edge/declaration/route.ts';
import type { Transfer } from '../../edge/declaration/transfer.ts';
import { openApiDocument } from './openapi.ts';
import { readingPage } from './reading-page.ts';

const openApiPath = '/api/openapi.json';

const headers = { 'cache-control': 'public, max-age=300' };

/** For programs and for people. Both are rendered once, on first use. */
export function docsPages(areas: readonly Area[], transfers: readonly Transfer[]): Page[] {
  let made: { json: string; html: string } | undefined;
  const content = () => {
    if (!made) {
      const document = openApiDocument({ areas, transfers });
      made = { json: JSON.stringify(document), html: readingPage(document, openApiPath) };
    }
    return made;
  };
  return [
    {
      path: openApiPath,
      operation: 'get-openapi',
      isStatic: true,
      handle: async () => ({ contentType: 'application/json', body: content().json, headers }),
    },
    {
      path: '/api/docs',
      operation: 'get-docs',
      isStatic: true,
      handle: async () => ({
        contentType: 'text/html; charset=utf-8',
        body: content().html,
        headers: {
          ...headers,
          'content-security-policy':
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
        },
      }),
    },
  ];
}
