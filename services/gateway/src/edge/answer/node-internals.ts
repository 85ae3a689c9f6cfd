/**
 * Accesses the private fields of Node's HTTP server that the gateway uses, because Node has no public interface for them.
 * `node-internals.test.ts` fails when a version of Node changes these fields.
 */
import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Returns the response in progress on a connection; null when there is none. */
export const responseOn = (socket: Duplex): ServerResponse | null =>
  (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage ?? null;

/** Whether this version of Node has the field that `setUnsentHead` writes: the text of a response head that is not sent yet. */
export const keepsUnsentHead = '_header' in new ServerResponse(new IncomingMessage(new Socket()));

/** The head and, encoded as Latin-1, the body if there is one. */
export function setUnsentHead(response: ServerResponse, text: string): void {
  (response as unknown as { _header: string })._header = text;
}

type HttpSocket = Socket & {
  server?: Server;
  parser?: { incoming: IncomingMessage | null; finish(): Error | undefined } | null;
};

export const serverOf = (socket: Socket): Server | undefined => (socket as HttpSocket).server;

/**
 * Returns whether a request is the last one read on its connection: no byte of a further request has been read. To find out, asks
 * Node's parser to finish. A parser that has read a part of a message reports an error, and can continue afterwards.
 */
export function isLastRead({ socket }: Pick<IncomingMessage, 'socket'>, request: IncomingMessage): boolean {
  const { parser } = socket as HttpSocket;
  return parser?.incoming === request && parser.finish() === undefined;
}

/** Whether the body of the request that is being read on a connection has not arrived completely. */
export const arrivesStill = (socket: Socket): boolean =>
  (socket as HttpSocket).parser?.incoming?.complete === false;

/**
 * Detaches a connection without a request in progress from its HTTP server, and frees Node's parser of the connection. Removes
 * all listeners of the connection. Returns false, and changes nothing, when that is not possible.
 */
export function releaseFromServer(socket: Socket): boolean {
  if (socket.destroyed || responseOn(socket) !== null) return false;
  // Node's own listener for `close` frees the parser. Afterwards the parser no longer reads from the connection.
  const free = socket.listeners('close').find(({ name }) => name === 'bound socketOnClose');
  if (!free) return false;
  free.call(socket);
  socket.removeAllListeners();
  socket.setTimeout(0);
  return true;
}
