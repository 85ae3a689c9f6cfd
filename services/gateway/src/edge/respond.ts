import type { ServerResponse } from 'node:http';
import { firstItem } from '@parley/core';
import type { Chunk } from './answer/chunk.ts';
import { compressedHeaders, mayCompress, writeCompressed } from './answer/compress.ts';
import type { RenderedBody } from './answer/envelope.ts';
import type { Exchange } from './answer/exchange.ts';
import { bytesText, dateLine, isPlain, keepAliveSeconds, sendAsOne } from './answer/one-write.ts';
import { isShared, writeSharedCompressed } from './answer/shared-gzip.ts';
import { sharedHeaders } from './intake/other-origins.ts';
import type { RateState } from './limits/rate-limits.ts';
import { respondEvents } from './streams/event-stream.ts';

const json = 'application/json';

/** Bodies up to this size, in bytes, are sent in one write. */
const onePiece = 256 * 1024;
/** Bodies up to this size, in bytes, are sent in one write together with the headers. */
const oneText = 16 * 1024;

export type ResponseHead = {
  status: number;
  contentType: string;
  requestId: string;
  /** Whether the connection closes after this response, for example because the process is stopping. */
  isLast: boolean;
  /** Whether scripts of other origins may read the response. */
  isShared: boolean;
  rate?: RateState | undefined;
  /** Whether a large body may be compressed. False for long-polls, because many of them are answered at the same time. */
  compresses?: boolean;
  headers?: Readonly<Record<string, string | string[]>> | undefined;
  /** The exchange of this response. Only a stream of events needs it, and finishes it when the stream ends. */
  exchange?: Exchange;
};

const constantHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

type Headers = Record<string, string | string[] | number>;

function headOf(head: ResponseHead, length: number | undefined): Headers {
  const headers: Headers = {
    'content-type': head.contentType,
    ...headersOfEveryAnswer(head),
    ...constantHeaders,
  };
  if (length !== undefined) headers['content-length'] = length;
  return head.headers ? Object.assign(headers, head.headers) : headers;
}

export function headersOfEveryAnswer(head: ResponseHead): Record<string, string> {
  const { requestId, isLast, rate } = head;
  return {
    'x-request-id': requestId,
    ...(head.isShared && sharedHeaders),
    ...(isLast && { connection: 'close' }),
    ...(rate && {
      'x-ratelimit-limit': String(rate.limit),
      'x-ratelimit-remaining': String(rate.remaining),
      'x-ratelimit-reset': String(rate.resetAt),
    }),
  };
}

/** Returns whether a response can use the head that `ordinaryHead` builds: a shared JSON success without further headers. */
const isOrdinary = (response: ServerResponse, head: ResponseHead) =>
  head.status === 200 &&
  head.contentType === json &&
  head.isShared &&
  !head.isLast &&
  head.headers === undefined &&
  isPlain(response);

const ordinaryLines = [
  `content-type: ${json}`,
  ...Object.entries({ ...sharedHeaders, ...constantHeaders }).map(([name, value]) => `${name}: ${value}`),
  'connection: keep-alive',
  `keep-alive: timeout=${keepAliveSeconds}`,
].join('\r\n');

/** Returns the headers that Node would write for the result of `headOf` of an ordinary response, as text. */
function ordinaryHead({ requestId, rate }: ResponseHead, length: number): string {
  const counted = rate
    ? `x-ratelimit-limit: ${rate.limit}\r\nx-ratelimit-remaining: ${rate.remaining}\r\nx-ratelimit-reset: ${rate.resetAt}\r\n`
    : '';
  return `${ordinaryLines}\r\n${dateLine()}x-request-id: ${requestId}\r\n${counted}content-length: ${length}\r\n\r\n`;
}

/** Sends a response whose body is a text or bytes. */
export function respond(response: ServerResponse, head: ResponseHead, body: Chunk): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(head.status, headOf(head, Buffer.byteLength(body)));
  response.end(body);
}

/** With backpressure. Large bodies are compressed when `head.compresses` and the client accepts gzip. */
export async function respondBody(
  response: ServerResponse,
  head: ResponseHead,
  body: RenderedBody,
): Promise<void> {
  if (body.kind === 'events') {
    return respondEvents(response, headOf(head, undefined), { stream: body.stream, exchange: head.exchange });
  }
  if (body.kind === 'streamed') return respondStreamed(response, head, body.chunks);
  const { chunks } = body;
  let length = 0;
  for (const chunk of chunks) length += Buffer.byteLength(chunk);
  if (length <= oneText && isOrdinary(response, head)) {
    if (response.headersSent || response.destroyed) return;
    return sendAsOne(response, { head: ordinaryHead(head, length), body: bytesText(chunks) });
  }
  if (length > oneText && head.compresses && mayCompress(response)) {
    if (response.headersSent || response.destroyed) return;
    response.writeHead(head.status, { ...headOf(head, undefined), ...compressedHeaders });
    return chunks.some(isShared)
      ? writeSharedCompressed(response, chunks)
      : writeCompressed(response, chunks);
  }
  if (chunks.length === 1) return respond(response, head, firstItem(chunks));
  if (length <= onePiece) return respond(response, head, joined(chunks, length));
  if (response.headersSent || response.destroyed) return;
  response.writeHead(head.status, headOf(head, length));
  for (const chunk of chunks) {
    if (response.destroyed) return;
    if (!response.write(chunk)) await drained(response);
  }
  response.end();
}

/** An error after the first chunk aborts the connection, so that the client detects the truncation. */
async function respondStreamed(
  response: ServerResponse,
  head: ResponseHead,
  chunks: AsyncIterable<Chunk>,
): Promise<void> {
  if (head.compresses && mayCompress(response)) return respondStreamedCompressed(response, head, chunks);
  let hasBegun = false;
  try {
    for await (const chunk of chunks) {
      if (response.destroyed) return;
      if (!hasBegun) response.writeHead(head.status, headOf(head, undefined));
      hasBegun = true;
      if (!response.write(chunk)) await drained(response);
    }
    response.end();
  } catch (error) {
    if (hasBegun) response.destroy();
    throw error;
  }
}

async function respondStreamedCompressed(
  response: ServerResponse,
  head: ResponseHead,
  chunks: AsyncIterable<Chunk>,
): Promise<void> {
  const rest = chunks[Symbol.asyncIterator]();
  // The headers are not sent before the first chunk. So an earlier error is still answered with an error envelope.
  const first = await rest.next();
  if (response.destroyed) return void (await rest.return?.());
  response.writeHead(head.status, { ...headOf(head, undefined), ...compressedHeaders });
  await writeCompressed(response, all());

  async function* all(): AsyncGenerator<Chunk> {
    if (!first.done) yield first.value;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
}

function joined(chunks: readonly Chunk[], length: number): Uint8Array {
  const whole = Buffer.allocUnsafe(length);
  let offset = 0;
  for (const chunk of chunks) {
    if (typeof chunk === 'string') offset += whole.write(chunk, offset);
    else {
      whole.set(chunk, offset);
      offset += chunk.length;
    }
  }
  return whole;
}

/** Resolves when the response accepts more data, or when its connection is closed. */
function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed || !response.writableNeedDrain) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = () => {
    response.off('drain', done).off('close', done);
    resolve();
  };
  response.once('drain', done).once('close', done);
  return promise;
}
