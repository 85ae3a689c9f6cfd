/** Whom guests see where the organization lets them see only those they share something with (specification, 6). */
import { roles } from '@parley/directory/rules';
import type { OrganizationSettings, SystemGroupIds } from '@parley/settings';
import type { Person } from './person.ts';

type RealmRights = { settings: OrganizationSettings; systemGroups: SystemGroupIds };

/** Whether guests are kept from seeing everybody (setting `can_access_all_users_group`). */
export const areGuestsLimited = ({ settings, systemGroups }: RealmRights): boolean =>
  settings.can_access_all_users_group !== systemGroups['role:everyone'];

/** Whether somebody sees only those they share something with. */
export const isLimited = (realm: RealmRights, viewer: Pick<Person, 'role'>): boolean =>
  viewer.role === roles.guest && areGuestsLimited(realm);

/** The rule itself: oneself, bots, and those one shares a channel or a direct conversation with. */
export const sees = (
  viewerId: number,
  person: Pick<Person, 'userId' | 'isBot'>,
  shares: ReadonlySet<number>,
): boolean => person.userId === viewerId || person.isBot || shares.has(person.userId);

/** What somebody is called to those who do not see them. */
export const unknownName = 'Unknown user';

/** Somebody whom a client hears of by their ID alone, for clients that need a name for every ID. */
export const presentUnknown = (userId: number, host: string) => ({
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

/** Who a guest saw before and sees after a change; undefined for everybody. */
export type Change = {
  guestId: number;
  before: ReadonlySet<number> | undefined;
  after: ReadonlySet<number> | undefined;
};

/** By person, which guests gained and lost sight of them. `everybody` is asked for only where it matters. */
export function tellings(
  changes: readonly Change[],
  everybody: readonly number[],
): Map<number, { gained: number[]; lost: number[] }> {
  const told = new Map<number, { gained: number[]; lost: number[] }>();
  const of = (userId: number) => {
    const known = told.get(userId);
    if (known) return known;
    const made = { gained: [], lost: [] };
    told.set(userId, made);
    return made as { gained: number[]; lost: number[] };
  };
  for (const { guestId, before, after } of changes) {
    if (!before && !after) continue;
    const candidates = before && after ? [...before.symmetricDifference(after)] : everybody;
    for (const userId of candidates) {
      if (userId === guestId) continue;
      const [saw, sees] = [!before || before.has(userId), !after || after.has(userId)];
      if (sees && !saw) of(userId).gained.push(guestId);
      if (saw && !sees) of(userId).lost.push(guestId);
    }
  }
  return told;
}
