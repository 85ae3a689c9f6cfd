import { or, type Query, type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';
import type { Person } from '../domain/person.ts';

/** A row with the columns in `personColumns`. */
export type UserRow = {
  user_id: UserId;
  delivery_email: string;
  email: string;
  full_name: string;
  role: number;
  is_active: boolean;
  bot_type: number | null;
  bot_owner_id: UserId | null;
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
  is_deleted: boolean;
  /** In whole seconds since the Unix epoch. */
  joined_at: number;
};

export const personColumns = sql`u.user_id, u.delivery_email, u.email, u.full_name, u.role, u.is_active, u.bot_type,
  u.bot_owner_id, u.is_system_bot, u.is_imported_stub, u.avatar_source, u.avatar_url, u.avatar_version, u.timezone,
  u.email_address_visibility, u.can_create_users, u.can_change_user_emails, u.awaits_sign_in, u.is_deleted,
  extract(epoch from u.joined_at)::int8 as joined_at`;

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
  isDeleted: row.is_deleted,
});

export async function peopleWhere(db: Queryable, condition: Query, limit: number): Promise<Person[]> {
  const rows = await db.many<UserRow>(
    sql`select ${personColumns} from users as u where ${condition} order by u.user_id limit ${limit}`,
  );
  return rows.map(personOf);
}

export async function findUser(db: Queryable, userId: UserId): Promise<Person | undefined> {
  return (await peopleWhere(db, sql`u.user_id = ${userId}`, 1))[0];
}

/** `key` is in the form of `emailKey`. The API address of one person never equals the real address of another. */
export async function findUserByEmail(db: Queryable, key: string): Promise<Person | undefined> {
  return (await peopleWhere(db, sql`u.delivery_email_key = ${key} or u.email_key = ${key}`, 1))[0];
}

const maxNamesakes = 100;

/** Returns the people who have one of the IDs, one of the addresses (as `emailKey`), or exactly the given name. */
export function findUsers(
  db: Queryable,
  wanted: { userIds: readonly UserId[]; keys: readonly string[]; fullName?: string },
): Promise<Person[]> {
  const { userIds, keys, fullName } = wanted;
  const conditions = [
    sql`u.user_id = any(${userIds}::int8[])`,
    sql`u.delivery_email_key = any(${keys}::text[])`,
    sql`u.email_key = any(${keys}::text[])`,
  ];
  if (fullName !== undefined) {
    conditions.push(sql`fold_name(u.full_name) = fold_name(${fullName}) and u.full_name = ${fullName}`);
  }
  return peopleWhere(db, or(conditions), userIds.length + 2 * keys.length + maxNamesakes);
}

const maxBots = 10_000;

export async function listBotIds(db: Queryable): Promise<UserId[]> {
  const rows = await db.many<{ userId: UserId }>(
    sql`select user_id as "userId" from users where bot_type is not null order by user_id limit ${maxBots}`,
  );
  return rows.map(({ userId }) => userId);
}

/** Returns the system bots, which send messages of the server itself. */
export function listSystemBots(db: Queryable): Promise<Person[]> {
  // The condition on `bot_type` makes the planner use the index of bots.
  return peopleWhere(db, sql`u.bot_type is not null and u.is_system_bot`, 100);
}

/** Keys of advisory locks are unique in the database (`test/docs/structure.test.ts`). */
const rolesLock = 7_305_804_411;

/**
 * Takes an exclusive lock on the roles and activity of all accounts, until the transaction ends. With it, two owners who demote
 * each other at the same time cannot both succeed. Callers must read the data that decides about the change after they hold the
 * lock.
 */
export async function lockRoles(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${rolesLock})`);
}

/**
 * Takes a shared lock on the roles and activity of all accounts, until the transaction ends. Several transactions can hold it
 * at the same time, and nobody can change roles. Callers must read the data that decides about the change after they hold the
 * lock.
 */
export async function lockRolesForShare(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${rolesLock})`);
}

/** Does not block new foreign keys to the row, so two people who mute each other do not wait for each other. */
export async function lockUser(tx: Tx, userId: UserId): Promise<Person | undefined> {
  const row = await tx.maybeOne<UserRow>(
    sql`select ${personColumns} from users as u where u.user_id = ${userId} for no key update`,
  );
  return row && personOf(row);
}

/** Locks accounts in the order of their IDs until the transaction ends, so that two transactions that do so cannot deadlock. */
export async function lockUsers(tx: Tx, userIds: readonly UserId[]): Promise<void> {
  await tx.many(sql`
    select u.user_id from users as u where u.user_id = any(${userIds}::int8[]) order by u.user_id for no key update`);
}

export async function isErased(db: Queryable, userId: UserId): Promise<boolean> {
  return (await db.maybeOne(sql`select 1 from erasures where user_id = ${userId}`)) !== undefined;
}
