/** What guests come to see, and see no longer. No I/O. */
import { roles } from '@parley/rules';
import { unknownName } from '../../kernel/domain/visibility.ts';

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
