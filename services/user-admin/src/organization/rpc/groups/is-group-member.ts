import { errors } from '@parley/core';
import type { IsGroupMemberRequest, IsGroupMemberResponse } from '@parley/proto/useradmin/v1/groups';
import type { Call } from '@parley/rpc';
import { holdsRight } from '@parley/rules';
import { findUser } from '../../../kernel/db/people.ts';
import { visibleTo } from '../../../kernel/viewers.ts';
import type { Ctx } from '../../context.ts';
import { listSystemGroupMembers } from '../../db/groups.ts';
import { groupOf, readWorld } from '../../groups/change-groups.ts';
import { asking, directMembers } from '../../groups/read-groups.ts';

/** Whether somebody is in a group. @throws BAD_REQUEST for no group, nobody, and whom the caller does not see */
export function isGroupMember(
  ctx: Ctx,
  { groupId, userId, directOnly }: IsGroupMemberRequest,
  call: Call,
): Promise<IsGroupMemberResponse> {
  return asking(ctx, call, async (tx, caller) => {
    const { realm, world } = await readWorld(ctx, tx);
    const group = groupOf(world, groupId);
    const person = await findUser(tx, userId);
    const sees = await visibleTo(tx, realm, caller);
    if (!person || person.isSystemBot || !sees(person)) throw errors.badRequest(`Invalid user ID: ${userId}`);
    if (!directOnly) {
      const setting = { value: { $case: 'groupId' as const, groupId } };
      return { isMember: holdsRight(setting, person, world.membership) };
    }
    const days = realm.settings.waiting_period_threshold;
    const members =
      group.rule === '' ? group.memberIds : directMembers(group, await listSystemGroupMembers(tx, days));
    return { isMember: person.isActive && members.includes(userId) };
  });
}
