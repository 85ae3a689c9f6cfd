import type { ServerResponse } from 'node:http';

/** Number of seconds for which a browser may cache the answer. */
const seconds = 7200;

/**
 * Headers that web pages may send beyond those that CORS always allows: for credentials, content types, cached files and ranges of
 * files.
 */
const permittedHeaders = 'authorization, content-type, if-none-match, if-range, range';

/**
 * Answers a CORS preflight request. Every origin is allowed: a web page can make calls with an API key that its user gave it.
 */
export function answerPreflight(response: ServerResponse, requestId: string, allow: string): void {
  response.writeHead(204, {
    'x-request-id': requestId,
    allow,
    'access-control-allow-origin': '*',
    'access-control-allow-methods': allow,
    'access-control-allow-headers': permittedHeaders,
    'access-control-max-age': String(seconds),
  });
  response.end();
}
