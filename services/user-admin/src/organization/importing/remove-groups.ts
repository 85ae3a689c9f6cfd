import { emitAll } from '@parley/db';
import type { TxScope } from '../../kernel/scope.ts';
import { lockGroups, updateGroup } from '../db/group-changes.ts';
import { deleteGroups, forgetImportedGroups, listImportedGroups } from '../db/imports.ts';
import { groupUpdated } from '../events/groups.ts';
import { rereadGroup } from '../groups/group-facts.ts';

/** Removes the groups that an import created. Clients and other services learn of it as of a group that was deactivated. */
export async function removeImportedGroups(tx: TxScope, importId: number): Promise<void> {
  await lockGroups(tx);
  const { systemGroups } = await tx.organization();
  const groupIds = await listImportedGroups(tx, importId);
  for (const groupId of groupIds) {
    await updateGroup(tx, groupId, { isDeactivated: true });
    const group = await rereadGroup(tx, groupId);
    await emitAll(tx, [groupUpdated(group, systemGroups, { deactivated: true })]);
  }
  await deleteGroups(tx, groupIds);
  await forgetImportedGroups(tx, importId);
}
