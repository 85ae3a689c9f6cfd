import type { DeleteExportRequest, DeleteExportResponse } from '@parley/proto/useradmin/v1/organization';
import { backgroundCall } from '@parley/rpc';
import { audit } from '../../kernel/audit.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { administer, requireRole } from '../../organization/settings/administer.ts';
import { announceExports } from '../announce-exports.ts';
import type { Ctx } from '../context.ts';
import { findExport, lockExport, markExportDeleted } from '../db/exports.ts';
import { checkDeletion } from '../domain/rules.ts';

/**
 * Deletes the archive of an export. Its entry stays in the list. Only administrators may call it.
 * @throws BAD_REQUEST when the export does not exist or has no archive, UNAUTHORIZED_PRINCIPAL for other people
 */
export async function deleteExport(
  ctx: Ctx,
  { exportId }: DeleteExportRequest,
  scope: DbScope,
): Promise<DeleteExportResponse> {
  requireRole(await scope.caller(), 'administrators');
  checkDeletion(await findExport(scope, exportId));
  // Deletes the archive before the change of the list, so that the deletion can be repeated when the process crashes in
  // between.
  await ctx.rpc.upload.deleteExportArchive({ exportId }, backgroundCall({ signal: scope.call.signal }));
  return administer(scope, 'administrators', async (tx) => {
    await markExportDeleted(tx, checkDeletion(await lockExport(tx, exportId)));
    await audit(tx, { action: 'export.deleted', details: { exportId } });
    await announceExports(ctx, tx);
    return {};
  });
}
