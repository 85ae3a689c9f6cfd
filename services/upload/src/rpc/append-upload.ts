import type { AppendUploadRequest, AppendUploadResponse } from '@parley/proto/upload/v1/receiving';
import { type ByteAnswer, type Bytes, type Call, requirePrincipal } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { extentOf } from '../db/parts.ts';
import { findUpload } from '../db/uploads.ts';
import { complete } from '../receiving/complete.ts';
import { noSuchUpload, receive, wrongOffset } from '../receiving/receive.ts';

/** All bytes make it a file. @throws NOT_FOUND; BAD_REQUEST (409) for a wrong offset; PAYLOAD_TOO_LARGE */
export async function appendUpload(
  ctx: Ctx,
  { uploadId, offset }: AppendUploadRequest,
  bytes: Bytes,
  call: Call,
): Promise<ByteAnswer<AppendUploadResponse>> {
  ctx.writeGuard.check();
  const { userId: ownerId } = requirePrincipal(call);
  const upload = await findUpload(ctx.db, uploadId, ownerId);
  if (!upload || upload.sizeBytes === null) throw noSuchUpload();
  const reached =
    upload.attachmentId === null ? (await extentOf(ctx.db, uploadId)).sizeBytes : upload.sizeBytes;
  if (reached !== offset) throw wrongOffset();
  const end = await receive(ctx, upload, offset, bytes, { maxBytes: upload.sizeBytes, keepsPartial: true });
  const file = end === upload.sizeBytes ? await complete(ctx, upload) : undefined;
  return { response: { offset: end, file } };
}
