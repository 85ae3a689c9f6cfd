import { jsonBytes } from '@parley/core';
import { requireCaller } from '@parley/directory';
import type { GetFoldersRequest, GetFoldersResponse } from '@parley/proto/channel/v1/administration';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { allFolders } from '../db/folders.ts';

/** Channel folders, for everybody. */
export async function getFolders(
  ctx: Ctx,
  { includeArchived }: GetFoldersRequest,
  call: Call,
): Promise<GetFoldersResponse> {
  await requireCaller(ctx, call);
  const folders = (await allFolders(ctx.db)).filter((folder) => includeArchived || !folder.is_archived);
  return { channelFoldersJson: jsonBytes(folders) };
}
