import type { EraseUserRequest, EraseUserResponse } from '@parley/proto/upload/v1/erasing';
import type { Ctx } from '../../context.ts';
import { lockFilesOf } from '../../db/attachments.ts';
import { deleteImagesOf } from '../../db/images.ts';
import { markContentForDeletion } from '../../db/parts.ts';
import { deleteUploadsOf } from '../../db/uploads.ts';
import { removeAttachment } from '../../files/remove-attachment.ts';

const batchFiles = 100;

/**
 * Deletes a batch of a person's files and images: all files with `deletesFiles`, otherwise only files to which no message
 * links; all uploads that are not complete; and all images except those of the organization. `user-admin` calls it until `isFinished`. It is idempotent and checks
 * no permission.
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
    const uploadIds = await deleteUploadsOf(tx, userId);
    for (const contentId of [...contentIds, ...uploadIds]) await markContentForDeletion(tx, contentId);
    return { isFinished: files.length < batchFiles, files: files.length, images: contentIds.length };
  });
}
