import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { errors } from '@parley/core';
import type { ReadFileRequest, ReadFileResponse } from '@parley/proto/upload/v1/files';
import type { Ctx } from '../../context.ts';
import type { TransferRequest } from '../../edge/declaration/transfer.ts';
import { exposedHeaders } from '../../edge/intake/other-origins.ts';

/** Streams a file or a range of it from the upload service to the client. */
export async function sendFile(
  ctx: Ctx,
  { request, response, headers, call, transferCall }: TransferRequest,
  file: NonNullable<ReadFileRequest['file']>,
): Promise<void> {
  const { range = '', 'if-none-match': ifNoneMatch = '', 'if-range': ifRange } = request.headers;
  // Opening the file has the deadline of an ordinary request. Only the transfer of its content has the longer one.
  const opening = new AbortController();
  const timer = setTimeout(
    () => opening.abort(errors.unavailable()),
    Math.max(0, call.deadline - Date.now()),
  );
  const headOnly = request.method === 'HEAD';
  const { response: head, bytes } = await ctx.rpc.files
    .readFile(
      {
        file,
        range,
        ifNoneMatch,
        ifRange: typeof ifRange === 'string' ? ifRange : '',
        headOnly,
      },
      { ...transferCall, signal: AbortSignal.any([transferCall.signal, opening.signal]) },
    )
    .finally(() => clearTimeout(timer));
  writeHead(response, head, headers);
  // An error aborts the connection, so that the client detects that the file is incomplete.
  await pipeline(bytes, response);
}

/** Names of the headers of a file that scripts of other origins may read. */
const exposed = `${exposedHeaders}, accept-ranges, content-disposition, content-length, content-range, etag`;

function writeHead(
  response: ServerResponse,
  head: ReadFileResponse,
  headers: TransferRequest['headers'],
): void {
  response.writeHead(head.status, {
    ...headers,
    ...(head.status !== 304 && {
      'content-type': head.contentType,
      'content-disposition': head.contentDisposition,
      'content-length': head.contentLength,
    }),
    ...(head.contentRange !== '' && { 'content-range': head.contentRange }),
    etag: head.etag,
    'accept-ranges': 'bytes',
    // Access to a private file is checked for each request, so caches must revalidate the file before they use it.
    'cache-control': head.isPublic ? 'public, max-age=31536000, immutable' : 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox",
    'referrer-policy': 'no-referrer',
    'access-control-expose-headers': exposed,
    'cross-origin-resource-policy': 'cross-origin',
  });
}
