import type { EraseUserRequest, EraseUserResponse } from '@parley/proto/upload/v1/erasing';
import type { Ctx } from '../context.ts';
import { lockFilesOf } from '../db/attachments.ts';
import { deleteImagesOf } from '../db/images.ts';
import { markContentForDeletion } from '../db/parts.ts';
import { removeAttachment } from '../files/remove-attachment.ts';

const batchFiles = 100;

/**
 * Deletes files and images of a person: all files or those that no message links to, and all images that do not belong
 * to the organization. Only `user-admin` calls it. It checks no permission, and may be repeated.
 */
export async function eraseUser(
  ctx: Ctx,
  { userId, deletesFiles, organizationImages }: EraseUserRequest,
): Promise<EraseUserResponse> {
  ctx.writeGuard.check();
  return ctx.db.tx(async (tx) => {
    const files = await lockFilesOf(tx, userId, { onlyUnlinked: !deletesFiles, limit: batchFiles });
    for (const file of files) await removeAttachment(tx, file);
    const contentIds = await deleteImagesOf(tx, userId, organizationImages);
    for (const contentId of contentIds) await markContentForDeletion(tx, contentId);
    return { isFinished: files.length < batchFiles, files: files.length, images: contentIds.length };
  });
}
