import type { GetUploadRequest, GetUploadResponse } from '@parley/proto/upload/v1/receiving';
import { type Call, requirePrincipal } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { extentOf } from '../db/parts.ts';
import { findUpload } from '../db/uploads.ts';
import { noSuchUpload } from '../receiving/receive.ts';

/** Returns the state of a resumable upload of the caller. All bytes below the returned offset are durable. */
export async function getUpload(
  ctx: Ctx,
  { uploadId }: GetUploadRequest,
  call: Call,
): Promise<GetUploadResponse> {
  const upload = await findUpload(ctx.db, uploadId, requirePrincipal(call).userId);
  if (!upload || upload.sizeBytes === null) throw noSuchUpload();
  const { sizeBytes } = await extentOf(ctx.db, uploadId);
  return {
    // A complete upload has received all its bytes, even if its file was deleted later.
    offset: upload.attachmentId === null ? sizeBytes : upload.sizeBytes,
    sizeBytes: upload.sizeBytes,
    metadataJson: upload.metadataJson,
    createdAtMs: upload.createdAt.getTime(),
    expiresAtMs: upload.expiresAt.getTime(),
  };
}
