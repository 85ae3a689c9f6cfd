import { type Queryable, sql, type Tx } from '@parley/db';
import { roles, type UserId } from '@parley/rules';

/** Returns the stored settings of a person. Other settings have their built-in defaults. */
export async function findUserSettings(
  db: Queryable,
  userId: UserId,
): Promise<Readonly<Record<string, unknown>>> {
  const row = await db.maybeOne<{ settings: Record<string, unknown> }>(
    sql`select settings from user_settings where user_id = ${userId}`,
  );
  return row?.settings ?? {};
}

/** Returns the stored settings of several people. Unknown people are missing. */
export function settingsOfPeople(
  db: Queryable,
  userIds: readonly UserId[],
): Promise<{ userId: UserId; settings: Readonly<Record<string, unknown>> }[]> {
  return db.many(sql`
    select u.user_id as "userId", coalesce(s.settings, '{}') as settings
      from users u left join user_settings s using (user_id)
     where u.user_id = any(${userIds}::int8[])`);
}

/** Stores some settings for each of the people. Other settings keep their values. */
export async function mergeUserSettings(
  tx: Tx,
  userIds: readonly UserId[],
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const text = JSON.stringify(changes);
  await tx.execute(sql`insert into user_settings as s (user_id, settings) 
    select user_id, ${text}::jsonb from unnest(${userIds}::int8[]) as p (user_id)
    on conflict (user_id) do update set settings = s.settings || excluded.settings`);
}

/** Records that a person has changed these settings. Administrators can leave out such settings when they change those of others. */
export async function markEdited(tx: Tx, userId: UserId, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await tx.execute(sql`
    insert into user_settings as s (user_id, edited_names) values (${userId}, ${names}::text[])
    on conflict (user_id) do update set edited_names =
      array(select distinct name from unnest(s.edited_names || excluded.edited_names) as all_names (name) order by name)`);
}

/** Returns the names of the settings that a person has changed. */
export async function editedSettings(db: Queryable, userId: UserId): Promise<readonly string[]> {
  const row = await db.maybeOne<{ names: string[] }>(
    sql`select edited_names as names from user_settings where user_id = ${userId}`,
  );
  return row?.names ?? [];
}

/**
 * Returns which of the given people are active and send read receipts, ordered by ID. People who have muted the reader, or whom the
 * reader has muted, are left out.
 */
export async function receiptSendersAmong(
  db: Queryable,
  userIds: readonly UserId[],
  readerId: number,
): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select u.user_id as id from users u
      left join user_settings s on s.user_id = u.user_id
     where u.user_id = any(${userIds}::int8[]) and u.is_active
       and s.settings ->> 'send_read_receipts' is distinct from 'false'
       and not exists (
         select from muted_users m
          where (m.user_id, m.muted_user_id) in ((${readerId}, u.user_id), (u.user_id, ${readerId})))
     order by u.user_id`);
  return rows.map(({ id }) => id);
}

/**
 * Returns for every active person whether they consent to the export of their private data, and who may see their mail address,
 * ordered by ID. The result is the text of a JSON array.
 */
export async function listExportConsents(db: Queryable): Promise<Buffer> {
  const row = await db.maybeOne<{ consents: string | null }>(sql`
    select json_agg(json_build_object('user_id', u.user_id,
             'consented', coalesce((s.settings ->> 'allow_private_data_export')::boolean, false),
             'email_address_visibility', u.email_address_visibility)
             order by u.user_id)::text as consents
      from users u left join user_settings s using (user_id)
     where u.is_active and u.bot_type is null`);
  return Buffer.from(row?.consents ?? '[]');
}

/** Returns the people who want mails or pushes of every message in their channels, in ascending order. */
export async function listChannelNotified(db: Queryable): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select s.user_id as id from user_settings s join users u using (user_id)
     where u.is_active and u.bot_type is null
       and (s.settings ->> 'enable_stream_email_notifications' = 'true'
         or s.settings ->> 'enable_stream_push_notifications' = 'true')
     order by s.user_id`);
  return rows.map(({ id }) => id);
}

/**
 * Returns the IDs of active people who want digests, in ascending order, at most `limit` after `afterUserId`.
 * @param isDaily whether only people who want one each day are returned
 */
export async function listDigestReaders(
  db: Queryable,
  { afterUserId, limit, isDaily }: { afterUserId: UserId; limit: number; isDaily: boolean },
): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select u.user_id as id from users u left join user_settings s using (user_id)
     where u.user_id > ${afterUserId} and u.is_active and u.bot_type is null
       and coalesce(s.settings ->> 'enable_digest_emails', 'true') = 'true'
       and (not ${isDaily}::boolean or s.settings ->> 'digest_frequency' = 'daily')
     order by u.user_id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Returns the IDs of the active people who consent to the export of their private data, in ascending order. */
export async function listConsentingUsers(db: Queryable): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select s.user_id as id from user_settings s join users u using (user_id)
     where u.is_active and u.bot_type is null and s.settings ->> 'allow_private_data_export' = 'true'
     order by s.user_id`);
  return rows.map(({ id }) => id);
}

/** Returns whether at least one active owner consents to the export of their private data. */
export async function hasConsentingOwner(db: Queryable): Promise<boolean> {
  const row = await db.one<{ has: boolean }>(sql`
    select exists (
      select from users u join user_settings s using (user_id)
       where u.is_active and u.role = ${roles.owner} and u.bot_type is null
         and s.settings ->> 'allow_private_data_export' = 'true') as has`);
  return row.has;
}
