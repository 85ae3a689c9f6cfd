import { type Queryable, sql } from '@parley/db';

// Pairs of a guest and somebody they share something with are rows of `sights`, the table’s first name.

/** Whom a guest shares a channel or a conversation with. */
export async function listSharers(db: Queryable, guestId: number): Promise<Set<number>> {
  const rows = await db.many<{ userId: number }>(
    sql`select user_id as "userId" from sights where guest_id = ${guestId}`,
  );
  return new Set(rows.map(({ userId }) => userId));
}

/** Guests who share something with each of the people. */
export async function listViewers(
  db: Queryable,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, number[]>> {
  const rows = await db.many<{ userId: number; guestIds: number[] }>(sql`
    select user_id as "userId", array_agg(guest_id order by guest_id) as "guestIds" from sights
     where user_id = any(${userIds}::int8[]) group by user_id`);
  return new Map(rows.map(({ userId, guestIds }) => [userId, guestIds]));
}

/** Who of some people is a bot, and by person the guests who see them, oneself among them. */
export async function listBotsAndViewers(
  db: Queryable,
  userIds: readonly number[],
): Promise<{ userId: number; isBot: boolean; guestIds: number[] }[]> {
  return db.many(sql`
    select u.user_id as "userId", u.bot_type is not null as "isBot",
           array(select s.guest_id from sights as s where s.user_id = u.user_id
                  union select u.user_id where u.role = 600 order by 1) as "guestIds"
      from users as u where u.user_id = any(${userIds}::int8[])`);
}

/** Guests whose clients are told only of those they share something with. */
export async function listLimitedGuests(db: Queryable): Promise<Set<number>> {
  const rows = await db.many<{ guestId: number }>(
    sql`select guest_id as "guestId" from watched_guests where is_limited`,
  );
  return new Set(rows.map(({ guestId }) => guestId));
}
