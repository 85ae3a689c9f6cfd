import type { FindGroupUsesRequest, FindGroupUsesResponse } from '@parley/proto/channel/v1/administration';
import type { Ctx } from '../context.ts';
import { channelsNamingGroup } from '../db/group-uses.ts';

/** Without archived channels. Only the gateway calls it, before a group is deactivated. Checks no permission. */
export async function findGroupUses(
  ctx: Ctx,
  { groupId }: FindGroupUsesRequest,
): Promise<FindGroupUsesResponse> {
  return { uses: await channelsNamingGroup(ctx.db, groupId) };
}
