import { jsonBytes } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { GetFoldersRequest, GetFoldersResponse } from '@parley/proto/channel/v1/administration';
import type { Ctx } from '../../context.ts';
import { allFolders } from '../../db/folders.ts';

/** Returns the channel folders. Everyone with an account may see them. */
export async function getFolders(
  ctx: Ctx,
  { includeArchived }: GetFoldersRequest,
  scope: Scope,
): Promise<GetFoldersResponse> {
  await scope.caller();
  const folders = (await allFolders(ctx.db)).filter((folder) => includeArchived || !folder.is_archived);
  return { channelFoldersJson: jsonBytes(folders) };
}
