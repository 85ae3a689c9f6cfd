import { type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

/** Returns the encrypted token of an account's Zoom account; undefined when none is connected. */
export async function findZoomToken(db: Queryable, userId: UserId): Promise<Buffer | undefined> {
  const row = await db.maybeOne<{ sealed: Buffer }>(
    sql`select token_sealed as sealed from zoom_tokens where user_id = ${userId}`,
  );
  return row?.sealed;
}

export const hasZoomToken = async (db: Queryable, userId: UserId): Promise<boolean> =>
  (await db.maybeOne(sql`select 1 from zoom_tokens where user_id = ${userId}`)) !== undefined;

/** Stores the encrypted token of an account's Zoom account. Replaces the previous one. */
export async function storeZoomToken(tx: Tx, userId: UserId, sealed: Buffer): Promise<void> {
  await tx.execute(sql`insert into zoom_tokens (user_id, token_sealed) values (${userId}, ${sealed})
    on conflict (user_id) do update set token_sealed = excluded.token_sealed`);
}

export async function deleteZoomToken(tx: Tx, userId: UserId): Promise<void> {
  await tx.execute(sql`delete from zoom_tokens where user_id = ${userId}`);
}
