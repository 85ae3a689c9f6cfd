import { jsonBytes } from '@parley/core';
import type { Tx } from '@parley/db';
import type { GetGroupMembersRequest, GetGroupMembersResponse } from '@parley/proto/useradmin/v1/groups';
import type { Call } from '@parley/rpc';
import { widestRoleOf } from '@parley/rules';
import { idsShownTo } from '../../../kernel/viewers.ts';
import type { Ctx } from '../../context.ts';
import { deactivatedMembers, peopleByRole } from '../../db/group-changes.ts';
import { listSystemGroupMembers } from '../../db/groups.ts';
import { type GroupWorld, reachable } from '../../domain/group-rules.ts';
import type { StoredGroup } from '../../domain/groups.ts';
import { groupOf, readWorld } from '../../groups/change-groups.ts';
import { asking, directMembers } from '../../groups/read-groups.ts';

/** Who is in a group and is seen by the caller, by ID. @throws BAD_REQUEST for no group, UNAUTHORIZED */
export function getGroupMembers(
  ctx: Ctx,
  { groupId, directOnly }: GetGroupMembersRequest,
  call: Call,
): Promise<GetGroupMembersResponse> {
  return asking(ctx, call, async (tx, caller) => {
    const { realm, world } = await readWorld(ctx, tx);
    const group = groupOf(world, groupId);
    const days = realm.settings.waiting_period_threshold;
    const members = directOnly
      ? directMembers(group, await listSystemGroupMembers(tx, days))
      : await allMembers(tx, world, group, days);
    const gone = await deactivatedMembers(tx);
    const isShown = await idsShownTo(tx, realm, caller);
    const shown = [...members].filter((id) => !gone.has(id) && isShown(id)).sort((a, b) => a - b);
    return { membersJson: jsonBytes(shown) };
  });
}

/** A rule says everything about its group; other groups hold what their subgroups hold. */
async function allMembers(
  tx: Tx,
  { groups }: GroupWorld,
  group: StoredGroup,
  waitingPeriodDays: number,
): Promise<Set<number>> {
  const members = new Set<number>();
  for (const id of reachable(groups, group.groupId)) {
    const each = groups.get(id);
    if (!each || (each.isDeactivated && id !== group.groupId)) continue;
    const role = widestRoleOf(each.rule);
    const fullAfter = each.rule === 'role:fullmembers' ? waitingPeriodDays : undefined;
    const ids = each.rule === '' ? each.memberIds : role === 0 ? [] : await peopleByRole(tx, role, fullAfter);
    for (const userId of ids) members.add(userId);
  }
  return members;
}
