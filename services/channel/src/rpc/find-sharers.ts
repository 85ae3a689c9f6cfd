import type { FindSharersRequest, FindSharersResponse } from '@parley/proto/channel/v1/sharing';
import type { Ctx } from '../context.ts';
import { findSharers as readSharers } from '../db/sharers.ts';

/**
 * Returns, for each viewer, the users who share a channel with the viewer. If `userIds` is not empty, only these users are
 * returned. Only `user-admin` calls it. It checks no permission.
 */
export async function findSharers(
  ctx: Ctx,
  { viewerIds, userIds }: FindSharersRequest,
): Promise<FindSharersResponse> {
  return { sharers: await readSharers(ctx.db, viewerIds, userIds) };
}
