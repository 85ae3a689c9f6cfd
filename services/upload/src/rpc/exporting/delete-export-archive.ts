import type {
  DeleteExportArchiveRequest,
  DeleteExportArchiveResponse,
} from '@parley/proto/upload/v1/exporting';
import type { Ctx } from '../../context.ts';
import { deleteExport } from '../../db/exports.ts';
import { markContentForDeletion } from '../../db/parts.ts';

/** Deletes the archive of an export. Only `user-admin` calls it. It checks no permission. */
export async function deleteExportArchive(
  ctx: Ctx,
  { exportId }: DeleteExportArchiveRequest,
): Promise<DeleteExportArchiveResponse> {
  await ctx.db.tx(async (tx) => {
    const deleted = await deleteExport(tx, exportId);
    if (deleted) await markContentForDeletion(tx, deleted.contentId);
  });
  return {};
}
