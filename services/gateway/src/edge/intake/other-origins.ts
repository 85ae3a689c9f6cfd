import type { AnyRoute, Page } from '../declaration/route.ts';
import type { Transfer } from '../declaration/transfer.ts';

/** Headers that scripts of other origins may read. */
export const exposedHeaders =
  'x-request-id, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset';

/**
 * Headers of answers that scripts of other origins may read. A page of any origin may make calls with an API key that its user gave
 * it. Browsers do not attach cookies to such calls, because the header `access-control-allow-credentials` is absent.
 */
export const sharedHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders,
} as const;

/** Not those of operations that refuse requests of other sites. */
export const sharesRoute = (route: Pick<AnyRoute, 'refusesOtherSites' | 'isForDevelopment'>): boolean =>
  !route.refusesOtherSites && !route.isForDevelopment;

/** Returns whether scripts of other origins may read a page: only files without secrets that clients of the API load. */
export const sharesPage = (page: Pick<Page, 'isShared'>): boolean => page.isShared === true;

/** Returns whether scripts of other origins may read the answers of an endpoint for files. */
export const sharesTransfer = (transfer: Pick<Transfer, 'isForPrograms'>): boolean => !transfer.isForPrograms;
