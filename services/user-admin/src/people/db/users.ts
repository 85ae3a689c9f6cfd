import { type Queryable, sql, type Tx } from '@parley/db';
import { emailKey, type UserId } from '@parley/rules';
import { peopleWhere, personColumns, personOf, type UserRow } from '../../kernel/db/people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { Proven, ProvenRole } from '../../kernel/domain/proof.ts';

/** Returns the number of bots that a person owns, including deactivated ones. */
export async function countBots(tx: Tx, ownerId: UserId): Promise<number> {
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*) as count from users where bot_owner_id = ${ownerId}`,
  );
  return count;
}

/** Reserves IDs for new accounts. Returns them in ascending order. */
export async function nextUserIds(tx: Tx, count: number): Promise<UserId[]> {
  const rows = await tx.many<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('users', 'user_id')) as id from generate_series(1, ${count}::int4)`);
  return rows.map(({ id }) => id);
}

/** A new account. The owner of a bot sees its API key, so the owner is proven; 0 for no owner. */
export type NewUser = Omit<Person, 'joinedAt' | 'isDeleted' | 'role' | 'botOwnerId'> & {
  role: ProvenRole;
  botOwnerId: Proven<UserId, 'api-key'> | 0;
  /** When a person of an import joined, in seconds since the Unix epoch; 0: now. */
  importedAt: number;
};

/**
 * Inserts accounts in one statement. The database sets the time of joining, except for people of imports.
 * @param people in ascending order of their IDs
 * @throws unique violation of `users_*_key_key` for an address that is already used
 */
export async function insertUsers(tx: Tx, people: readonly NewUser[]): Promise<Person[]> {
  const accounts = people.map((person) => ({
    user_id: person.userId,
    delivery_email: person.deliveryEmail,
    delivery_email_key: emailKey(person.deliveryEmail),
    email: person.email,
    email_key: emailKey(person.email),
    full_name: person.fullName,
    role: person.role,
    is_active: person.isActive,
    bot_type: person.botType || null,
    bot_owner_id: person.botOwnerId || null,
    is_system_bot: person.isSystemBot,
    is_imported_stub: person.isImportedStub,
    avatar_source: person.avatarSource,
    avatar_url: person.avatarUrl,
    avatar_version: person.avatarVersion,
    timezone: person.timezone,
    email_address_visibility: person.emailAddressVisibility,
    can_create_users: person.canCreateUsers,
    can_change_user_emails: person.canChangeUserEmails,
    awaits_sign_in: person.awaitsSignIn,
    joined_at: person.importedAt === 0 ? null : new Date(person.importedAt * 1000).toISOString(),
  }));
  const rows = await tx.many<UserRow>(sql`
    with stored as (
      insert into users as u (user_id, delivery_email, delivery_email_key, email, email_key, full_name, role, is_active,
        bot_type, bot_owner_id, is_system_bot, is_imported_stub, avatar_source, avatar_url, avatar_version, timezone,
        email_address_visibility, can_create_users, can_change_user_emails, awaits_sign_in, joined_at)
      select a.user_id, a.delivery_email, a.delivery_email_key, a.email, a.email_key, a.full_name, a.role, a.is_active,
             a.bot_type, a.bot_owner_id, a.is_system_bot, a.is_imported_stub, a.avatar_source, a.avatar_url,
             a.avatar_version, a.timezone, a.email_address_visibility, a.can_create_users, a.can_change_user_emails,
             a.awaits_sign_in, coalesce(a.joined_at, date_trunc('second', now()))
        from jsonb_populate_recordset(null::users, ${JSON.stringify(accounts)}::jsonb) as a
      returning u.*)
    select ${personColumns} from stored as u order by u.user_id`);
  return rows.map(personOf);
}

/** Undefined for a person who has signed in before. */
export async function storeFirstSignIn(tx: Tx, userId: UserId): Promise<Person | undefined> {
  const row = await tx.maybeOne<UserRow>(sql`
    update users as u set joined_at = case when is_imported_stub then joined_at else date_trunc('second', now()) end, awaits_sign_in = false, is_imported_stub = false
     where u.user_id = ${userId} and u.awaits_sign_in returning ${personColumns}`);
  return row && personOf(row);
}

/** Changes of an account that need no proof. */
type PlainChanges = Partial<
  Pick<
    Person,
    | 'fullName'
    | 'avatarSource'
    | 'avatarUrl'
    | 'avatarVersion'
    | 'timezone'
    | 'emailAddressVisibility'
    | 'isDeleted'
  >
>;

type ProvenChanges = PlainChanges & {
  deliveryEmail?: Proven<string, 'address'>;
  /** The owner of a bot sees its API key. */
  botOwnerId?: Proven<UserId, 'api-key'>;
  role?: ProvenRole;
};

/** Changes of an account. `deactivateAccount` and `reactivateAccount` change `isActive`, because they also end access. */
export type AccountChanges = ProvenChanges & { isActive?: never };

/** Changes of an account and its activity. A reactivated account gets its role again, so its role must be proven, too. */
export type WrittenChanges = ProvenChanges & ({ isActive?: false } | { isActive: true; role: ProvenRole });

