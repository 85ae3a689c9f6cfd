import type { GetSubgroupsRequest, GetSubgroupsResponse } from '@parley/proto/useradmin/v1/groups';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { reachable } from '../../domain/group-rules.ts';
import { groupOf, readWorld } from '../../groups/change-groups.ts';
import { asking } from '../../groups/read-groups.ts';

/** Groups within a group, by ID. @throws BAD_REQUEST for no group, UNAUTHORIZED */
export function getSubgroups(
  ctx: Ctx,
  { groupId, directOnly }: GetSubgroupsRequest,
  call: Call,
): Promise<GetSubgroupsResponse> {
  return asking(ctx, call, async (tx) => {
    const { world } = await readWorld(ctx, tx);
    const group = groupOf(world, groupId);
    const below = reachable(world.groups, groupId);
    below.delete(groupId);
    const ids = directOnly ? group.subgroupIds : [...below].sort((a, b) => a - b);
    return { subgroupIds: [...ids] };
  });
}
