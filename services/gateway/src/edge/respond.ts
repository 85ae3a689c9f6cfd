import type { ServerResponse } from 'node:http';
import type { Chunk, RenderedBody } from './envelope.ts';
import type { RateState } from './rate-limits.ts';

/** Bodies up to this size are sent as one piece, bytes. */
const onePiece = 256 * 1024;
/** Bodies up to this size are sent as one text: it leaves together with the headers, in one write. */
const oneText = 16 * 1024;

export type ResponseHead = {
  status: number;
  contentType: string;
  requestId: string;
  /** The connection ends after this response: the process is leaving. */
  isLast: boolean;
  rate?: RateState | undefined;
  headers?: Readonly<Record<string, string | string[]>>;
};

const exposedHeaders =
  'x-request-id, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset';

type Headers = Record<string, string | string[] | number>;

function headOf(head: ResponseHead, length: number | undefined): Headers {
  const headers: Headers = {
    'content-type': head.contentType,
    'x-request-id': head.requestId,
    // Any page may call with its user's key. Cookies do not come along: there is no `allow-credentials`.
    'access-control-allow-origin': '*',
    'access-control-expose-headers': exposedHeaders,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  if (length !== undefined) headers['content-length'] = length;
  if (head.isLast) headers.connection = 'close';
  if (head.rate) {
    headers['x-ratelimit-limit'] = head.rate.limit;
    headers['x-ratelimit-remaining'] = head.rate.remaining;
    headers['x-ratelimit-reset'] = head.rate.resetAt;
  }
  return head.headers ? Object.assign(headers, head.headers) : headers;
}

/** Sends a response whose body is a text or bytes. */
export function respond(response: ServerResponse, head: ResponseHead, body: Chunk): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(head.status, headOf(head, Buffer.byteLength(body)));
  response.end(body);
}

/** Sends a rendered body; large and streamed ones at the pace of the client. */
export async function respondBody(
  response: ServerResponse,
  head: ResponseHead,
  body: RenderedBody,
): Promise<void> {
  if (body.kind === 'streamed') return respondStreamed(response, head, body.chunks);
  const { chunks } = body;
  if (chunks.length === 1) return respond(response, head, chunks[0]!);
  let length = 0;
  for (const chunk of chunks) length += Buffer.byteLength(chunk);
  if (length <= oneText) return respond(response, head, textOf(chunks));
  if (length <= onePiece) return respond(response, head, joined(chunks, length));
  if (response.headersSent || response.destroyed) return;
  response.writeHead(head.status, headOf(head, length));
  for (const chunk of chunks) {
    if (response.destroyed) return;
    if (!response.write(chunk)) await drained(response);
  }
  response.end();
}

/** An error after the first chunk breaks the connection off: the client must not take the part for the whole. */
async function respondStreamed(
  response: ServerResponse,
  head: ResponseHead,
  chunks: AsyncIterable<Chunk>,
): Promise<void> {
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

/** What services send is JSON, and so UTF-8. */
function textOf(chunks: readonly Chunk[]): string {
  let text = '';
  for (const chunk of chunks) {
    text +=
      typeof chunk === 'string'
        ? chunk
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString();
  }
  return text;
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

/** Resolves when more may be written, or when the connection is gone. */
export function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed || !response.writableNeedDrain) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = () => {
    response.off('drain', done).off('close', done);
    resolve();
  };
  response.once('drain', done).once('close', done);
  return promise;
}
