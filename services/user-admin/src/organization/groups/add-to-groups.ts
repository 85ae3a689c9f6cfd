import { emitAll } from '@parley/db';
import type { GroupId } from '@parley/rules';
import { audienceOf } from '../../guest-visibility/visible-people.ts';
import { auditAs } from '../../kernel/audit.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { lockGroups } from '../db/group-changes.ts';
import { insertGroupMember, listGroups } from '../db/groups.ts';
import { groupFact } from '../domain/groups.ts';
import { groupMembersAdded } from '../events/groups.ts';
import { changedMembers } from './audited-members.ts';

/** Adds a person to those of the given groups that still exist, are active and are not system groups. Emits the events. */
export async function addToGroups(tx: TxScope, groupIds: readonly GroupId[], person: Person): Promise<void> {
  if (groupIds.length === 0) return;
  // The lock is needed because an event contains the whole group: the last event must belong to the last change.
  await lockGroups(tx);
  for (const groupId of groupIds) await insertGroupMember(tx, groupId, person.userId);
  const groups = (await listGroups(tx)).filter(
    ({ groupId, rule, isDeactivated }) => groupIds.includes(groupId) && rule === '' && !isDeactivated,
  );
  const { systemGroups } = await tx.organization();
  const audience = await audienceOf(tx, person);
  const added = { added: [person.userId], removed: [], addedSubgroups: [], removedSubgroups: [] };
  await auditAs(tx, person.userId, ...groups.flatMap((group) => changedMembers(group, added, 'invitation')));
  await emitAll(
    tx,
    groups.map((group) =>
      groupMembersAdded(group.groupId, [person.userId], audience, { group: groupFact(group, systemGroups) }),
    ),
  );
}
