import { type Query, type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';
import { type ScimUser, type StoredScimUser, userNameKey } from '../domain/user-resource.ts';
import { scimIdOf } from './scim-groups.ts';

type Row = {
  user_id: UserId;
  user_name: string;
  external_id: string | null;
  email: string;
  full_name: string;
  is_active: boolean;
  attributes: ScimUser['attributes'];
  created_at: number;
  changed_at: number;
};

/**
 * SQL condition: the account is a user for the client. Bots, erased people and people whom the client has deleted are not. A
 * person without a row in `scim_users` has their address as user name.
 */
const isUser = sql`u.bot_type is null and not u.is_system_bot and s.deleted_at is null
  and not exists (select from erasures as e where e.user_id = u.user_id)`;

async function usersWhere(db: Queryable, condition: Query, rest: Query): Promise<StoredScimUser[]> {
  const rows = await db.many<Row>(sql`
    select u.user_id, coalesce(s.user_name, u.delivery_email) as user_name, s.external_id,
           u.delivery_email as email, u.full_name, u.is_active, coalesce(s.attributes, '{}') as attributes,
           extract(epoch from u.joined_at)::int8 as created_at,
           extract(epoch from coalesce(s.changed_at, u.joined_at))::int8 as changed_at
      from users as u left join scim_users as s using (user_id)
     where ${isUser} and ${condition} order by u.user_id ${rest}`);
  return rows.map((row) => ({
    userId: row.user_id,
    userName: row.user_name,
    externalId: row.external_id ?? undefined,
    email: row.email,
    fullName: row.full_name,
    isActive: row.is_active,
    attributes: row.attributes,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  }));
}

export async function findScimUser(db: Queryable, userId: UserId): Promise<StoredScimUser | undefined> {
  return (await usersWhere(db, sql`u.user_id = ${userId}`, sql``))[0];
}

export const findByUserName = (db: Queryable, key: string): Promise<StoredScimUser[]> =>
  usersWhere(
    db,
    sql`u.user_id in (select user_id from scim_users where user_name_key = ${key}
      union select user_id from users as v where v.delivery_email_key = ${key}
        and not exists (select 1 from scim_users as t where t.user_id = v.user_id))`,
    sql``,
  );

export const findByExternalId = (db: Queryable, externalId: string): Promise<StoredScimUser[]> =>
  usersWhere(db, sql`s.external_id = ${externalId}`, sql``);

/** Returns a range of all people, ordered by ID. */
export const listScimUsers = (
  db: Queryable,
  { offset, limit }: { offset: number; limit: number },
): Promise<StoredScimUser[]> => usersWhere(db, sql`true`, sql`offset ${offset} limit ${limit}`);

export async function countScimUsers(db: Queryable): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from users as u left join scim_users as s using (user_id) where ${isUser}`,
  );
  return count;
}

/** Returns those of the user names and addresses that an account has, even one that the client has deleted. */
export async function knownKeys(
  db: Queryable,
  { userNames, emails }: { userNames: readonly string[]; emails: readonly string[] },
): Promise<Set<string>> {
  const rows = await db.many<{ key: string }>(sql`
    select user_name_key as key from scim_users where user_name_key = any(${userNames}::text[])
    union select delivery_email_key from users where delivery_email_key = any(${[...userNames, ...emails]}::text[])
    union select email_key from users where email_key = any(${emails}::text[])`);
  return new Set(rows.map(({ key }) => key));
}

export const findScimUsers = (db: Queryable, userIds: readonly UserId[]): Promise<StoredScimUser[]> =>
  usersWhere(db, sql`u.user_id = any(${userIds}::int8[])`, sql``);

/** Returns the ID of an account that the client has deleted, by its address or user name; undefined when there is none. */
export async function findDeletedScimUser(
  tx: Tx,
  keys: { userName: string; email: string },
): Promise<number | undefined> {
  const row = await tx.maybeOne<{ user_id: UserId }>(sql`
    select user_id from scim_users join users as u using (user_id)
     where deleted_at is not null and (user_name_key = ${keys.userName} or u.delivery_email_key = ${keys.email})
     order by user_id limit 1`);
  return row?.user_id;
}

/**
 * Stores those SCIM attributes of a person that the account itself does not contain.
 * @throws unique violation of `scim_users_user_name_key_key` for a user name that another person has
 */
export async function putScimUser(tx: Tx, userId: UserId, user: ProviderAttributes): Promise<void> {
  await putScimUsers(tx, [{ ...user, userId }]);
}

/** SCIM attributes that an account itself does not contain. */
type ProviderAttributes = Pick<ScimUser, 'userName' | 'externalId' | 'attributes'>;

/**
 * Stores those SCIM attributes of people that their accounts do not contain. People whom the client had deleted are not deleted
 * for the client any more.
 * @throws unique violation of `scim_users_user_name_key_key` for a user name that another person has
 */
export async function putScimUsers(
  tx: Tx,
  users: readonly (ProviderAttributes & { userId: UserId })[],
): Promise<void> {
  // Two transactions that store the same names insert them in the same order, so that they cannot deadlock.
  await tx.execute(sql`
    insert into scim_users (user_id, user_name, user_name_key, external_id, attributes)
    select * from unnest(${users.map(({ userId }) => userId)}::int8[],
      ${users.map(({ userName }) => userName)}::text[],
      ${users.map(({ userName }) => userNameKey(userName))}::text[],
      ${users.map(({ externalId }) => externalId ?? null)}::text[],
      ${users.map(({ attributes }) => JSON.stringify(attributes))}::jsonb[])
      as u (user_id, user_name, user_name_key, external_id, attributes) order by user_name_key
    on conflict (user_id) do update set user_name = excluded.user_name, user_name_key = excluded.user_name_key,
      external_id = excluded.external_id, attributes = excluded.attributes, deleted_at = null, changed_at = now()`);
}

/** Stores that the client has deleted a person, who is then hidden from the client. The person must have a row in `scim_users`. */
export async function markScimUserDeleted(tx: Tx, userId: UserId): Promise<void> {
  await tx.execute(
    sql`update scim_users set deleted_at = now(), external_id = null where user_id = ${userId}`,
  );
}

/** Returns the groups of several people. System groups and deactivated groups, which clients do not see, are left out. */
export function scimGroupsOf(
  db: Queryable,
  userIds: readonly UserId[],
): Promise<{ userId: UserId; scimId: string; name: string }[]> {
  return db.many<{ userId: UserId; scimId: string; name: string }>(sql`
    select m.user_id as "userId", ${scimIdOf(sql`g`)} as "scimId", g.name
      from group_members as m join groups as g using (group_id)
     where m.user_id = any(${userIds}::int8[]) and g.rule is null and not g.is_deactivated
     order by m.user_id, g.group_id`);
}
