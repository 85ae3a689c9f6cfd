import { type Visitor, visitor } from '@parley/core';
import type { UserId } from '@parley/rules';
import { idsVisibleTo } from '../../guest-visibility/visible-people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { SnapshotScope } from '../../kernel/scope.ts';
import { listDeactivatedMembers } from '../db/group-changes.ts';
import { listSystemGroupMembers } from '../db/groups.ts';
import { presentGroup, type StoredGroup } from '../domain/groups.ts';
import { directMembers } from './group-facts.ts';

/** Returns who is left out of groups. Call it by `once` at the same time as other reads, because `presentAllGroups` needs it. */
export const deactivatedMembers = ({ small }: SnapshotScope): Promise<Set<UserId>> =>
  listDeactivatedMembers(small);

/** With those active members whom the viewer may see. Visitors see no members. */
export async function presentGroupsTo(
  tx: SnapshotScope,
  viewer: Person | Visitor,
  groups: readonly StoredGroup[],
): Promise<ReturnType<typeof presentGroup>[]> {
  const { settings, systemGroups } = await tx.organization();
  if (viewer === visitor) return groups.map((group) => presentGroup(group, systemGroups, {}));
  const systemMembers = await listSystemGroupMembers(tx, settings.waiting_period_threshold);
  const deactivated = await tx.once(deactivatedMembers);
  const isVisible = await idsVisibleTo(tx, viewer);
  return groups.map((group) => ({
    ...presentGroup(group, systemGroups, {}),
    members: directMembers(group, systemMembers).filter((id) => !deactivated.has(id) && isVisible(id)),
  }));
}
