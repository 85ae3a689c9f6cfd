import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { responseOn } from '../answer/node-internals.ts';
import { allMethods } from '../declaration/paths.ts';

type SocketError = Error & {
  code?: string | undefined;
  rawPacket?: unknown;
  bytesParsed?: number | undefined;
};

type Refusal = { status: string; message: string; code?: string; allow?: string };

const malformed: Refusal = { status: '400 Bad Request', message: 'Malformed HTTP request' };

const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The request headers or the URL are too long',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    message: 'The request took too long to arrive',
  },
};

const unknownMethod: Refusal = {
  status: '405 Method Not Allowed',
  message: 'Method Not Allowed',
  code: 'METHOD_NOT_ALLOWED',
  allow: [...allMethods, 'OPTIONS'].join(', '),
};

/** Matches the first line of a request. The method may be any token (RFC 9110, 5.6.2). */
const requestLine = /^[!#$%&'*+.^_`|~\w-]{1,64} \S+ HTTP\/1\.[01]\r?\n/;

function refusalOf(error: SocketError): Refusal {
  if (error.code === 'HPE_INVALID_METHOD' && requestLine.test(refusedText(error))) return unknownMethod;
  return refusals[error.code ?? ''] ?? malformed;
}

/** Returns the text from the line at which Node's parser stopped. The packet may contain complete requests before that line. */
function refusedText({ rawPacket, bytesParsed = 0 }: SocketError): string {
  const text = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '';
  return text.slice(text.lastIndexOf('\n', bytesParsed - 1) + 1);
}

/**
 * Returns the handler that answers a request that Node refuses before it is parsed (malformed, too long or too slow) with an error
 * envelope, and closes the connection. Earlier requests on the connection are answered first. When the answer to the refused
 * request has already begun, the handler only closes the connection.
 * @param standing headers of every answer
 */
export function clientErrorHandler(standing: Readonly<Record<string, string>>) {
  const lines = Object.entries(standing).map(([name, value]) => `${name}: ${value}\r\n`);
  return function refuse(error: SocketError, socket: Duplex): void {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const underWay = responseOn(socket);
    if (underWay?.req.complete) return void underWay.once('finish', () => refuse(error, socket));
    if (underWay?.headersSent) return void socket.destroy();
    socket.end(refusalText(error, lines.join('')));
  };
}

function refusalText(error: SocketError, standing: string): string {
  const { status, message, code = 'BAD_REQUEST', allow } = refusalOf(error);
  const body = JSON.stringify({ result: 'error', msg: message, code });
  return (
    `HTTP/1.1 ${status}\r\n${standing}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
    (allow === undefined ? '' : `allow: ${allow}\r\n`) +
    `x-request-id: ${randomUUID()}\r\naccess-control-allow-origin: *\r\nconnection: close\r\n\r\n${body}`
  );
}
