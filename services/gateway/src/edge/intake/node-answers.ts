import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errors, itemAt, ParleyError } from '@parley/core';
import { renderFailure } from '../answer/failure.ts';
import { intercept } from '../answer/intercept.ts';
import { answerLanguage } from '../answer/language.ts';
import { sharedHeaders } from './other-origins.ts';

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

/** HTTP/1.1 without Host, several Host headers (RFC 9112, 3.2), and hosts that are not the server's own. */
export function requireHost(server: Server, isOwn: (host: string) => boolean): void {
  intercept(server, (request, response) => {
    const problem = hostProblem(request, isOwn);
    if (problem === undefined) return false;
    const { status, headers, body } = rendered(problem, request);
    response.writeHead(status, { ...headers, connection: 'close' }).end(body);
    return true;
  });
}

function hostProblem(
  { headers, rawHeaders, httpVersion }: IncomingMessage,
  isOwn: (host: string) => boolean,
): ParleyError | undefined {
  if (headers.host === undefined)
    return httpVersion === '1.1' ? errors.badRequest('Missing Host header') : undefined;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(itemAt(rawHeaders, at))) hosts++;
  if (hosts > 1) return errors.badRequest('Several Host headers');
  return isOwn(headers.host) ? undefined : foreignHost();
}

const foreignHost = () =>
  new ParleyError(
    'BAD_REQUEST',
    'This server does not answer at this host name. Its operator can add the name to PARLEY_GATEWAY_HOSTS.',
    {},
    421,
  );

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
      // A foreign host is that of a web page which must not read the answer.
      ...(error.status !== 421 && sharedHeaders),
    },
  };
}
