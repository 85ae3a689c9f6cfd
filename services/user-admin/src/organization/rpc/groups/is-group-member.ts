import { errors, errorText } from '@parley/core';
import type { IsGroupMemberRequest, IsGroupMemberResponse } from '@parley/proto/useradmin/v1/groups';
import { holdsRight } from '@parley/rules';
import { visibleTo } from '../../../guest-visibility/visible-people.ts';
import { findUser } from '../../../kernel/db/people.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { listSystemGroupMembers } from '../../db/groups.ts';
import { askAboutGroups, directMembers, requireGroup } from '../../groups/group-facts.ts';

/**
 * Returns whether a person is a member of a group. With `directOnly`, members of subgroups do not count.
 * @throws BAD_REQUEST for an unknown group, and for a person whom the caller may not see
 */
export function isGroupMember(
  _ctx: Ctx,
  { groupId, userId, directOnly }: IsGroupMemberRequest,
  scope: DbScope,
): Promise<IsGroupMemberResponse> {
  return askAboutGroups(scope, async (tx, caller, facts) => {
    const group = requireGroup(facts, groupId);
    const person = await findUser(tx, userId);
    const isVisible = await visibleTo(tx, caller);
    if (!person || person.isSystemBot || !isVisible(person)) {
      throw errors.badRequest(errorText('Invalid user ID: {userId}', { userId }));
    }
    if (!directOnly) {
      const setting = { value: { $case: 'groupId' as const, groupId } };
      return { isMember: holdsRight(setting, person, facts.membership) };
    }
    const members =
      group.rule === ''
        ? group.memberIds
        : directMembers(group, await listSystemGroupMembers(tx, facts.membership.waitingPeriodDays));
    return { isMember: person.isActive && members.includes(userId) };
  });
}
