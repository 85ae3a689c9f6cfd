import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { required } from '@parley/core';
import type { EventStream, EventTarget, StreamedEvents } from '../../context.ts';
import { type EndedExchange, type Exchange, endExchange } from '../answer/exchange.ts';
import { isLastRead, releaseFromServer, serverOf } from '../answer/node-internals.ts';
import { isPlain, sendAsOne } from '../answer/one-write.ts';
import { chunkOf, lastChunk } from './event-frames.ts';

/** Maximum number of unsent bytes for a client that reads slowly. When there are more, the stream ends. */
export const maxUnsentBytes = 256 * 1024;
/** Time in milliseconds for a client to read the rest of a stream that has ended. */
export const restMs = 30_000;

/** Connections that streams have taken over, by the HTTP server that accepted them. The server itself no longer tracks them. */
const takenOver = new WeakMap<Server, Set<Socket>>();

export function closeStreams(server: Server): void {
  for (const socket of takenOver.get(server) ?? []) socket.destroy();
}

/**
 * Returns whether a stream may take over the connection of a response. The response must be a plain one of HTTP/1.1 and the
 * last one on the connection, and everything before it must have been sent.
 */
export function mayTakeOver(response: ServerResponse): boolean {
  const { socket, req } = response;
  return (
    isPlain(response) &&
    !response.destroyed &&
    socket !== null &&
    socket.writableLength === 0 &&
    isLastRead(req, req)
  );
}

/**
 * Sends a head, and then writes the events of a stream directly to the socket. A stream lives for minutes. Without its request
 * object, its response object and their parser, it takes less than half of the memory.
 */
export function takeOver(
  response: ServerResponse,
  head: string,
  stream: EventStream,
  exchange: Exchange,
): void {
  exchange.isStreamed = true;
  const { method, operation, requestId, startedAt, isRoutine, userId, span, onEnd } = exchange;
  const ended = { method, operation, requestId, startedAt, isRoutine, userId, span, onEnd };
  const socket = required(response.socket, 'socket of a response');
  // The handler uses `this` instead of `response`. A reference to `response` would keep it in memory until the end of the
  // stream.
  response.once('close', function (this: ServerResponse) {
    // If the response was not finished, the client has disconnected. The exchange and the stream have already ended then.
    if (this.writableFinished) begin(socket, stream, ended);
  });
  sendAsOne(response, { head, body: '' });
}

function begin(socket: Socket, stream: EventStream, exchange: EndedExchange): void {
  const server = serverOf(socket);
  if (!server || !releaseFromServer(socket)) {
    socket.destroy();
    stream.cancel();
    endExchange(exchange, { writableFinished: false, statusCode: 200 });
    return;
  }
  const sockets = takenOver.get(server) ?? new Set();
  takenOver.set(server, sockets);
  stream.pipe(new SocketTarget(socket, stream, { exchange, sockets }));
}

/** Writes events to a socket, as chunks of HTTP/1.1. Each open stream has such an object, so it has few fields. */
class SocketTarget implements EventTarget {
  readonly #socket: Socket;
  #hasEnded = false;
  #rest: NodeJS.Timeout | undefined;

  constructor(
    socket: Socket,
    stream: EventStream,
    { exchange, sockets }: { exchange: EndedExchange; sockets: Set<Socket> },
  ) {
    this.#socket = socket;
    sockets.add(socket);
    socket.on('error', ignore);
    socket.on('data', ignore);
    socket.on('end', endConnection);
    socket.on('close', () => {
      sockets.delete(socket);
      clearTimeout(this.#rest);
      stream.cancel();
      const writableFinished = this.#hasEnded && socket.writableFinished;
      endExchange(exchange, { writableFinished, statusCode: 200 });
    });
  }

  write(events: StreamedEvents): boolean {
    const socket = this.#socket;
    if (socket.destroyed || socket.writableEnded) return true;
    socket.write(chunkOf(events));
    return socket.writableLength <= maxUnsentBytes;
  }

  end(): void {
    const socket = this.#socket;
    this.#hasEnded = true;
    if (socket.destroyed) return;
    if (!socket.writableEnded) socket.end(lastChunk);
    socket.destroySoon();
    if (!socket.destroyed) this.#rest = setTimeout(() => socket.destroy(), restMs);
  }
}

/**
 * Ignores errors, after which the socket closes anyway. Also discards data that the client sends, although no further request may
 * follow: closing a connection with unread data would reset it, and the client could lose the end of the stream.
 */
const ignore = () => undefined;

function endConnection(this: Socket): void {
  this.end();
}
