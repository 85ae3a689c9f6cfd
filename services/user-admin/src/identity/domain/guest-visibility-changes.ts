/** Changes of which people guests see. No I/O. */
import type { User } from '@parley/api';
import { roles } from '@parley/rules';
import { unknownName } from '../../kernel/domain/guest-visibility.ts';

/** A placeholder for a person whom a guest does not see, for clients that need an entry for every ID. */
export const presentUnknown = (userId: number, host: string): User => ({
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
  avatar_url: null,
  bot_type: null,
  bot_owner_id: null,
  is_imported_stub: false,
  profile_data: {},
});

/** The contacts of a guest before and after a change; undefined while the guest sees everybody. */
export type ContactsChange = {
  guestId: number;
  before: ReadonlySet<number> | undefined;
  after: ReadonlySet<number> | undefined;
};

/** Guests who come to see a person, and guests who see that person no longer. */
export type VisibilityChange = { gained: number[]; lost: number[] };

/**
 * Returns, by person, which guests come to see that person and which see them no longer.
 * @param everybody IDs of all people; needed only when a guest sees everybody before or after
 */
export function visibilityChanges(
  changes: readonly ContactsChange[],
  everybody: readonly number[],
): Map<number, VisibilityChange> {
  const byPerson = new Map<number, VisibilityChange>();
  const changeOf = (userId: number) => {
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
