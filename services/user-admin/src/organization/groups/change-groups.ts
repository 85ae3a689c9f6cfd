import { errors } from '@parley/core';
import { emitAll } from '@parley/db';
import type { Event } from '@parley/proto/events/v1/event';
import { type GroupId, groupSettingOf, holdsRight } from '@parley/rules';
import { isOpenToRole, type OrganizationPermission } from '@parley/settings';
import type { Organization } from '../../kernel/domain/organization.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { DbScope, TxScope } from '../../kernel/scope.ts';
import { lockGroups } from '../db/group-changes.ts';
import { type GroupFacts, type GroupRights, hasGroupPermission } from '../domain/group-rules.ts';
import type { StoredGroup } from '../domain/groups.ts';
import { readGroupFacts, requireGroup } from './group-facts.ts';

/** The data that decides about a change of groups. It is read while the lock on groups is held. */
export type GroupChange = {
  tx: TxScope;
  caller: Person;
  organization: Organization;
  facts: GroupFacts;
};

/** Emits the events that `change` returns. A lock serializes these changes on all replicas. */
export function changeGroups<T>(
  scope: DbScope,
  change: (basis: GroupChange) => Promise<{ result: T; events: readonly Event[] }>,
): Promise<T> {
  return scope.write(async (tx) => {
    await lockGroups(tx);
    const caller = await tx.caller();
    const organization = await tx.organization();
    const { result, events } = await change({ tx, caller, organization, facts: await readGroupFacts(tx) });
    await emitAll(tx, events);
    return result;
  });
}

export const hasPermission = (
  { organization, facts }: GroupChange,
  person: Person,
  permission: OrganizationPermission,
): boolean =>
  isOpenToRole(permission, person.role) &&
  holdsRight(groupSettingOf(organization.settings[permission]), person, facts.membership);

/** With the caller's rights. @throws BAD_REQUEST for an unknown group, and for a system group */
export function requireChangeableGroup(
  basis: GroupChange,
  groupId: GroupId,
): { group: StoredGroup; rights: GroupRights } {
  const { caller, facts } = basis;
  const group = requireGroup(facts, groupId);
  if (group.rule !== '') throw errors.notPermitted();
  return {
    group,
    rights: {
      managesAll: hasPermission(basis, caller, 'can_manage_all_groups'),
      has: (permission) => hasGroupPermission(facts, group, caller, permission),
    },
  };
}
