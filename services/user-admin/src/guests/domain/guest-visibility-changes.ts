/** Computes which people a guest may see only after a change, or only before it. No I/O. */
import type { User } from '@parley/api';
import { avatarUrl, roles, type UserId } from '@parley/rules';
import { unknownName } from '../../guest-visibility/domain/guest-visibility.ts';

/** Returns a placeholder for a person whom a guest may not see. It is for clients that need an entry for every ID. */
export const presentUnknown = (userId: UserId, host: string): User => ({
  user_id: userId,
  email: `user${userId}@${host}`,
  full_name: unknownName,
  date_joined: '1970-01-01T00:00:00+00:00',
  is_active: true,
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  role: roles.member,
  timezone: '',
  avatar_version: 1,
  delivery_email: null,
  avatar_url: avatarUrl({ userId, fullName: unknownName, avatarUrl: '' }),
  bot_type: null,
  bot_owner_id: null,
  is_imported_stub: false,
  profile_data: {},
});

/** The contacts of a guest before and after a change. They are undefined while the guest may see all people. */
export type ContactsChange = {
  guestId: UserId;
  before: ReadonlySet<UserId> | undefined;
  after: ReadonlySet<UserId> | undefined;
};

/** IDs of guests who may see a person only after a change (`gained`), or only before it (`lost`). */
export type VisibilityChange = { gained: UserId[]; lost: UserId[] };

/** @param everybody IDs of all people; needed when a guest may see all people before or after the change */
export function visibilityChanges(
  changes: readonly ContactsChange[],
  everybody: readonly UserId[],
): Map<UserId, VisibilityChange> {
  const byPerson = new Map<UserId, VisibilityChange>();
  const changeOf = (userId: UserId) => {
    const known = byPerson.get(userId);
    if (known) return known;
    const created: VisibilityChange = { gained: [], lost: [] };
    byPerson.set(userId, created);
    return created;
  };
  for (const { guestId, before, after } of changes) {
    if (!before && !after) continue;
    const candidates = before && after ? [...before.symmetricDifference(after)] : everybody;
    for (const userId of candidates) {
      if (userId === guestId) continue;
      const [saw, sees] = [!before || before.has(userId), !after || after.has(userId)];
      if (sees && !saw) changeOf(userId).gained.push(guestId);
      if (saw && !sees) changeOf(userId).lost.push(guestId);
    }
  }
  return byPerson;
}
