import type { Queryable } from '@parley/db';
import { type GroupId, type UserId, widestRoleOf } from '@parley/rules';
import type { DbScope } from '../../kernel/scope.ts';
import { listPeopleByRole } from '../db/group-changes.ts';
import { type GroupFacts, withSubgroups } from '../domain/group-rules.ts';
import type { StoredGroup } from '../domain/groups.ts';
import { readGroupFacts, requireGroup } from './group-facts.ts';

/** For a system group, people with its role or a higher one; otherwise with members of active subgroups. */
export async function listAllMembers(
  db: Queryable,
  { groups, membership: { waitingPeriodDays } }: GroupFacts,
  group: StoredGroup,
): Promise<Set<UserId>> {
  const members = new Set<UserId>();
  for (const id of withSubgroups(groups, group.groupId)) {
    const each = groups.get(id);
    if (!each || (each.isDeactivated && id !== group.groupId)) continue;
    const role = widestRoleOf(each.rule);
    const fullAfterDays = each.rule === 'role:fullmembers' ? waitingPeriodDays : undefined;
    const ids =
      each.rule === '' ? each.memberIds : role === 0 ? [] : await listPeopleByRole(db, role, fullAfterDays);
    for (const userId of ids) members.add(userId);
  }
  return members;
}

/** Returns the members of several groups together. @throws BAD_REQUEST when a group does not exist */
export async function membersOfGroups(
  scope: DbScope,
  groupIds: readonly GroupId[],
): Promise<ReadonlySet<UserId>> {
  const members = new Set<UserId>();
  if (groupIds.length === 0) return members;
  const facts = await readGroupFacts(scope);
  for (const id of new Set(groupIds)) {
    for (const userId of await listAllMembers(scope, facts, requireGroup(facts, id))) members.add(userId);
  }
  return members;
}
