import { emitAll } from '@parley/db';
import type { GroupId, UserId } from '@parley/rules';
import {
  type AccountOptions,
  decidedGroups,
  type ExternalIdentity,
} from '../access/domain/external-identity.ts';
import { viewersOf } from '../guest-visibility/visible-people.ts';
import { auditAs } from '../kernel/audit.ts';
import type { Person } from '../kernel/domain/person.ts';
import type { TxScope } from '../kernel/scope.ts';
import {
  addGroupMembers,
  groupsOfPeople,
  lockGroups,
  removeGroupMembers,
} from '../organization/db/group-changes.ts';
import { findGroupsByKeys } from '../organization/db/groups.ts';
import { groupMembershipChanged } from '../organization/events/groups.ts';
import { changedMembers } from '../organization/groups/audited-members.ts';
import { rereadGroup } from '../organization/groups/group-facts.ts';

/**
 * Updates the person's memberships in the user groups that the configuration maps to groups of the provider. Adds the person to
 * groups that their groups at the provider map to, and removes them from the other mapped groups. Skips user groups that do not
 * exist or are deactivated.
 */
export async function applyGroups(
  tx: TxScope,
  { userId }: Person,
  { groups, method }: ExternalIdentity,
  options: AccountOptions,
): Promise<void> {
  const decided = decidedGroups(groups, options.groups);
  if (decided.size === 0 || (await wrongGroups(tx, userId, decided)).length === 0) return;
  // Most sign-ins change nothing and need no lock. The others take the lock and compare again.
  await lockGroups(tx);
  const { systemGroups } = await tx.organization();
  const viewers = await viewersOf(tx, [userId]);
  for (const { groupId, isMember } of await wrongGroups(tx, userId, decided)) {
    if (isMember) await removeGroupMembers(tx, groupId, [userId]);
    else await addGroupMembers(tx, groupId, [userId]);
    const [added, removed] = isMember ? [[], [userId]] : [[userId], []];
    const membership = { added, removed, addedSubgroups: [], removedSubgroups: [] };
    const group = await rereadGroup(tx, groupId);
    await emitAll(tx, groupMembershipChanged(group, systemGroups, membership, viewers));
    await auditAs(tx, undefined, ...changedMembers(group, membership, method));
  }
}

/** Returns the groups whose membership must change. `isMember` is the present state. */
async function wrongGroups(
  tx: TxScope,
  userId: UserId,
  decided: ReadonlyMap<string, boolean>,
): Promise<{ groupId: GroupId; isMember: boolean }[]> {
  const wantedOf = new Map(
    [...decided].map(([name, isWanted]) => [name.normalize('NFKC').toLowerCase(), isWanted]),
  );
  const found = await findGroupsByKeys(tx, [...wantedOf.keys()]);
  const memberOf = new Set((await groupsOfPeople(tx, [userId])).get(userId));
  return found
    .map(({ groupId, key }) => ({ groupId, key, isMember: memberOf.has(groupId) }))
    .filter(({ key, isMember }) => wantedOf.get(key) !== isMember);
}
