import { errors } from '@parley/core';
import type { BeginUploadRequest, BeginUploadResponse } from '@parley/proto/upload/v1/receiving';
import { type Call, requirePrincipal } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { begin } from '../receiving/begin.ts';
import { complete } from '../receiving/complete.ts';

/** Maximum length of the client's metadata in characters. */
const maxMetadata = 4_000;

/** Starts a resumable upload. */
export async function beginUpload(
  ctx: Ctx,
  { description, sizeBytes, metadataJson }: BeginUploadRequest,
  call: Call,
): Promise<BeginUploadResponse> {
  const { userId: ownerId } = requirePrincipal(call);
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0) throw errors.badRequest('Invalid upload length');
  if (metadataJson.length > maxMetadata) throw errors.badRequest('The metadata of the upload is too long.');
  const wanted = description ?? { fileName: '', contentType: '' };
  const upload = await begin(ctx, wanted, { ownerId, sizeBytes, metadataJson });
  return {
    uploadId: upload.uploadId,
    expiresAtMs: upload.expiresAt.getTime(),
    file: sizeBytes === 0 ? await complete(ctx, upload) : undefined,
  };
}
