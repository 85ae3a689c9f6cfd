import { type Queryable, sql, type Tx } from '@parley/db';
import type { GroupId, GroupSettingValue, UserId } from '@parley/rules';

/** Concurrent changes cannot form a cycle. Does not block reads and new accounts. */
export async function lockGroups(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table groups in share row exclusive mode`);
}

export async function isGroupNameTaken(tx: Tx, key: string, exceptId: number): Promise<boolean> {
  const found = await tx.maybeOne(sql`
    select 1 from groups where name_key = ${key} and group_id <> ${exceptId}`);
  return found !== undefined;
}

/** Stores a new group without members. Returns its ID. */
export async function insertGroup(
  tx: Tx,
  group: {
    name: string;
    key: string;
    description: string;
    /** Null for a group that an import created. */
    creatorId: UserId | null;
    settings: Readonly<Record<string, GroupSettingValue>>;
  },
): Promise<number> {
  const { group_id } = await tx.one<{ group_id: GroupId }>(sql`
    insert into groups (name, name_key, description, creator_id, created_at, settings, has_plain_scim_id)
    values (${group.name}, ${group.key}, ${group.description}, ${group.creatorId}, date_trunc('second', now()),
            ${JSON.stringify(group.settings)}::jsonb, false)
    returning group_id`);
  return group_id;
}

/** Stores the given values of a group. Undefined values, and settings that are not given, are not changed. */
export async function updateGroup(
  tx: Tx,
  groupId: GroupId,
  change: {
    name?: string | undefined;
    key?: string | undefined;
    description?: string | undefined;
    isDeactivated?: boolean | undefined;
    settings?: Readonly<Record<string, GroupSettingValue>> | undefined;
  },
): Promise<void> {
  await tx.execute(sql`
    update groups
       set name = coalesce(${change.name ?? null}::text, name),
           name_key = coalesce(${change.key ?? null}::text, name_key),
           description = coalesce(${change.description ?? null}::text, description),
           is_deactivated = coalesce(${change.isDeactivated ?? null}::boolean, is_deactivated),
           settings = settings || ${JSON.stringify(change.settings ?? {})}::jsonb
     where group_id = ${groupId}`);
}

export async function addGroupMembers(
  tx: Tx,
  groupId: GroupId,
  userIds: readonly UserId[],
): Promise<number[]> {
  const rows = await tx.many<{ user_id: UserId }>(sql`
    insert into group_members (group_id, user_id)
    select ${groupId}::int8, u.user_id from unnest(${userIds}::int8[]) as u (user_id)
    on conflict do nothing returning user_id`);
  return rows.map((row) => row.user_id);
}

export async function removeGroupMembers(
  tx: Tx,
  groupId: GroupId,
  userIds: readonly UserId[],
): Promise<number[]> {
  const rows = await tx.many<{ user_id: UserId }>(sql`
    delete from group_members where group_id = ${groupId} and user_id = any(${userIds}::int8[])
    returning user_id`);
  return rows.map((row) => row.user_id);
}

export async function addSubgroups(tx: Tx, groupId: GroupId, subgroupIds: readonly GroupId[]): Promise<void> {
  await tx.execute(sql`
    insert into group_subgroups (group_id, subgroup_id)
    select ${groupId}::int8, s.subgroup_id from unnest(${subgroupIds}::int8[]) as s (subgroup_id)
    on conflict do nothing`);
}

export async function removeSubgroups(
  tx: Tx,
  groupId: GroupId,
  subgroupIds: readonly GroupId[],
): Promise<void> {
  await tx.execute(sql`
    delete from group_subgroups where group_id = ${groupId} and subgroup_id = any(${subgroupIds}::int8[])`);
}

/** Deactivated groups are included, and people without groups are missing. */
export async function groupsOfPeople(
  db: Queryable,
  userIds: readonly UserId[],
): Promise<ReadonlyMap<UserId, GroupId[]>> {
  const rows = await db.many<{ userId: UserId; groupIds: GroupId[] }>(sql`
    select user_id as "userId", array_agg(group_id order by group_id) as "groupIds" from group_members
     where user_id = any(${userIds}::int8[]) group by user_id`);
  return new Map(rows.map(({ userId, groupIds }) => [userId, groupIds]));
}

export async function findActivePeople(db: Queryable, userIds: readonly UserId[]): Promise<Set<UserId>> {
  const rows = await db.many<{ user_id: UserId }>(sql`
    select user_id from users
     where user_id = any(${userIds}::int8[]) and is_active and not is_system_bot`);
  return new Set(rows.map((row) => row.user_id));
}

export async function listDeactivatedMembers(db: Queryable): Promise<Set<UserId>> {
  const rows = await db.many<{ user_id: UserId }>(sql`
    select distinct m.user_id from group_members m join users u using (user_id) where not u.is_active`);
  return new Set(rows.map((row) => row.user_id));
}

/**
 * Returns the IDs of active accounts with this role or a higher one, which has a lower number. With `fullAfterDays`, accounts
 * with the role member are included only if they joined at least that many days ago. System bots are left out.
 */
export async function listPeopleByRole(
  db: Queryable,
  maxRole: number,
  fullAfterDays: number | undefined,
): Promise<number[]> {
  const days = fullAfterDays ?? null;
  const rows = await db.many<{ user_id: UserId }>(sql`
    select user_id from users
     where is_active and not is_system_bot and role <= ${maxRole}
       and (${days}::int is null or role < 400 or joined_at <= now() - make_interval(days => ${days}::int))`);
  return rows.map((row) => row.user_id);
}
