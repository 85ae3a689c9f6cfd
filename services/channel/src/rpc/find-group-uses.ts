import type { FindGroupUsesRequest, FindGroupUsesResponse } from '@parley/proto/channel/v1/administration';
import type { Ctx } from '../context.ts';
import { channelsNamingGroup } from '../db/group-uses.ts';

/** Channels in use whose settings name a group, for those who would deactivate it. No permission is checked. */
export async function findGroupUses(
  ctx: Ctx,
  { groupId }: FindGroupUsesRequest,
): Promise<FindGroupUsesResponse> {
  return { uses: await channelsNamingGroup(ctx.db, groupId) };
}
