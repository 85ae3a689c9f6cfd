import { type Queryable, sql, type Tx } from '@parley/db';

/** Those of some people whom a guest shares nothing with; bots and the guest aside, whom everybody sees. */
export async function listHidden(
  db: Queryable,
  guestId: number,
  userIds: readonly number[],
): Promise<number[]> {
  const rows = await db.many<{ userId: number }>(sql`
    select u.user_id as "userId" from users as u
     where u.user_id = any(${userIds}::int8[]) and u.bot_type is null and u.user_id <> ${guestId}
       and not exists (select 1 from sights as s where s.guest_id = ${guestId} and s.user_id = u.user_id)
     order by u.user_id`);
  return rows.map(({ userId }) => userId);
}

/** What is kept of some guests, about everybody or about some people. */
export function listPairs(
  tx: Tx,
  guestIds: readonly number[],
  userIds: readonly number[] | undefined,
): Promise<Pair[]> {
  const about = userIds ? sql`user_id = any(${userIds}::int8[])` : sql`true`;
  return tx.many<Pair>(sql`
    select guest_id as "guestId", user_id as "userId" from sights
     where guest_id = any(${guestIds}::int8[]) and ${about}`);
}

export type Pair = { guestId: number; userId: number };

const columnsOf = (pairs: readonly Pair[]) =>
  [pairs.map(({ guestId }) => guestId), pairs.map(({ userId }) => userId)] as const;

/** Guests share something with people from now on; those that do already stay. */
export async function insertPairs(tx: Tx, pairs: readonly Pair[]): Promise<void> {
  const [guestIds, userIds] = columnsOf(pairs);
  await tx.execute(sql`
    insert into sights (guest_id, user_id)
    select g, u from unnest(${guestIds}::int8[], ${userIds}::int8[]) as p (g, u)
     where exists (select 1 from users where user_id = u) on conflict do nothing`);
}

/** Guests share nothing with people any more. */
export async function deletePairs(tx: Tx, pairs: readonly Pair[]): Promise<void> {
  const [guestIds, userIds] = columnsOf(pairs);
  await tx.execute(sql`
    delete from sights using unnest(${guestIds}::int8[], ${userIds}::int8[]) as p (g, u)
     where guest_id = g and user_id = u`);
}

/** Active guests, with those that were and of whom something is still kept. `isLimited` is null for new ones. */
export type GuestRow = { guestId: number; isGuest: boolean; isActive: boolean; isLimited: boolean | null };

/** All of them, or those of the IDs. */
export function listGuests(db: Queryable, userIds?: readonly number[]): Promise<GuestRow[]> {
  const among = userIds ? sql`u.user_id = any(${userIds}::int8[])` : sql`true`;
  return db.many<GuestRow>(sql`
    select u.user_id as "guestId", u.role = 600 as "isGuest", u.is_active as "isActive", w.is_limited as "isLimited"
      from users as u left join watched_guests as w on w.guest_id = u.user_id
     where ${among} and ((u.role = 600 and u.is_active) or w.guest_id is not null)
     order by u.user_id`);
}

/** Active guests of whom nothing is kept yet, or who were not compared for so long. */
export async function listDueGuests(db: Queryable, afterSeconds: number, limit: number): Promise<number[]> {
  const rows = await db.many<{ guestId: number }>(sql`
    select u.user_id as "guestId" from users as u left join watched_guests as w on w.guest_id = u.user_id
     where u.role = 600 and u.is_active
       and (w.guest_id is null or w.compared_at < now() - make_interval(secs => ${afterSeconds}))
     order by w.compared_at nulls first, u.user_id limit ${limit}`);
  return rows.map(({ guestId }) => guestId);
}

/** The guest has been compared now. */
export async function putGuest(tx: Tx, guestId: number, isLimited: boolean): Promise<void> {
  await tx.execute(sql`
    insert into watched_guests (guest_id, is_limited) values (${guestId}, ${isLimited})
    on conflict (guest_id) do update set is_limited = excluded.is_limited, compared_at = now()`);
}

/** Nothing is kept of somebody who is no guest any more. */
export async function deleteGuest(tx: Tx, guestId: number): Promise<void> {
  await tx.execute(sql`delete from sights where guest_id = ${guestId}`);
  await tx.execute(sql`delete from watched_guests where guest_id = ${guestId}`);
}

/** IDs of all people, bots aside. */
export async function listPeopleIds(db: Queryable): Promise<number[]> {
  const rows = await db.many<{ userId: number }>(
    sql`select user_id as "userId" from users where bot_type is null order by user_id`,
  );
  return rows.map(({ userId }) => userId);
}

/** Changes of what guests see take turns, on all replicas, until the transaction ends. */
export async function lockVisibility(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7305804410)`);
}
