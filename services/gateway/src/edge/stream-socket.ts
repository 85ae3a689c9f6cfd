import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { EventStream, EventTarget, StreamedEvents } from '../context.ts';
import { chunkOf, lastChunk } from './event-frames.ts';
import { type EndedExchange, type Exchange, endExchange } from './exchange.ts';
import { isLastRead, releaseFromServer, serverOf } from './node-internals.ts';
import { isPlain, sendAsOne } from './one-write.ts';

/** Maximum number of bytes that wait for a client that reads slowly. If more wait, the stream ends. */
export const maxUnsentBytes = 256 * 1024;
/** Time in milliseconds in which a client must read the rest of a stream that has ended. */
export const restMs = 30_000;

/** Connections that streams have taken over. Their server no longer knows them. */
const takenOver = new WeakMap<Server, Set<Socket>>();

/** Closes the connections that streams have taken over from a server. */
export function closeStreams(server: Server): void {
  for (const socket of takenOver.get(server) ?? []) socket.destroy();
}

/**
 * Returns whether a stream may take over the connection of a response: the response is a plain one of HTTP/1.1, it is
 * the last one on the connection, and everything before it was sent.
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
 * Sends a head, and then writes the events of a stream to the connection itself. A stream waits for minutes, and without
 * its request, its response and their parser it takes less than half of the memory.
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
  const socket = response.socket!;
  // `this` is the response: a function that named it would keep it until the end of the stream.
  response.once('close', function (this: ServerResponse) {
    // Otherwise the client has disconnected, which has ended the exchange and the stream.
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

/** Writes events to a connection, as chunks of HTTP/1.1. There is one for each stream, so it is small. */
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

/** Reads what a client sends although no request may follow, so that closing the connection does not reset it. */
const ignore = () => undefined;

function endConnection(this: Socket): void {
  this.end();
}
