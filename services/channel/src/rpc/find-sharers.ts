import type { FindSharersRequest, FindSharersResponse } from '@parley/proto/channel/v1/sharing';
import type { Ctx } from '../context.ts';
import { findSharers as readSharers } from '../db/sharers.ts';

/** Who shares a channel with whom, for `user-admin`, which decides whom guests see. No permission is checked. */
export async function findSharers(
  ctx: Ctx,
  { viewerIds, userIds }: FindSharersRequest,
): Promise<FindSharersResponse> {
  return { sharers: await readSharers(ctx.db, viewerIds, userIds) };
}
