import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errors, ParleyError, type PlainErrorText } from '@parley/core';
import { renderFailure } from './failure.ts';
import { intercept } from './intercept.ts';
import { answerLanguage } from './language.ts';

/**
 * Answers two kinds of requests with an error envelope: those with an `Expect` header other than `100-continue`, which Node would
 * answer without an envelope, and `CONNECT`, for which Node would close the connection.
 * @param standing headers of every answer
 */
export function answerForNode(server: Server, standing: Readonly<Record<string, string>>): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = rendered(
      new ParleyError('BAD_REQUEST', 'The expectation cannot be met', {}, 417),
      request,
    );
    response.writeHead(status, { ...standing, ...headers, connection: 'close' }).end(body);
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    const { headers, body } = rendered(new ParleyError('METHOD_NOT_ALLOWED', 'Method Not Allowed'), request);
    const lines = Object.entries({ ...standing, ...headers, connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    socket.end(`HTTP/1.1 405 Method Not Allowed\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  });
}

/** Refuses HTTP/1.1 requests without a Host header, and all requests with several Host headers (RFC 9112, 3.2). */
export function requireHost(server: Server): void {
  intercept(server, (request, response) => {
    const problem = hostProblem(request);
    if (problem === undefined) return false;
    const { status, headers, body } = rendered(errors.badRequest(problem), request);
    response.writeHead(status, { ...headers, connection: 'close' }).end(body);
    return true;
  });
}

function hostProblem({ headers, rawHeaders, httpVersion }: IncomingMessage): PlainErrorText | undefined {
  if (headers.host === undefined) return httpVersion === '1.1' ? 'Missing Host header' : undefined;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at]!)) hosts++;
  return hosts > 1 ? 'Several Host headers' : undefined;
}

const isHost = (name: string): boolean => name.length === 4 && name.toLowerCase() === 'host';

function rendered(error: ParleyError, request: IncomingMessage) {
  const requestId = randomUUID();
  const { status, body, headers } = renderFailure(error, requestId, {
    language: answerLanguage(request.headers, undefined),
  });
  return {
    status,
    body,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'x-request-id': requestId,
      'access-control-allow-origin': '*',
    },
  };
}
