import type { CancelUploadRequest, CancelUploadResponse } from '@parley/proto/upload/v1/receiving';
import { type Call, requirePrincipal } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { cancel } from '../receiving/begin.ts';

export async function cancelUpload(
  ctx: Ctx,
  { uploadId }: CancelUploadRequest,
  call: Call,
): Promise<CancelUploadResponse> {
  await cancel(ctx, uploadId, requirePrincipal(call).userId);
  return {};
}
