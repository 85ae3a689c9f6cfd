import type { FindSharersRequest, FindSharersResponse } from '@parley/proto/channel/v1/sharing';
import type { Ctx } from '../context.ts';
import { findSharers as readSharers } from '../db/sharers.ts';

/** If `userIds` is not empty, only these. Only `user-admin` calls it. Checks no permission. */
export async function findSharers(
  ctx: Ctx,
  { viewerIds, userIds }: FindSharersRequest,
): Promise<FindSharersResponse> {
  return { sharers: await readSharers(ctx.db, viewerIds, userIds) };
}
