import type { StoreFileRequest, StoreFileResponse } from '@parley/proto/upload/v1/receiving';
import { type ByteAnswer, type Bytes, type Call, requirePrincipal } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { begin, cancel } from '../receiving/begin.ts';
import { complete } from '../receiving/complete.ts';
import { receive } from '../receiving/receive.ts';

/** Receives a file in one request (docs/api/uploads.md#uploading). After a failure it discards all bytes. */
export async function storeFile(
  ctx: Ctx,
  description: StoreFileRequest,
  bytes: Bytes,
  call: Call,
): Promise<ByteAnswer<StoreFileResponse>> {
  const { userId: ownerId } = requirePrincipal(call);
  const upload = await begin(ctx, description, { ownerId, sizeBytes: null, metadataJson: '' });
  try {
    const maxBytes = ctx.limits.maxFileBytes;
    await receive(ctx, upload, 0, bytes, { maxBytes, keepsPartial: false });
    return { response: { file: await complete(ctx, upload) } };
  } catch (error) {
    // If this process crashes here, the sweeper removes the upload when it expires.
    await cancel(ctx, upload.uploadId, ownerId).catch(() => undefined);
    throw error;
  }
}
