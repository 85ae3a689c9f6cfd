import { required } from '@parley/core';
import { emitAll } from '@parley/db';
import type { GroupId, UserId } from '@parley/rules';
import { viewersOf } from '../guest-visibility/visible-people.ts';
import { auditAll } from '../kernel/audit.ts';
import type { TxScope } from '../kernel/scope.ts';
import {
  addGroupMembers,
  addSubgroups,
  findActivePeople,
  removeGroupMembers,
  removeSubgroups,
} from '../organization/db/group-changes.ts';
import { checkNewSubgroups, maxGroupMembers } from '../organization/domain/group-rules.ts';
import { groupMembershipChanged } from '../organization/events/groups.ts';
import { changedMembers } from '../organization/groups/audited-members.ts';
import { readGroupFacts, rereadGroup } from '../organization/groups/group-facts.ts';
import { invalid } from './domain/scim-error.ts';

type Members = { memberIds: readonly UserId[]; subgroupIds: readonly GroupId[] };

/**
 * Adds the members and subgroups that only `wanted` has, and removes those that only `before` has. Emits events and records the
 * change in the audit log. Members and subgroups in neither list stay, such as bots and system groups, which clients do not see.
 * The caller must hold the lock of groups.
 * @throws ScimError; BAD_REQUEST when the group would contain itself
 */
export async function changeMembers(
  tx: TxScope,
  groupId: GroupId,
  before: Members,
  wanted: Members,
): Promise<void> {
  const membership = membersBetween(before, wanted);
  const { added, removed, addedSubgroups, removedSubgroups } = membership;
  const count = added.length + removed.length + addedSubgroups.length + removedSubgroups.length;
  if (count === 0) return;
  await requirePeople(tx, added);
  await removeGroupMembers(tx, groupId, removed);
  await removeSubgroups(tx, groupId, removedSubgroups);
  await requireGroups(tx, groupId, addedSubgroups);
  await addGroupMembers(tx, groupId, added);
  await addSubgroups(tx, groupId, addedSubgroups);
  const { systemGroups } = await tx.organization();
  const viewers = await viewersOf(tx, [...added, ...removed]);
  const group = await rereadGroup(tx, groupId);
  await emitAll(tx, groupMembershipChanged(group, systemGroups, membership, viewers));
  await auditAll(tx, undefined, changedMembers(group, membership, 'scim'));
}

export const membersBetween = (before: Members, wanted: Members) => ({
  added: without(wanted.memberIds, before.memberIds),
  removed: without(before.memberIds, wanted.memberIds),
  addedSubgroups: without(wanted.subgroupIds, before.subgroupIds),
  removedSubgroups: without(before.subgroupIds, wanted.subgroupIds),
});

function without(ids: readonly number[], others: readonly number[]): number[] {
  const excluded = new Set(others);
  return ids.filter((id) => !excluded.has(id));
}

/** Checks that new members are active accounts. @throws ScimError otherwise */
export async function requirePeople(tx: TxScope, userIds: readonly UserId[]): Promise<void> {
  if (userIds.length > maxGroupMembers) throw invalid('tooMany', 'The group has too many members.');
  const people = await findActivePeople(tx, userIds);
  const missing = userIds.find((id) => !people.has(id));
  if (missing !== undefined) throw invalid('invalidValue', `There is no active user ${missing}.`);
}

/**
 * Checks that new subgroups are visible to clients, and do not contain the group. System groups are not visible. Otherwise, a
 * client could give the group's rights to everybody with a role.
 * @throws ScimError, BAD_REQUEST
 */
export async function requireGroups(
  tx: TxScope,
  groupId: GroupId,
  subgroupIds: readonly GroupId[],
): Promise<void> {
  if (subgroupIds.length === 0) return;
  const { groups } = await readGroupFacts(tx);
  const isVisible = (id: number) => groups.get(id)?.rule === '' && !groups.get(id)?.isDeactivated;
  const missing = subgroupIds.find((id) => !isVisible(id));
  if (missing !== undefined) throw invalid('invalidValue', `There is no group ${missing}.`);
  checkNewSubgroups(groups, required(groups.get(groupId), 'group'), subgroupIds);
}
