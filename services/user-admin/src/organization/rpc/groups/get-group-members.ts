import { jsonBytes } from '@parley/core';
import type { GetGroupMembersRequest, GetGroupMembersResponse } from '@parley/proto/useradmin/v1/groups';
import { idsVisibleTo } from '../../../guest-visibility/visible-people.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { listDeactivatedMembers } from '../../db/group-changes.ts';
import { listSystemGroupMembers } from '../../db/groups.ts';
import { listAllMembers } from '../../groups/all-members.ts';
import { askAboutGroups, directMembers, requireGroup } from '../../groups/group-facts.ts';

/** Returns those members of a group whom the caller may see, ordered by ID. @throws BAD_REQUEST when no such group exists */
export function getGroupMembers(
  _ctx: Ctx,
  { groupId, directOnly }: GetGroupMembersRequest,
  scope: DbScope,
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
