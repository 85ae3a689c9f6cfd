import type { ServerResponse } from 'node:http';

/** Number of seconds for which a browser may cache the answer. */
const seconds = 7200;

/** Beyond those that CORS always allows: credentials, content types, cached files and ranges. */
const permittedHeaders = 'authorization, content-type, if-none-match, if-range, range';

type Preflight = {
  requestId: string;
  /** Names of the supported methods, separated by commas. */
  allow: string;
  /** Whether scripts of other origins may use the address. If so, those of every origin may. */
  isShared: boolean;
};

export function answerPreflight(response: ServerResponse, { requestId, allow, isShared }: Preflight): void {
  response.writeHead(204, {
    'x-request-id': requestId,
    allow,
    ...(isShared && {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': allow,
      'access-control-allow-headers': permittedHeaders,
      'access-control-max-age': String(seconds),
    }),
  });
  response.end();
}
