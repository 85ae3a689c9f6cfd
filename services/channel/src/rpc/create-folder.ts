import { emitAll } from '@parley/db';
import type { CreateFolderRequest, CreateFolderResponse } from '@parley/proto/channel/v1/administration';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { insertFolder, lockFolders, refuseTakenName } from '../db/folders.ts';
import { parseFolderDescription, parseFolderName } from '../domain/folder.ts';
import { folderCreated } from '../events/folders.ts';
import { administrator } from '../facts/administrator.ts';
import { renderDescription } from '../view/description.ts';

/** Everyone sees channel folders, administrators change them. */
export async function createFolder(
  ctx: Ctx,
  request: CreateFolderRequest,
  call: Call,
): Promise<CreateFolderResponse> {
  ctx.writeGuard.check();
  const { userId } = await administrator(ctx, call);
  const { name, key } = parseFolderName(request.name);
  const description = parseFolderDescription(request.description);
  const renderedDescription = await renderDescription(ctx, description, call);
  const folder = await ctx.db.tx(async (tx) => {
    await lockFolders(tx);
    await refuseTakenName(tx, key, 0);
    const row = await insertFolder(tx, { name, key, description, renderedDescription, creatorId: userId });
    await emitAll(tx, [folderCreated(row, call.traceparent)]);
    return row;
  });
  return { channelFolderId: folder.id };
}
