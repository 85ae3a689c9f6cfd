import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { errors } from '@parley/core';
import type { ReadFileRequest, ReadFileResponse } from '@parley/proto/upload/v1/files';
import type { Ctx } from '../../context.ts';
import { exposedHeaders } from '../../edge/respond.ts';
import type { TransferRequest } from '../../edge/transfer.ts';

/** Answers with a file, whole or in part, as its owner reads it out. */
export async function sendFile(
  ctx: Ctx,
  { request, response, headers, call, transferCall }: TransferRequest,
  file: NonNullable<ReadFileRequest['file']>,
): Promise<void> {
  const { range = '', 'if-none-match': ifNoneMatch = '', 'if-range': ifRange } = request.headers;
  // The description has to come in time, the file may take longer.
  const opening = new AbortController();
  const timer = setTimeout(() => opening.abort(errors.unavailable()), call.deadline - Date.now());
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
  // What breaks off breaks the response off, too: the client must not take a part for the whole.
  await pipeline(bytes, response);
}

/** Beside ours, what pages of other sites may read of a file's. */
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
    // Who may read a file is decided at each request.
    'cache-control': head.isPublic ? 'public, max-age=31536000, immutable' : 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox",
    'referrer-policy': 'no-referrer',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': exposed,
    'cross-origin-resource-policy': 'cross-origin',
  });
}
