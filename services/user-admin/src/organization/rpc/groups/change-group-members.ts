import { errors, errorText } from '@parley/core';
import type {
  ChangeGroupMembersRequest,
  ChangeGroupMembersResponse,
} from '@parley/proto/useradmin/v1/groups';
import type { GroupId } from '@parley/rules';
import { viewersOf } from '../../../guest-visibility/visible-people.ts';
import { auditAll } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import {
  addGroupMembers,
  addSubgroups,
  findActivePeople,
  removeGroupMembers,
  removeSubgroups,
} from '../../db/group-changes.ts';
import {
  checkNewSubgroups,
  maxGroupMembers,
  mayAddMembers,
  mayManage,
  mayRemoveMembers,
} from '../../domain/group-rules.ts';
import type { StoredGroup } from '../../domain/groups.ts';
import { groupMembershipChanged } from '../../events/groups.ts';
import { changedMembers } from '../../groups/audited-members.ts';
import { changeGroups, requireChangeableGroup } from '../../groups/change-groups.ts';
import { rereadGroup } from '../../groups/group-facts.ts';

/**
 * Adds and removes members and subgroups of a group. Makes all of the changes or none.
 * @throws BAD_REQUEST when the request is empty or contradicts itself, no such group exists, the group is deactivated or a
 * system group, the caller may not make the change, a person or subgroup cannot be added or removed, or there would be too many
 * members or subgroups
 */
export function changeGroupMembers(
  _ctx: Ctx,
  request: ChangeGroupMembersRequest,
  scope: DbScope,
): Promise<ChangeGroupMembersResponse> {
  const [add, remove] = [unique(request.add), unique(request.delete)];
  const [addGroups, removeGroups] = [unique(request.addSubgroups), unique(request.deleteSubgroups)];
  if (add.length + remove.length + addGroups.length + removeGroups.length === 0) {
    throw errors.badRequest(
      'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
    );
  }
  if (add.some((id) => remove.includes(id)) || addGroups.some((id) => removeGroups.includes(id))) {
    throw errors.badRequest('Nobody can be added and removed at once.');
  }
  return changeGroups(scope, async (basis) => {
    const { tx, caller, facts, organization } = basis;
    const { group, rights } = requireChangeableGroup(basis, request.groupId);
    if (group.isDeactivated) throw errors.badRequest('User group is deactivated.');
    if (add.length > 0 && !mayAddMembers(rights, caller.userId, add)) throw errors.notPermitted();
    if (remove.length > 0 && !mayRemoveMembers(rights, caller.userId, remove)) throw errors.notPermitted();
    if (addGroups.length + removeGroups.length > 0 && !mayManage(rights)) throw errors.notPermitted();

    checkMembers(group, add, remove, await findActivePeople(tx, add));
    checkRemovedSubgroups(group, removeGroups);
    const kept = group.subgroupIds.filter((id) => !removeGroups.includes(id));
    const groups = new Map(facts.groups).set(group.groupId, { ...group, subgroupIds: kept });
    checkNewSubgroups(groups, { ...group, subgroupIds: kept }, addGroups);

    await removeGroupMembers(tx, group.groupId, remove);
    await addGroupMembers(tx, group.groupId, add);
    await removeSubgroups(tx, group.groupId, removeGroups);
    await addSubgroups(tx, group.groupId, addGroups);
    const change = {
      added: add,
      removed: remove,
      addedSubgroups: addGroups,
      removedSubgroups: removeGroups,
    };
    await auditAll(tx, caller.userId, changedMembers(group, change));
    const after = await rereadGroup(tx, group.groupId);
    const viewers = await viewersOf(tx, [...add, ...remove]);
    return { result: {}, events: groupMembershipChanged(after, organization.systemGroups, change, viewers) };
  });
}

const unique = (ids: readonly number[]): number[] => [...new Set(ids)];

function checkMembers(
  group: StoredGroup,
  add: readonly number[],
  remove: readonly number[],
  activePeople: ReadonlySet<number>,
): void {
  const members = new Set(group.memberIds);
  if (members.size + add.length > maxGroupMembers) throw errors.badRequest('Too many members.');
  for (const id of add) {
    if (!activePeople.has(id))
      throw errors.badRequest(errorText('Invalid user ID: {userId}', { userId: id }));
    if (members.has(id))
      throw errors.badRequest(errorText('User {userId} is already a member of this group', { userId: id }));
  }
  const missing = remove.find((id) => !members.has(id));
  if (missing !== undefined) {
    throw errors.badRequest(
      errorText("There is no member '{userId}' in this user group", { userId: missing }),
    );
  }
}

function checkRemovedSubgroups(group: StoredGroup, subgroupIds: readonly GroupId[]): void {
  const missing = subgroupIds.find((id) => !group.subgroupIds.includes(id));
  if (missing !== undefined) {
    throw errors.badRequest(
      errorText('User group {groupId} is not a subgroup of this group.', { groupId: missing }),
    );
  }
}
