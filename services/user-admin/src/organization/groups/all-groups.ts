import { type Visitor, visitor } from '@parley/core';
import type { RawJson, SharedJson } from '@parley/registration';
import { isLimited } from '../../guest-visibility/domain/guest-visibility.ts';
import type { PeopleByRole } from '../../kernel/domain/people-by-role.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { SnapshotScope } from '../../kernel/scope.ts';
import type { presentGroup, StoredGroup } from '../domain/groups.ts';
import { shareGroups } from './shared-groups.ts';
import { deactivatedMembers, presentGroupsTo } from './visible-groups.ts';

/**
 * Returns groups as the API shows them to a viewer. The lists of members of system groups are shared by all viewers who see
 * everybody.
 * @param peopleByRole reads who has which role, for viewers who see everybody
 */
export async function presentAllGroups(
  tx: SnapshotScope,
  viewer: Person | Visitor,
  groups: readonly StoredGroup[],
  peopleByRole: () => Promise<PeopleByRole>,
): Promise<SharedJson | RawJson | ReturnType<typeof presentGroup>[]> {
  const organization = await tx.organization();
  if (viewer === visitor || isLimited(organization, viewer)) return presentGroupsTo(tx, viewer, groups);
  const [people, deactivated] = await Promise.all([peopleByRole(), tx.once(deactivatedMembers)]);
  const { settings, systemGroups } = organization;
  const { waiting_period_threshold: waitingPeriodDays } = settings;
  return shareGroups(groups, { people, systemGroups, waitingPeriodDays, deactivated });
}
