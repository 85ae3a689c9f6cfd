import { errors } from '@parley/core';
import type { StoreFileRequest, StoreFileResponse } from '@parley/proto/upload/v1/receiving';
import { type Call, type MessageStream, requirePrincipal } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { begin, cancel } from '../receiving/begin.ts';
import { complete } from '../receiving/complete.ts';
import { dataOf } from '../receiving/frames.ts';
import { receive } from '../receiving/receive.ts';

/** Receives a file in one go (specification, 22). Whatever goes wrong, nothing of it stays. */
export async function storeFile(
  ctx: Ctx,
  stream: MessageStream<StoreFileRequest, StoreFileResponse>,
  call: Call,
): Promise<void> {
  const { userId: ownerId } = requirePrincipal(call);
  const frames = stream[Symbol.asyncIterator]();
  const first = (await frames.next()).value?.frame;
  if (first?.$case !== 'begin') throw errors.internal('A file begins with its description.');
  const upload = await begin(ctx, first.begin, { ownerId, sizeBytes: null, metadataJson: '' });
  try {
    const maxBytes = ctx.limits.maxFileBytes;
    const size = await receive(ctx, upload, 0, dataOf(frames, call), { maxBytes, keepsRest: false });
    if (size === 0) throw errors.badRequest('The uploaded file is empty.');
    stream.send({ file: await complete(ctx, upload) });
  } catch (error) {
    // What a crash leaves here, the sweeper removes when the upload expires.
    await cancel(ctx, upload.uploadId, ownerId).catch(() => undefined);
    throw error;
  }
}
