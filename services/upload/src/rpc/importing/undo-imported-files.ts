import type { UndoImportedFilesRequest, UndoImportedFilesResponse } from '@parley/proto/upload/v1/importing';
import { type Call, requireOperator } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { deleteAttachmentRow } from '../../db/attachments.ts';
import { lockImported } from '../../db/imports.ts';
import { markContentForDeletion } from '../../db/parts.ts';
import { deleteThumbnails } from '../../db/thumbnails.ts';

/** Number of files that one call deletes. */
const batch = 500;

/** Deletes a batch of the files of an import. Emits no events. */
export async function undoImportedFiles(
  ctx: Ctx,
  { importId }: UndoImportedFilesRequest,
  call: Call,
): Promise<UndoImportedFilesResponse> {
  requireOperator(call);
  ctx.writeGuard.check();
  const deleted = await ctx.db.tx(async (tx) => {
    const files = await lockImported(tx, importId, batch);
    for (const { attachmentId, contentId } of files) {
      await deleteThumbnails(tx, attachmentId);
      await deleteAttachmentRow(tx, attachmentId);
      await markContentForDeletion(tx, contentId);
    }
    return files.length;
  });
  return { deleted, hasMore: deleted === batch };
}
