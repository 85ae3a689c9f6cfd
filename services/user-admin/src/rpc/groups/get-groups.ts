import type { GetGroupsRequest, GetGroupsResponse } from '@parley/proto/useradmin/v1/groups';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { deactivatedMembers } from '../../db/group-changes.ts';
import { listSystemGroupMembers } from '../../db/groups.ts';
import { presentGroup, withoutGone } from '../../domain/present-group.ts';
import { asking } from '../../groups/asking.ts';
import { readWorld } from '../../groups/change-groups.ts';

export function getGroups(
  ctx: Ctx,
  { includeDeactivated }: GetGroupsRequest,
  call: Call,
): Promise<GetGroupsResponse> {
  return asking(ctx, call, async (tx) => {
    const { realm, world } = await readWorld(ctx, tx);
    const members = await listSystemGroupMembers(tx, realm.settings.waiting_period_threshold);
    const gone = await deactivatedMembers(tx);
    const groups = [...world.groups.values()]
      .filter((group) => includeDeactivated || !group.isDeactivated)
      .map((group) => presentGroup(withoutGone(group, gone), realm.systemGroups, members));
    return { userGroupsJson: Buffer.from(JSON.stringify(groups)) };
  });
}
