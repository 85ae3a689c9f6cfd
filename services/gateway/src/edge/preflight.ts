import type { ServerResponse } from 'node:http';

/** How long a browser may remember the answer. */
const seconds = 7200;

/** Beyond those that pages may always send: credentials, kinds of bodies, and what asks for a part of a file. */
const permittedHeaders = 'authorization, content-type, if-none-match, if-range, range';

/** Answers OPTIONS: any page may call with its user's key, and asks before it does. */
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
