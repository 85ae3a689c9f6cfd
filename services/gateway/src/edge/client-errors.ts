import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const socketErrors: Readonly<Record<string, [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers or the URL are too long'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive'],
};

/**
 * What is no HTTP gets an envelope as well, and no second chance on this connection. Requests that came before it on
 * the same connection are answered first.
 */
export function clientErrorHandler(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const underWay = responseOn(socket);
  if (underWay?.req.complete) return void underWay.once('finish', () => clientErrorHandler(error, socket));
  if (underWay?.headersSent) return void socket.destroy();
  const [status, message] = socketErrors[error.code ?? ''] ?? ['400 Bad Request', 'Malformed HTTP request'];
  const body = JSON.stringify({ result: 'error', msg: message, code: 'BAD_REQUEST' });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `x-request-id: ${randomUUID()}\r\naccess-control-allow-origin: *\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** The response that a connection is waiting for: Node keeps it there, and looks at it for errors itself. */
const responseOn = (socket: Duplex): ServerResponse | null =>
  (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage ?? null;
