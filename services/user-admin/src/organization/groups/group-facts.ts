/** Reads the data about groups that is needed to answer requests and to check changes. */
import { errors } from '@parley/core';
import type { Queryable } from '@parley/db';
import type { GroupId } from '@parley/rules';
import type { Person } from '../../kernel/domain/person.ts';
import type { DbScope, TxScope } from '../../kernel/scope.ts';
import { listGroups } from '../db/groups.ts';
import { type GroupFacts, groupFacts } from '../domain/group-rules.ts';
import type { StoredGroup, SystemGroupMembers } from '../domain/groups.ts';

/** In one snapshot, for any caller with an account. */
export async function askAboutGroups<T>(
  scope: DbScope,
  read: (tx: TxScope, caller: Person, facts: GroupFacts) => Promise<T>,
): Promise<T> {
  const { value } = await scope.snapshot(async (tx) => read(tx, await tx.caller(), await readGroupFacts(tx)));
  return value;
}

/** Reads all groups, and the other data that decides who is a member. */
export async function readGroupFacts(scope: DbScope | TxScope): Promise<GroupFacts> {
  const { settings, systemGroups } = await scope.organization();
  return groupFacts(await listGroups(scope), {
    systemGroups,
    waitingPeriodDays: settings.waiting_period_threshold,
    nowSeconds: Math.floor(Date.now() / 1000),
  });
}

const invalidGroup = () => errors.badRequest('Invalid user group');

/** Returns a group by ID. @throws BAD_REQUEST when it does not exist */
export function requireGroup({ groups }: GroupFacts, groupId: GroupId): StoredGroup {
  const group = groups.get(groupId);
  if (!group) throw invalidGroup();
  return group;
}

/** Reads a group again, after it was changed. @throws BAD_REQUEST when it does not exist */
export async function rereadGroup(db: Queryable, groupId: GroupId): Promise<StoredGroup> {
  const group = (await listGroups(db)).find((each) => each.groupId === groupId);
  if (!group) throw invalidGroup();
  return group;
}

/** Returns the direct members of a group. For a system group, these are the people with its role. */
export const directMembers = (group: StoredGroup, systemMembers: SystemGroupMembers): readonly number[] =>
  group.rule === '' ? group.memberIds : (systemMembers[group.rule] ?? []);
