import { parseTraceparent } from '@parley/core';

/** Returns the W3C trace context in the header `traceparent`; undefined when it is absent or malformed. */
export function readTraceparent(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && parseTraceparent(header) ? header : undefined;
}
