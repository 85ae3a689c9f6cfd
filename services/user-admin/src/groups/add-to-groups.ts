import { emitAll, type Tx } from '@parley/db';
import { lockGroups } from '../db/group-changes.ts';
import { insertGroupMember, listGroups } from '../db/groups.ts';
import type { Realm } from '../db/realm.ts';
import { groupFact } from '../domain/present-group.ts';
import { groupMembersAdded } from '../events/people.ts';

/** Puts somebody into groups, those that are still there, and tells caches and clients. */
export async function addToGroups(
  tx: Tx,
  realm: Realm,
  groupIds: readonly number[],
  userId: number,
): Promise<void> {
  if (groupIds.length === 0) return;
  // An event carries the group whole: changes of groups take turns.
  await lockGroups(tx);
  for (const groupId of groupIds) await insertGroupMember(tx, groupId, userId);
  const groups = (await listGroups(tx)).filter(
    ({ groupId, rule, isDeactivated }) => groupIds.includes(groupId) && rule === '' && !isDeactivated,
  );
  await emitAll(
    tx,
    groups.map((group) => groupMembersAdded(group.groupId, [userId], groupFact(group, realm.systemGroups))),
  );
}
