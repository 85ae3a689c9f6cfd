import type { FindGroupUsesRequest, FindGroupUsesResponse } from '@parley/proto/channel/v1/administration';
import type { Ctx } from '../context.ts';
import { channelsNamingGroup } from '../db/group-uses.ts';

/**
 * Returns the channels whose group settings refer to a group. Archived channels are not included. Only the gateway calls it, before
 * a group is deactivated. It checks no permission.
 */
export async function findGroupUses(
  ctx: Ctx,
  { groupId }: FindGroupUsesRequest,
): Promise<FindGroupUsesResponse> {
  return { uses: await channelsNamingGroup(ctx.db, groupId) };
}
