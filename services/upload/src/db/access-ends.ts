import { anyOf, type Queryable, sql } from '@parley/db';
import type { UserId } from '@parley/rules';

/** Stores that all access of a person has ended. Addresses that the person got before are invalid then. */
export async function storeAccessEnd(db: Queryable, userId: UserId, endedAt: Date): Promise<void> {
  await db.execute(sql`
    insert into access_ends (user_id, ended_at) values (${userId}, ${endedAt})
    on conflict (user_id) do update set number = excluded.number, ended_at = excluded.ended_at`);
}

/** Returns the number of the person's last end of access; 0 when there was none lately. */
export async function lastAccessEndOf(db: Queryable, userId: UserId): Promise<number> {
  const row = await db.maybeOne<{ number: number }>(
    sql`select number from access_ends where user_id = ${userId}`,
  );
  return row?.number ?? 0;
}

/** Deletes ends of access before a time, at most `limit`. Returns how many were deleted. */
export function deleteAccessEnds(db: Queryable, before: Date, limit: number): Promise<number> {
  return db.execute(sql`
    delete from access_ends where user_id = ${anyOf(sql`
      select user_id from access_ends where ended_at < ${before} order by ended_at limit ${limit}
         for update skip locked`)}
       and ended_at < ${before}`);
}
