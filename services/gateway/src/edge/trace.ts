import { parseTraceparent } from '@parley/core';

/** Returns the W3C trace context of a request when it is well-formed. */
export function readTraceparent(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && parseTraceparent(header) ? header : undefined;
}
