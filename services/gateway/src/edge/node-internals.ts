/**
 * The private fields of Node's HTTP server that the gateway uses, because no public interface offers the same.
 * `node-internals.test.ts` fails when a version of Node changes them.
 */
import { IncomingMessage, ServerResponse } from 'node:http';
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
