import { ServerResponse } from 'node:http';
import { systemClock } from '@parley/core';
import type { Chunk } from './chunk.ts';
import { keepsUnsentHead, setUnsentHead } from './node-internals.ts';
import { transportLines } from './standing-headers.ts';

/** Time for which an idle connection is kept, in seconds. */
export const keepAliveSeconds = 75;

/** Status 200. The head has no status line, and ends with an empty line. Each character of the body is one byte. */
type Whole = { head: string; body: string };

/**
 * Returns whether `sendAsOne` may write a response: it is an HTTP/1.1 response with a body on a connection that stays open.
 * Other responses, such as those to `inject` of the HTTP framework in tests, need `writeHead`.
 */
export const isPlain = (response: ServerResponse): boolean =>
  keepsUnsentHead &&
  response.constructor === ServerResponse &&
  response.shouldKeepAlive &&
  response.req.httpVersion === '1.1' &&
  response.req.method !== 'HEAD';

/**
 * Sends a response in one write, with a head that the caller has built. For a long-poll, building and validating the headers in
 * `writeHead` would take as long as all of Node's other work. Node still handles the end of the response, pipelining and
 * keep-alive. The head must not contain text that clients wrote, because nothing validates it.
 */
export function sendAsOne(response: ServerResponse, { head, body }: Whole): void {
  setUnsentHead(response, `HTTP/1.1 200 OK\r\n${transportLines(response)}${head}${body}`);
  response.end();
}

let date = '';
let dateSecond = 0;

/** Returns the `Date` header line (RFC 9110, 6.6.1). The line is rebuilt at most once a second. */
export function dateLine(): string {
  const now = systemClock.now();
  const second = Math.floor(now / 1_000);
  if (second !== dateSecond) {
    dateSecond = second;
    date = `date: ${new Date(now).toUTCString()}\r\n`;
  }
  return date;
}

export function bytesText(chunks: readonly Chunk[]): string {
  let text = '';
  for (const chunk of chunks) text += typeof chunk === 'string' ? bytesOfText(chunk) : textOfBytes(chunk);
  return text;
}

const bytesOfText = (text: string): string =>
  Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1');

/** The bytes that were converted last, and their text. They are cached because many polls in a row get the same events. */
let lastBytes: Uint8Array | undefined;
let lastText = '';

function textOfBytes(bytes: Uint8Array): string {
  if (bytes !== lastBytes) {
    lastText = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    lastBytes = bytes;
  }
  return lastText;
}
