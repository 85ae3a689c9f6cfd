const traceparent = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Returns the W3C trace context of a request if it is well formed. */
export function readTraceparent(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && traceparent.test(header) ? header : undefined;
}
