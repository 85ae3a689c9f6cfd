import { jsonBytes } from '@parley/core';
import type { GetGroupsRequest, GetGroupsResponse } from '@parley/proto/useradmin/v1/groups';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { readWorld } from '../../groups/change-groups.ts';
import { asking } from '../../groups/read-groups.ts';
import { shownGroups } from '../../groups/visible-groups.ts';

/** All groups (contract, UserGroup), with the members that the caller sees. @throws UNAUTHORIZED */
export function getGroups(
  ctx: Ctx,
  { includeDeactivated }: GetGroupsRequest,
  call: Call,
): Promise<GetGroupsResponse> {
  return asking(ctx, call, async (tx, caller) => {
    const { realm, world } = await readWorld(ctx, tx);
    const wanted = [...world.groups.values()].filter((group) => includeDeactivated || !group.isDeactivated);
    return { userGroupsJson: jsonBytes(await shownGroups(tx, realm, caller, wanted)) };
  });
}
