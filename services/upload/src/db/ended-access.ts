import type { AddressHolder } from '@parley/core';
import { type Queryable, sql, type Tx } from '@parley/db';

/** `user_id` of the row of all administrators. */
const administrators = 0;

/** Stores that all access of a person has ended. Repeated and older ends change nothing. */
export async function storeAccessEnd(
  tx: Tx,
  end: { userId: number; generation: number; isAdministrator: boolean; endedAt: Date },
): Promise<void> {
  await put(tx, end.userId, end.generation, end.endedAt);
  if (end.isAdministrator) await put(tx, administrators, 0, end.endedAt);
}

async function put(tx: Tx, userId: number, generation: number, endedAt: Date): Promise<void> {
  await tx.execute(sql`
    insert into ended_access as e (user_id, generation, ended_at) values (${userId}, ${generation}, ${endedAt})
    on conflict (user_id) do update
       set generation = greatest(e.generation, excluded.generation), ended_at = greatest(e.ended_at, excluded.ended_at)`);
}

/** Returns the number of a person's present access. */
export async function accessGenerationOf(db: Queryable, userId: number): Promise<number> {
  const row = await db.maybeOne<{ generation: number }>(
    sql`select generation from ended_access where user_id = ${userId}`,
  );
  return row?.generation ?? 0;
}

/** Returns whether the access of a holder of a signed address has not ended since the address was made. */
export async function isHolderCurrent(db: Queryable, holder: AddressHolder): Promise<boolean> {
  if (holder.kind === 'nobody') return true;
  if (holder.kind === 'person') {
    return holder.generation >= (await accessGenerationOf(db, holder.userId));
  }
  const end = await db.maybeOne(sql`
    select from ended_access where user_id = ${administrators} and ended_at >= ${new Date(holder.since)}`);
  return end === undefined;
}
