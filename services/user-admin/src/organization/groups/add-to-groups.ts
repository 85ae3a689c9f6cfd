import { emitAll, type Tx } from '@parley/db';
import type { Person } from '../../kernel/domain/person.ts';
import type { Realm } from '../../kernel/domain/realm.ts';
import { whoSees } from '../../kernel/viewers.ts';
import { lockGroups } from '../db/group-changes.ts';
import { insertGroupMember, listGroups } from '../db/groups.ts';
import { groupFact } from '../domain/groups.ts';
import { groupMembersAdded } from '../events/groups.ts';

/** Puts somebody into groups, those that are still there, and tells caches and clients. */
export async function addToGroups(
  tx: Tx,
  realm: Realm,
  groupIds: readonly number[],
  person: Person,
): Promise<void> {
  if (groupIds.length === 0) return;
  // An event carries the group whole: changes of groups take turns.
  await lockGroups(tx);
  for (const groupId of groupIds) await insertGroupMember(tx, groupId, person.userId);
  const groups = (await listGroups(tx)).filter(
    ({ groupId, rule, isDeactivated }) => groupIds.includes(groupId) && rule === '' && !isDeactivated,
  );
  const audience = await whoSees(tx, realm, person);
  await emitAll(
    tx,
    groups.map((group) =>
      groupMembersAdded(group.groupId, [person.userId], audience, {
        group: groupFact(group, realm.systemGroups),
      }),
    ),
  );
}
