import type { Tx } from '@parley/db';
import type { Person } from '../../kernel/domain/person.ts';
import type { Realm } from '../../kernel/domain/realm.ts';
import { idsShownTo } from '../../kernel/viewers.ts';
import { deactivatedMembers } from '../db/group-changes.ts';
import { listSystemGroupMembers } from '../db/groups.ts';
import { presentGroup, type StoredGroup } from '../domain/groups.ts';
import { directMembers } from './read-groups.ts';

/**
 * Groups as somebody is shown them: of their members those who are active and whom they see. Spectators see which
 * groups there are, not who is in them.
 */
export async function shownGroups(
  tx: Tx,
  realm: Realm,
  viewer: Person | undefined,
  groups: readonly StoredGroup[],
): Promise<ReturnType<typeof presentGroup>[]> {
  if (!viewer) return groups.map((group) => presentGroup(group, realm.systemGroups, {}));
  const system = await listSystemGroupMembers(tx, realm.settings.waiting_period_threshold);
  const gone = await deactivatedMembers(tx);
  const isShown = await idsShownTo(tx, realm, viewer);
  return groups.map((group) => ({
    ...presentGroup(group, realm.systemGroups, {}),
    members: directMembers(group, system).filter((userId) => !gone.has(userId) && isShown(userId)),
  }));
}
