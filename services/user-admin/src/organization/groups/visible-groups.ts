import { type Visitor, visitor } from '@parley/core';
import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { idsVisibleTo } from '../../kernel/viewers.ts';
import { listDeactivatedMembers } from '../db/group-changes.ts';
import { listSystemGroupMembers } from '../db/groups.ts';
import { presentGroup, type StoredGroup } from '../domain/groups.ts';
import { directMembers } from './group-facts.ts';

/** With those active members whom the viewer may see. Visitors see no members. */
export async function presentGroupsTo(
  tx: TxScope,
  viewer: Person | Visitor,
  groups: readonly StoredGroup[],
): Promise<ReturnType<typeof presentGroup>[]> {
  const { settings, systemGroups } = await tx.organization();
  if (viewer === visitor) return groups.map((group) => presentGroup(group, systemGroups, {}));
  const systemMembers = await listSystemGroupMembers(tx, settings.waiting_period_threshold);
  const deactivated = await listDeactivatedMembers(tx);
  const isVisible = await idsVisibleTo(tx, viewer);
  return groups.map((group) => ({
    ...presentGroup(group, systemGroups, {}),
    members: directMembers(group, systemMembers).filter((id) => !deactivated.has(id) && isVisible(id)),
  }));
}
