import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errors, ParleyError } from '@parley/core';
import { renderFailure } from './failure.ts';

/** Answers with envelopes what Node's server would otherwise answer by itself, or not at all. */
export function answerStrays(server: Server): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = rendered(
      new ParleyError('BAD_REQUEST', 'The expectation cannot be met', {}, 417),
    );
    response.writeHead(status, { ...headers, connection: 'close' }).end(body);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    const { headers, body } = rendered(new ParleyError('METHOD_NOT_ALLOWED', 'Method Not Allowed'));
    const lines = Object.entries({ ...headers, connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    socket.end(`HTTP/1.1 405 Method Not Allowed\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  });
}

/** @throws BAD_REQUEST for HTTP/1.1 without a host, and for several of them, whatever they are (RFC 9112, 3.2). */
export function requireHost({ headers, rawHeaders, httpVersion }: IncomingMessage): void {
  if (headers.host === undefined) {
    if (httpVersion === '1.1') throw errors.badRequest('Missing Host header');
    return;
  }
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at]!)) hosts++;
  if (hosts > 1) throw errors.badRequest('Several Host headers');
}

const isHost = (name: string): boolean => name.length === 4 && name.toLowerCase() === 'host';

function rendered(error: ParleyError) {
  const requestId = randomUUID();
  const { status, body, headers } = renderFailure(error, requestId);
  return {
    status,
    body,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'x-request-id': requestId,
    },
  };
}
