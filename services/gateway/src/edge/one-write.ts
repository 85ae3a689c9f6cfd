import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { systemClock } from '@parley/core';
import type { Chunk } from './envelope.ts';

/** How long a connection without a request is kept, seconds. */
export const keepAliveSeconds = 75;

/** Head and body, both with a character for each byte. */
type Whole = { head: string; body: string };

/** Whether this version of Node keeps a head where `sendAsOne` puts it; if not, Node writes every response. */
const keepsHeader = '_header' in new ServerResponse(new IncomingMessage(new Socket()));

/**
 * Whether a response may leave as one text: its client keeps the connection, and wants a body. Everything else is
 * Node's to decide, or that of who made another kind of response (`inject`, which reads what `writeHead` is told).
 */
export const isPlain = (response: ServerResponse): boolean =>
  keepsHeader &&
  response.constructor === ServerResponse &&
  response.shouldKeepAlive &&
  response.req.httpVersion === '1.1' &&
  response.req.method !== 'HEAD';

/**
 * Sends a response in one write, its head written by the caller. `writeHead` builds the head anew for each response and
 * checks every name and value, which takes as long as all the rest that Node does for an answered poll. `_header` is
 * where Node itself keeps the text of a head that is still to be sent; ending, pipelining and keeping the connection
 * stay Node's. Values in the head must be ours: nobody checks them.
 */
export function sendAsOne(response: ServerResponse, { head, body }: Whole): void {
  (response as unknown as { _header: string })._header = head + body;
  response.end();
}

let date = '';
let dateSecond = 0;

/** The `Date` header (RFC 9110, 6.6.1), made once a second. */
export function dateLine(): string {
  const now = systemClock.now();
  const second = Math.floor(now / 1_000);
  if (second !== dateSecond) {
    dateSecond = second;
    date = `date: ${new Date(now).toUTCString()}\r\n`;
  }
  return date;
}

/** Chunks as one text that has a character for each byte of their UTF-8. */
export function bytesText(chunks: readonly Chunk[]): string {
  let text = '';
  for (const chunk of chunks) text += typeof chunk === 'string' ? bytesOfText(chunk) : textOfBytes(chunk);
  return text;
}

const bytesOfText = (text: string): string =>
  Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1');

/** The bytes converted last: the same events are sent to many polls, one after the other. */
let lastBytes: Uint8Array | undefined;
let lastText = '';

function textOfBytes(bytes: Uint8Array): string {
  if (bytes !== lastBytes) {
    lastText = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    lastBytes = bytes;
  }
  return lastText;
}
