import { emitAll, recordAudit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { CreateFolderRequest, CreateFolderResponse } from '@parley/proto/channel/v1/administration';
import type { Ctx } from '../../context.ts';
import { insertFolder, lockFolders, refuseTakenName } from '../../db/folders.ts';
import { parseFolderDescription, parseFolderName } from '../../domain/folder.ts';
import { folderCreated } from '../../events/folders.ts';
import { administrator } from '../../facts/administrator.ts';
import { renderDescription } from '../../view/description.ts';

/** Only administrators. @throws UNAUTHORIZED_PRINCIPAL; BAD_REQUEST for an invalid or taken name, or description */
export async function createFolder(
  ctx: Ctx,
  request: CreateFolderRequest,
  scope: Scope,
): Promise<CreateFolderResponse> {
  ctx.writeGuard.check();
  const { userId } = await administrator(scope);
  const { name, key } = parseFolderName(request.name);
  const description = parseFolderDescription(request.description);
  const renderedDescription = await renderDescription(ctx, description, scope);
  const folder = await ctx.db.tx(async (tx) => {
    await lockFolders(tx);
    await refuseTakenName(tx, key, 0);
    const row = await insertFolder(tx, { name, key, description, renderedDescription, creatorId: userId });
    const details = { folderId: row.id, name };
    await recordAudit(tx, scope.call, [{ action: 'channel.folder_created', details }]);
    await emitAll(tx, [folderCreated(row, scope.call.traceparent)]);
    return row;
  });
  return { channelFolderId: folder.id };
}
