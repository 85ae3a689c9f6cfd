import { or, type Query, type Queryable, sql, type Tx } from '@parley/db';
import type { Person } from '../domain/person.ts';

export type UserRow = {
  user_id: number;
  delivery_email: string;
  email: string;
  full_name: string;
  role: number;
  is_active: boolean;
  bot_type: number | null;
  bot_owner_id: number | null;
  is_system_bot: boolean;
  is_imported_stub: boolean;
  avatar_source: string;
  avatar_url: string;
  avatar_version: number;
  timezone: string;
  email_address_visibility: number;
  can_create_users: boolean;
  can_change_user_emails: boolean;
  awaits_sign_in: boolean;
  /** Whole seconds. */
  joined_at: number;
};

/** Every column that a Person has, of `users as u`. */
export const personColumns = sql`u.user_id, u.delivery_email, u.email, u.full_name, u.role, u.is_active, u.bot_type,
  u.bot_owner_id, u.is_system_bot, u.is_imported_stub, u.avatar_source, u.avatar_url, u.avatar_version, u.timezone,
  u.email_address_visibility, u.can_create_users, u.can_change_user_emails, u.awaits_sign_in,
  extract(epoch from u.joined_at)::int8 as joined_at`;

/** A row as rules see it. */
export const personOf = (row: UserRow): Person => ({
  userId: row.user_id,
  email: row.email,
  deliveryEmail: row.delivery_email,
  fullName: row.full_name,
  role: row.role,
  isActive: row.is_active,
  isBot: row.bot_type !== null,
  botType: row.bot_type ?? 0,
  botOwnerId: row.bot_owner_id ?? 0,
  avatarUrl: row.avatar_url,
  avatarVersion: row.avatar_version,
  timezone: row.timezone,
  joinedAt: row.joined_at,
  isImportedStub: row.is_imported_stub,
  emailAddressVisibility: row.email_address_visibility,
  isSystemBot: row.is_system_bot,
  avatarSource: row.avatar_source,
  canCreateUsers: row.can_create_users,
  canChangeUserEmails: row.can_change_user_emails,
  awaitsSignIn: row.awaits_sign_in,
});

/** People whom a condition on `users as u` fits, in order of ID. */
export async function peopleWhere(db: Queryable, condition: Query, limit: number): Promise<Person[]> {
  const rows = await db.many<UserRow>(
    sql`select ${personColumns} from users as u where ${condition} order by u.user_id limit ${limit}`,
  );
  return rows.map(personOf);
}

/** The person or bot of an ID; undefined for nobody. */
export async function findUser(db: Queryable, userId: number): Promise<Person | undefined> {
  return (await peopleWhere(db, sql`u.user_id = ${userId}`, 1))[0];
}

/** By API or real address, in the form of `emailKey`. The API address of one person is never another's real one. */
export async function findUserByEmail(db: Queryable, key: string): Promise<Person | undefined> {
  return (await peopleWhere(db, sql`u.delivery_email_key = ${key} or u.email_key = ${key}`, 1))[0];
}

/** Most people of one name in one answer. */
const maxNamesakes = 100;

/** Those of the IDs, the address keys and the exact name that exist. */
export function findUsers(
  db: Queryable,
  wanted: { userIds: readonly number[]; keys: readonly string[]; fullName?: string },
): Promise<Person[]> {
  const { userIds, keys, fullName } = wanted;
  const conditions = [
    sql`u.user_id = any(${userIds}::int8[])`,
    sql`u.delivery_email_key = any(${keys}::text[])`,
    sql`u.email_key = any(${keys}::text[])`,
  ];
  if (fullName !== undefined) {
    conditions.push(sql`lower(u.full_name) = lower(${fullName}) and u.full_name = ${fullName}`);
  }
  return peopleWhere(db, or(conditions), userIds.length + 2 * keys.length + maxNamesakes);
}

/** IDs of all bots, the server's own among them. */
export async function listBotIds(db: Queryable): Promise<number[]> {
  const rows = await db.many<{ userId: number }>(
    sql`select user_id as "userId" from users where bot_type is not null order by user_id limit 10000`,
  );
  return rows.map(({ userId }) => userId);
}

/** The server's own bots; there are a handful. */
export function listSystemBots(db: Queryable): Promise<Person[]> {
  return peopleWhere(db, sql`u.is_system_bot`, 100);
}

/** Of the lock on roles and activity; of the whole database, like all such numbers (`test/docs/structure.test.ts`). */
const rolesLock = 7_305_804_411;

/**
 * Makes changes of who is active and in which role take turns, on all replicas, until the transaction ends: two
 * owners who demote each other at once must leave one. What is decided on is read after it.
 */
export async function lockRoles(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${rolesLock})`);
}

/**
 * Until the transaction ends nobody is deactivated or given another role. Many may rely on it at once. What is decided on
 * is read after it.
 */
export async function shareRoles(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${rolesLock})`);
}

/**
 * A person whose row nobody else changes until the transaction ends. Others may refer to it meanwhile, so that two who
 * mute each other do not wait for each other.
 */
export async function lockUser(tx: Tx, userId: number): Promise<Person | undefined> {
  const row = await tx.maybeOne<UserRow>(
    sql`select ${personColumns} from users as u where u.user_id = ${userId} for no key update`,
  );
  return row && personOf(row);
}
