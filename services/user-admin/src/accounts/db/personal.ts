/**
 * Personal lists: navigation views (entries in the person's sidebar), alert words (words whose occurrence in a message notifies
 * the person), muted people, and finished introductions (explanations that clients show once).
 */
import { type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

export type NavigationView = { fragment: string; isPinned: boolean; name: string | null };

export function listNavigationViews(db: Queryable, userId: UserId): Promise<NavigationView[]> {
  return db.many<NavigationView>(sql`
    select fragment, is_pinned as "isPinned", name from navigation_views
     where user_id = ${userId} order by fragment`);
}

export async function putNavigationView(tx: Tx, userId: UserId, view: NavigationView): Promise<void> {
  await tx.execute(sql`
    insert into navigation_views (user_id, fragment, is_pinned, name)
    values (${userId}, ${view.fragment}, ${view.isPinned}, ${view.name})
    on conflict (user_id, fragment) do update set is_pinned = excluded.is_pinned, name = excluded.name`);
}

export async function deleteNavigationView(tx: Tx, userId: UserId, fragment: string): Promise<boolean> {
  return (
    (await tx.execute(
      sql`delete from navigation_views where user_id = ${userId} and fragment = ${fragment}`,
    )) > 0
  );
}

export async function listAlertWords(db: Queryable, userId: UserId): Promise<string[]> {
  const rows = await db.many<{ word: string }>(
    sql`select word from alert_words where user_id = ${userId} order by word_key`,
  );
  return rows.map((row) => row.word);
}

export async function listAllAlertWords(db: Queryable): Promise<{ userId: UserId; words: string[] }[]> {
  return db.many(sql`
    select user_id as "userId", array_agg(word order by word_key) as words from alert_words group by user_id`);
}

const alertWordKey = (word: string): string => word.toLowerCase();

/** Stores alert words. A word that is already stored in another case is not changed. */
export async function insertAlertWords(tx: Tx, userId: UserId, words: readonly string[]): Promise<void> {
  await tx.execute(sql`
    insert into alert_words (user_id, word_key, word)
    select ${userId}, word_key, word
      from unnest(${words.map(alertWordKey)}::text[], ${words}::text[]) as w (word_key, word)
    on conflict do nothing`);
}

export async function deleteAlertWords(tx: Tx, userId: UserId, words: readonly string[]): Promise<void> {
  await tx.execute(sql`
    delete from alert_words where user_id = ${userId} and word_key = any(${words.map(alertWordKey)}::text[])`);
}

/** Returns the people whom a person has muted, with the time of muting in whole seconds since the Unix epoch. */
export function listMutedUsers(db: Queryable, userId: UserId): Promise<{ id: number; timestamp: number }[]> {
  return db.many(sql`
    select muted_user_id as id, extract(epoch from muted_at)::int8 as timestamp from muted_users
     where user_id = ${userId} order by muted_user_id`);
}

/** Returns the muted people of everybody who has muted at least one person. */
export async function listAllMutedUsers(
  db: Queryable,
): Promise<{ userId: UserId; mutedUserIds: UserId[] }[]> {
  return db.many(sql`
    select user_id as "userId", array_agg(muted_user_id order by muted_user_id) as "mutedUserIds"
      from muted_users group by user_id`);
}

/** Stores that a person has muted another one. Returns false when they were already muted. */
export async function insertMutedUser(tx: Tx, userId: UserId, mutedUserId: UserId): Promise<boolean> {
  return (
    (await tx.execute(sql`
      insert into muted_users (user_id, muted_user_id) values (${userId}, ${mutedUserId})
      on conflict do nothing`)) > 0
  );
}

export async function deleteMutedUser(tx: Tx, userId: UserId, mutedUserId: UserId): Promise<boolean> {
  return (
    (await tx.execute(
      sql`delete from muted_users where user_id = ${userId} and muted_user_id = ${mutedUserId}`,
    )) > 0
  );
}

/** Returns the introductions that a person has finished. */
export async function listFinishedSteps(db: Queryable, userId: UserId): Promise<string[]> {
  const rows = await db.many<{ step: string }>(
    sql`select step from finished_onboarding_steps where user_id = ${userId}`,
  );
  return rows.map((row) => row.step);
}

/** Stores that a person has finished an introduction. */
export async function insertFinishedStep(tx: Tx, userId: UserId, step: string): Promise<void> {
  await tx.execute(sql`
    insert into finished_onboarding_steps (user_id, step) values (${userId}, ${step}) on conflict do nothing`);
}
