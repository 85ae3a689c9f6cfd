import { errors } from '@parley/core';
import type { AppendUploadRequest, AppendUploadResponse } from '@parley/proto/upload/v1/receiving';
import { type Call, type MessageStream, requirePrincipal } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { extentOf } from '../db/parts.ts';
import { findUpload } from '../db/uploads.ts';
import { complete } from '../receiving/complete.ts';
import { dataOf } from '../receiving/frames.ts';
import { noSuchUpload, receive, wrongOffset } from '../receiving/receive.ts';

/** Continues one of the caller's uploads. With its last byte it becomes a file. */
export async function appendUpload(
  ctx: Ctx,
  stream: MessageStream<AppendUploadRequest, AppendUploadResponse>,
  call: Call,
): Promise<void> {
  ctx.writeGuard.check();
  const { userId: ownerId } = requirePrincipal(call);
  const frames = stream[Symbol.asyncIterator]();
  const first = (await frames.next()).value?.frame;
  if (first?.$case !== 'begin') throw errors.internal('An upload continues with its place.');
  const { uploadId, offset } = first.begin;
  const upload = await findUpload(ctx.db, uploadId, ownerId);
  if (!upload || upload.sizeBytes === null) throw noSuchUpload();
  const reached =
    upload.attachmentId === null ? (await extentOf(ctx.db, uploadId)).sizeBytes : upload.sizeBytes;
  if (reached !== offset) throw wrongOffset();
  const end = await receive(ctx, upload, offset, dataOf(frames, call), {
    maxBytes: upload.sizeBytes,
    keepsRest: true,
  });
  stream.send({ offset: end, file: end === upload.sizeBytes ? await complete(ctx, upload) : undefined });
}
