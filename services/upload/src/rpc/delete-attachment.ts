import { errors } from '@parley/core';
import { recordAudit } from '@parley/db';
import type { DeleteAttachmentRequest, DeleteAttachmentResponse } from '@parley/proto/upload/v1/upload';
import { type Call, requirePrincipal } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { lockAttachment } from '../db/attachments.ts';
import { removeAttachment } from '../files/remove-attachment.ts';

/** Deletes a file of the caller, even if messages link to it (docs/api/uploads.md#attachments). */
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
    const details = { attachmentId, name: file.fileName };
    await recordAudit(tx, call, [{ action: 'file.deleted', userId: ownerId, details }]);
  });
  return {};
}
