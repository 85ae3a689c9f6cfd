import type { ServerResponse } from 'node:http';

/** Number of seconds for which a browser may cache the answer. */
const seconds = 7200;

/** Headers that pages may send in addition to the safelisted ones: credentials, content types, ranges of files. */
const permittedHeaders = 'authorization, content-type, if-none-match, if-range, range';

/** Answers a CORS preflight. Any page may make calls with the key of its user. */
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
