/** A contact is a person with whom a guest shares a channel or a direct conversation. */
import { type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

/** Returns which of the given people a guest may not see: people who are not a contact, a bot or the guest. */
export async function listHidden(
  db: Queryable,
  guestId: UserId,
  userIds: readonly UserId[],
): Promise<UserId[]> {
  const rows = await db.many<{ userId: UserId }>(sql`
    select u.user_id as "userId" from users as u
     where u.user_id = any(${userIds}::int8[]) and u.bot_type is null and u.user_id <> ${guestId}
       and not exists (select 1 from sights as s where s.guest_id = ${guestId} and s.user_id = u.user_id)
     order by u.user_id`);
  return rows.map(({ userId }) => userId);
}

export type ContactPair = { guestId: UserId; userId: UserId };

export function listContactPairs(
  tx: Tx,
  guestIds: readonly UserId[],
  userIds: readonly UserId[] | undefined,
): Promise<ContactPair[]> {
  const about = userIds ? sql`user_id = any(${userIds}::int8[])` : sql`true`;
  return tx.many<ContactPair>(sql`
    select guest_id as "guestId", user_id as "userId" from sights
     where guest_id = any(${guestIds}::int8[]) and ${about}`);
}

const columnsOf = (pairs: readonly ContactPair[]) =>
  [pairs.map(({ guestId }) => guestId), pairs.map(({ userId }) => userId)] as const;

/** Stores contacts. Skips contacts that are already stored, and people who do not exist. */
export async function insertContactPairs(tx: Tx, pairs: readonly ContactPair[]): Promise<void> {
  const [guestIds, userIds] = columnsOf(pairs);
  await tx.execute(sql`
    insert into sights (guest_id, user_id)
    select g, u from unnest(${guestIds}::int8[], ${userIds}::int8[]) as p (g, u)
     where exists (select 1 from users where user_id = u) on conflict do nothing`);
}

export async function deleteContactPairs(tx: Tx, pairs: readonly ContactPair[]): Promise<void> {
  const [guestIds, userIds] = columnsOf(pairs);
  await tx.execute(sql`
    delete from sights using unnest(${guestIds}::int8[], ${userIds}::int8[]) as p (g, u)
     where guest_id = g and user_id = u`);
}

/** `isLimited`: whether the guest saw only bots and contacts at the last comparison; null before the first one. */
export type GuestRow = { guestId: UserId; isGuest: boolean; isActive: boolean; isLimited: boolean | null };

export function listGuests(db: Queryable, userIds?: readonly UserId[]): Promise<GuestRow[]> {
  const among = userIds ? sql`u.user_id = any(${userIds}::int8[])` : sql`true`;
  return db.many<GuestRow>(sql`
    select u.user_id as "guestId", u.role = 600 as "isGuest", u.is_active as "isActive", w.is_limited as "isLimited"
      from users as u left join watched_guests as w on w.guest_id = u.user_id
     where ${among} and ((u.role = 600 and u.is_active) or w.guest_id is not null)
     order by u.user_id`);
}

/** Never compared, or not within `afterSeconds`. Those who have waited longest come first. */
export async function listDueGuests(db: Queryable, afterSeconds: UserId, limit: number): Promise<number[]> {
  const rows = await db.many<{ guestId: UserId }>(sql`
    select u.user_id as "guestId" from users as u left join watched_guests as w on w.guest_id = u.user_id
     where u.role = 600 and u.is_active
       and (w.guest_id is null or w.compared_at < now() - make_interval(secs => ${afterSeconds}))
     order by w.compared_at nulls first, u.user_id limit ${limit}`);
  return rows.map(({ guestId }) => guestId);
}

/** Stores that the contacts of a guest were compared now. */
export async function putGuest(tx: Tx, guestId: UserId, isLimited: boolean): Promise<void> {
  await tx.execute(sql`
    insert into watched_guests (guest_id, is_limited) values (${guestId}, ${isLimited})
    on conflict (guest_id) do update set is_limited = excluded.is_limited, compared_at = now()`);
}

/** Deletes the rows about a person who is not a guest any more. */
export async function deleteGuest(tx: Tx, guestId: UserId): Promise<void> {
  await tx.execute(sql`delete from sights where guest_id = ${guestId}`);
  await tx.execute(sql`delete from watched_guests where guest_id = ${guestId}`);
}

export async function listPeopleIds(db: Queryable): Promise<UserId[]> {
  const rows = await db.many<{ userId: UserId }>(
    sql`select user_id as "userId" from users where bot_type is null order by user_id`,
  );
  return rows.map(({ userId }) => userId);
}

/** Takes a lock that serializes changes of what guests may see, on all replicas, until the transaction ends. */
export async function lockVisibility(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7305804410)`);
}