/** @throws unique violation of `users_*_key_key` for an address that is already used */
export async function updateUser(
  tx: Tx,
  userId: UserId,
  { email, ...changes }: WrittenChanges & { email: string },
): Promise<void> {
  const { deliveryEmail } = changes;
  await tx.execute(sql`
    update users set email = ${email}, email_key = ${emailKey(email)},
      delivery_email = coalesce(${deliveryEmail ?? null}::text, delivery_email),
      delivery_email_key = coalesce(${deliveryEmail === undefined ? null : emailKey(deliveryEmail)}::text, delivery_email_key),
      full_name = coalesce(${changes.fullName ?? null}::text, full_name),
      role = coalesce(${changes.role ?? null}::int4, role),
      is_active = coalesce(${changes.isActive ?? null}::bool, is_active),
      bot_owner_id = coalesce(${changes.botOwnerId ?? null}::int8, bot_owner_id),
      avatar_source = coalesce(${changes.avatarSource ?? null}::text, avatar_source),
      avatar_url = coalesce(${changes.avatarUrl ?? null}::text, avatar_url),
      avatar_version = coalesce(${changes.avatarVersion ?? null}::int4, avatar_version),
      timezone = coalesce(${changes.timezone ?? null}::text, timezone),
      email_address_visibility = coalesce(${changes.emailAddressVisibility ?? null}::int4, email_address_visibility),
      is_deleted = coalesce(${changes.isDeleted ?? null}::bool, is_deleted)
     where user_id = ${userId}`);
}

export async function storeRights(
  tx: Tx,
  userId: UserId,
  { canCreateUsers, canChangeUserEmails }: Pick<Person, 'canCreateUsers' | 'canChangeUserEmails'>,
): Promise<void> {
  await tx.execute(sql`
    update users set can_create_users = ${canCreateUsers}, can_change_user_emails = ${canChangeUserEmails}
     where user_id = ${userId}`);
}

/** Returns those of the given accounts that exist, and whether they are bots. */
export function peopleAmong(
  db: Queryable,
  userIds: readonly UserId[],
): Promise<{ userId: UserId; isBot: boolean }[]> {
  return db.many(sql`
    select user_id as "userId", bot_type is not null as "isBot" from users where user_id = any(${userIds}::int8[])`);
}

/** Returns the number of active people with this role or a higher one, which has a lower number. Bots are not counted. */
export async function countActive(db: Queryable, highestRole: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from users where role <= ${highestRole} and is_active and bot_type is null`);
  return count;
}

export async function findFirstOwner(db: Queryable): Promise<number> {
  const row = await db.maybeOne<{ user_id: UserId }>(
    sql`select user_id from users where role = 100 and is_active and bot_type is null order by user_id limit 1`,
  );
  return row?.user_id ?? 0;
}

const maxBots = 10_000;

const maxOwners = 100;

export const listActiveOwners = (db: Queryable): Promise<Person[]> =>
  peopleWhere(db, sql`u.role = 100 and u.is_active and u.bot_type is null`, maxOwners);

/** Returns the bots that are owners, which earlier releases permitted. */
export const listOwnerBots = (db: Queryable): Promise<Person[]> =>
  peopleWhere(db, sql`u.role = 100 and u.bot_type is not null`, maxBots);

/** Returns whether an active account other than `userId` has the name. Names are compared without case. */
export async function isNameTaken(db: Queryable, fullName: string, userId = 0): Promise<boolean> {
  const row = await db.maybeOne(sql`select 1 from users where fold_name(full_name) = fold_name(${fullName})
    and is_active and user_id <> ${userId} limit 1`);
  return row !== undefined;
}

/** Call it before `isNameTaken`, so that two concurrent transactions cannot use the same name. */
export async function lockName(tx: Tx, fullName: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7305805, hashtext(fold_name(${fullName})))`);
}

/** The shared lock prevents changes until the transaction ends; several transactions can hold it. */
export async function lockUsersForShare(tx: Tx, userIds: readonly UserId[]): Promise<void> {
  await tx.execute(sql`
    select 1 from users where user_id = any(${userIds}::int8[]) order by user_id for share`);
}

/** Ordered by ID, without system bots. With `userIds`, only people with these IDs. */
export function listUsers(
  db: Queryable,
  page: { afterUserId: UserId; limit: number; userIds?: readonly UserId[] },
): Promise<Person[]> {
  const { afterUserId, limit, userIds } = page;
  const condition = sql`u.user_id > ${afterUserId} and not u.is_system_bot`;
  return peopleWhere(
    db,
    userIds ? sql`${condition} and u.user_id = any(${userIds}::int8[])` : condition,
    limit,
  );
}

/** Returns the bots of one owner; without `ownerId`, all bots. System bots are left out. */
export function listBots(db: Queryable, ownerId?: UserId): Promise<Person[]> {
  const condition = sql`u.bot_type is not null and not u.is_system_bot`;
  return peopleWhere(
    db,
    ownerId === undefined ? condition : sql`${condition} and u.bot_owner_id = ${ownerId}`,
    maxBots,
  );
}
