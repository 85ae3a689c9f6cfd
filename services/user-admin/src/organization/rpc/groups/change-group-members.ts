import { errors } from '@parley/core';
import type {
  ChangeGroupMembersRequest,
  ChangeGroupMembersResponse,
} from '@parley/proto/useradmin/v1/groups';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import { viewersOf } from '../../../kernel/viewers.ts';
import type { Ctx } from '../../context.ts';
import {
  activePeople,
  addGroupMembers,
  addSubgroups,
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
import { changeableGroup, changeGroups, groupAfter } from '../../groups/change-groups.ts';

/**
 * Members and subgroups of a group come and go, all or nothing (contract, `update-user-group-members`,
 * `update-user-group-subgroups`).
 * @throws BAD_REQUEST, UNAUTHORIZED
 */
export function changeGroupMembers(
  ctx: Ctx,
  request: ChangeGroupMembersRequest,
  call: Call,
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
  return changeGroups(ctx, call, async (facts) => {
    const { tx, caller, world, realm } = facts;
    const { group, rights } = changeableGroup(facts, request.groupId);
    if (group.isDeactivated) throw errors.badRequest('User group is deactivated.');
    if (add.length > 0 && !mayAddMembers(rights, caller.userId, add)) throw errors.notPermitted();
    if (remove.length > 0 && !mayRemoveMembers(rights, caller.userId, remove)) throw errors.notPermitted();
    if (addGroups.length + removeGroups.length > 0 && !mayManage(rights)) throw errors.notPermitted();

    checkMembers(group, add, remove, await activePeople(tx, add));
    checkGone(group, removeGroups);
    const kept = group.subgroupIds.filter((id) => !removeGroups.includes(id));
    const groups = new Map(world.groups).set(group.groupId, { ...group, subgroupIds: kept });
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
    await audit(tx, call, {
      action: 'group.members_changed',
      details: { groupId: group.groupId, added: add.length, removed: remove.length, addGroups, removeGroups },
    });
    const after = await groupAfter(tx, group.groupId);
    const viewers = await viewersOf(tx, realm, [...add, ...remove]);
    return { result: {}, events: groupMembershipChanged(after, realm.systemGroups, change, viewers) };
  });
}

const unique = (ids: readonly number[]): number[] => [...new Set(ids)];

function checkMembers(
  group: StoredGroup,
  add: readonly number[],
  remove: readonly number[],
  people: ReadonlySet<number>,
): void {
  const members = new Set(group.memberIds);
  if (members.size + add.length > maxGroupMembers) throw errors.badRequest('Too many members.');
  for (const id of add) {
    if (!people.has(id)) throw errors.badRequest(`Invalid user ID: ${id}`);
    if (members.has(id)) throw errors.badRequest(`User ${id} is already a member of this group`);
  }
  const stranger = remove.find((id) => !members.has(id));
  if (stranger !== undefined) {
    throw errors.badRequest(`There is no member '${stranger}' in this user group`);
  }
}

function checkGone(group: StoredGroup, subgroupIds: readonly number[]): void {
  const stranger = subgroupIds.find((id) => !group.subgroupIds.includes(id));
  if (stranger !== undefined) {
    throw errors.badRequest(`User group ${stranger} is not a subgroup of this group.`);
  }
}
