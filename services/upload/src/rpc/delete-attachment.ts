import { errors } from '@parley/core';
import type { DeleteAttachmentRequest, DeleteAttachmentResponse } from '@parley/proto/upload/v1/upload';
import { type Call, requirePrincipal } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { lockAttachment } from '../db/attachments.ts';
import { removeAttachment } from '../files/remove-attachment.ts';

/** Deletes one of the caller's files, linked or not (specification, 20). */
export async function deleteAttachment(
  ctx: Ctx,
  { attachmentId }: DeleteAttachmentRequest,
  call: Call,
): Promise<DeleteAttachmentResponse> {
  const { userId: ownerId } = requirePrincipal(call);
  ctx.writeGuard.check();
  await ctx.db.tx(async (tx) => {
    const file = await lockAttachment(tx, attachmentId);
    if (file?.ownerId !== ownerId) throw errors.badRequest('Invalid attachment');
    await removeAttachment(tx, file);
  });
  return {};
}
