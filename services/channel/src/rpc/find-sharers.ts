import type { FindSharersRequest, FindSharersResponse } from '@parley/proto/channel/v1/sharing';
import type { Ctx } from '../context.ts';
import { findSharers as readSharers } from '../db/sharers.ts';

/**
 * Returns, for each viewer, those of the given users (of all users when none are given) who share a channel with the
 * viewer. Only `user-admin` calls it: it checks no permission.
 */
export async function findSharers(
  ctx: Ctx,
  { viewerIds, userIds }: FindSharersRequest,
): Promise<FindSharersResponse> {
  return { sharers: await readSharers(ctx.db, viewerIds, userIds) };
}
