import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { errors } from '@parley/core';
import type { ReadFileRequest, ReadFileResponse } from '@parley/proto/upload/v1/files';
import type { Ctx } from '../../context.ts';
import type { Transfer, TransferRequest } from '../../edge/transfer.ts';

const temporary = 'temporary/';
const thumbnail = 'thumbnail/';

/** An uploaded file. Without credentials: by a temporary URL, or what a web-public channel shows. */
export const getFile: Transfer = {
  methods: ['GET', 'HEAD'],
  path: '/user_uploads',
  takesRest: true,
  operation: 'get-file',
  summary: 'An uploaded file, whole or in part.',
  auth: 'optional',
  async handle(ctx, transfer) {
    const { rest } = transfer;
    await send(ctx, transfer, fileAt(rest));
    return undefined;
  },
};

function fileAt(rest: string): NonNullable<ReadFileRequest['file']> {
  if (rest.startsWith(temporary)) {
    return { $case: 'temporaryToken', temporaryToken: rest.slice(temporary.length).split('/', 1)[0]! };
  }
  if (rest.startsWith(thumbnail)) {
    const end = rest.lastIndexOf('/');
    const pathId = rest.slice(thumbnail.length, end);
    return { $case: 'thumbnail', thumbnail: { pathId, format: rest.slice(end + 1) } };
  }
  return { $case: 'pathId', pathId: rest };
}

/** An avatar, an emoji or an icon; everybody may see them. */
export const getImage: Transfer = {
  methods: ['GET', 'HEAD'],
  path: '/user_avatars',
  takesRest: true,
  operation: 'get-image',
  summary: 'An avatar, an emoji or an icon.',
  auth: 'none',
  async handle(ctx, transfer) {
    await send(ctx, transfer, { $case: 'imagePath', imagePath: `/user_avatars/${transfer.rest}` });
    return undefined;
  },
};

async function send(
  ctx: Ctx,
  { request, response, requestId, call, transferCall }: TransferRequest,
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
  writeHead(response, head, requestId);
  // What breaks off breaks the response off, too: the client must not take a part for the whole.
  await pipeline(bytes, response);
}

function writeHead(response: ServerResponse, head: ReadFileResponse, requestId: string): void {
  response.writeHead(head.status, {
    'x-request-id': requestId,
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
    'cross-origin-resource-policy': 'cross-origin',
  });
}
