import { emitAll, recordAudit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { ReorderFoldersRequest, ReorderFoldersResponse } from '@parley/proto/channel/v1/administration';
import type { Ctx } from '../../context.ts';
import { allFolders, lockFolders, reorderFolders as storeOrder } from '../../db/folders.ts';
import { checkOrder } from '../../domain/folder.ts';
import { foldersReordered } from '../../events/folders.ts';
import { administrator } from '../../facts/administrator.ts';

/** Reorders all channel folders. Only administrators may call it. */
export async function reorderFolders(
  ctx: Ctx,
  { order }: ReorderFoldersRequest,
  scope: Scope,
): Promise<ReorderFoldersResponse> {
  ctx.writeGuard.check();
  await administrator(scope);
  await ctx.db.tx(async (tx) => {
    await lockFolders(tx);
    const folders = await allFolders(tx);
    checkOrder(
      order,
      folders.map((folder) => folder.id),
    );
    if (folders.every((folder, index) => folder.id === order[index])) return;
    await storeOrder(tx, order);
    await emitAll(tx, [foldersReordered(order, scope.call.traceparent)]);
    const details = { from: folders.map(({ id }) => id), to: order };
    await recordAudit(tx, scope.call, [{ action: 'channel.folders_reordered', details }]);
  });
  return {};
}
