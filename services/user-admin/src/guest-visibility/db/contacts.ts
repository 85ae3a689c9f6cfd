import { type Queryable, sql } from '@parley/db';
import type { UserId } from '@parley/rules';

// A row in `sights` is a pair of a guest and a contact: a person with whom the guest shares a channel or a direct conversation.
// `watched_guests` has a row for each guest whose contacts were read from the services that own channels and conversations.

export async function listContacts(db: Queryable, guestId: UserId): Promise<Set<UserId>> {
  const rows = await db.many<{ userId: UserId }>(
    sql`select user_id as "userId" from sights where guest_id = ${guestId}`,
  );
  return new Set(rows.map(({ userId }) => userId));
}

/** Returns the guests who have each person as a contact, by user ID. People without such guests are missing. */
export async function listGuestsByContact(
  db: Queryable,
  userIds: readonly UserId[],
): Promise<ReadonlyMap<UserId, UserId[]>> {
  const rows = await db.many<{ userId: UserId; guestIds: UserId[] }>(sql`
    select user_id as "userId", array_agg(guest_id order by guest_id) as "guestIds" from sights
     where user_id = any(${userIds}::int8[]) group by user_id`);
  return new Map(rows.map(({ userId, guestIds }) => [userId, guestIds]));
}

/** A guest also sees themselves. */
export async function listBotsAndViewers(
  db: Queryable,
  userIds: readonly UserId[],
): Promise<{ userId: UserId; isBot: boolean; guestIds: UserId[] }[]> {
  return db.many(sql`
    select u.user_id as "userId", u.bot_type is not null as "isBot",
           array(select s.guest_id from sights as s where s.user_id = u.user_id
                  union select u.user_id where u.role = 600 order by 1) as "guestIds"
      from users as u where u.user_id = any(${userIds}::int8[])`);
}
