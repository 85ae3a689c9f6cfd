/**
 * The private fields of Node's HTTP server that the gateway uses, because no public interface offers the same.
 * `node-internals.test.ts` fails when a version of Node changes them.
 */
import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Returns the response in progress on a connection; null when there is none. */
export const responseOn = (socket: Duplex): ServerResponse | null =>
  (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage ?? null;

/**
 * Whether this version of Node stores the text of a head that is not sent yet in the field that `setUnsentHead` writes.
 */
export const keepsUnsentHead = '_header' in new ServerResponse(new IncomingMessage(new Socket()));

/** Sets the text that Node sends when the response ends: the head and, in Latin-1, the body if there is one. */
export function setUnsentHead(response: ServerResponse, text: string): void {
  (response as unknown as { _header: string })._header = text;
}

type HttpSocket = Socket & {
  server?: Server;
  parser?: { incoming: IncomingMessage | null; finish(): Error | undefined } | null;
};

/** Returns the HTTP server that accepted a connection. */
export const serverOf = (socket: Socket): Server | undefined => (socket as HttpSocket).server;

/**
 * Returns whether no byte of a further request has been read on the connection of a request. Node's parser reports the
 * end of its input as an error when it has read a part of a message, and can continue afterwards.
 */
export function isLastRead({ socket }: Pick<IncomingMessage, 'socket'>, request: IncomingMessage): boolean {
  const { parser } = socket as HttpSocket;
  return parser?.incoming === request && parser.finish() === undefined;
}

/**
 * Takes a connection without a request in progress away from its HTTP server, with which Node frees its parser. Nothing
 * listens to the connection afterwards. Returns false when that is not possible.
 */
export function releaseFromServer(socket: Socket): boolean {
  if (socket.destroyed || responseOn(socket) !== null) return false;
  // Node's listener frees the parser, which then no longer reads from the connection.
  const free = socket.listeners('close').find(({ name }) => name === 'bound socketOnClose');
  if (!free) return false;
  free.call(socket);
  socket.removeAllListeners();
  socket.setTimeout(0);
  return true;
}
