/** Texts that bots store with their account, each under a key. */
import { type Query, type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

export type StoredText = { key: string; value: string };

/** SQL condition: the texts of an account with the given keys; without `keys`, all of its texts. */
const ofKeys = (userId: UserId, keys: readonly string[] | undefined): Query =>
  keys ? sql`user_id = ${userId} and key = any(${[...keys]}::text[])` : sql`user_id = ${userId}`;

/** Returns texts of an account as the text of a JSON object, and their number. Without `keys`, returns all texts. */
export async function readStorage(
  db: Queryable,
  userId: UserId,
  keys: readonly string[] | undefined,
): Promise<{ json: string; count: number }> {
  const row = await db.one<{ json: string | null; count: number }>(sql`
    select json_object_agg(key, value order by key)::text as json, count(*)::int as count
      from bot_storage where ${ofKeys(userId, keys)}`);
  return { json: row.json ?? '{}', count: row.count };
}

export async function putTexts(tx: Tx, userId: UserId, texts: readonly StoredText[]): Promise<void> {
  await tx.execute(sql`
    insert into bot_storage (user_id, key, value)
    select ${userId}, key, value
      from unnest(${texts.map(({ key }) => key)}::text[], ${texts.map(({ value }) => value)}::text[])
           as t (key, value)
    on conflict (user_id, key) do update set value = excluded.value`);
}

export function deleteTexts(tx: Tx, userId: UserId, keys: readonly string[] | undefined): Promise<number> {
  return tx.execute(sql`delete from bot_storage where ${ofKeys(userId, keys)}`);
}

export function storageSize(tx: Tx, userId: UserId): Promise<{ count: number; bytes: number }> {
  return tx.one(sql`
    select count(*)::int as count, coalesce(sum(octet_length(key) + octet_length(value)), 0)::int8 as bytes
      from bot_storage where user_id = ${userId}`);
}
