import { jsonBytes } from '@parley/core';
import type { Tx } from '@parley/db';
import type { GetGroupMembersRequest, GetGroupMembersResponse } from '@parley/proto/useradmin/v1/groups';
import { widestRoleOf } from '@parley/rules';
import type { Scope } from '../../../kernel/scope.ts';
import { idsVisibleTo } from '../../../kernel/viewers.ts';
import type { Ctx } from '../../context.ts';
import { listDeactivatedMembers, listPeopleByRole } from '../../db/group-changes.ts';
import { listSystemGroupMembers } from '../../db/groups.ts';
import { type GroupFacts, withSubgroups } from '../../domain/group-rules.ts';
import type { StoredGroup } from '../../domain/groups.ts';
import { askAboutGroups, directMembers, requireGroup } from '../../groups/group-facts.ts';

/**
 * Returns those members of a group whom the caller may see, ordered by ID.
 * @throws BAD_REQUEST when no such group exists; UNAUTHORIZED when the caller has no account; USER_DEACTIVATED when the caller's
 * account is deactivated
 */
export function getGroupMembers(
  _ctx: Ctx,
  { groupId, directOnly }: GetGroupMembersRequest,
  scope: Scope,
): Promise<GetGroupMembersResponse> {
  return askAboutGroups(scope, async (tx, caller, facts) => {
    const group = requireGroup(facts, groupId);
    const { waitingPeriodDays } = facts.membership;
    const members = directOnly
      ? directMembers(group, await listSystemGroupMembers(tx, waitingPeriodDays))
      : await listAllMembers(tx, facts, group);
    const deactivated = await listDeactivatedMembers(tx);
    const isVisible = await idsVisibleTo(tx, caller);
    const shown = [...members].filter((id) => !deactivated.has(id) && isVisible(id)).sort((a, b) => a - b);
    return { membersJson: jsonBytes(shown) };
  });
}

/**
 * Returns the direct and indirect members of a group. For a system group, these are people with its role or a higher one. For
 * another group, the members of its active subgroups are included.
 */
async function listAllMembers(
  tx: Tx,
  { groups, membership: { waitingPeriodDays } }: GroupFacts,
  group: StoredGroup,
): Promise<Set<number>> {
  const members = new Set<number>();
  for (const id of withSubgroups(groups, group.groupId)) {
    const each = groups.get(id);
    if (!each || (each.isDeactivated && id !== group.groupId)) continue;
    const role = widestRoleOf(each.rule);
    const fullAfterDays = each.rule === 'role:fullmembers' ? waitingPeriodDays : undefined;
    const ids =
      each.rule === '' ? each.memberIds : role === 0 ? [] : await listPeopleByRole(tx, role, fullAfterDays);
    for (const userId of ids) members.add(userId);
  }
  return members;
}
