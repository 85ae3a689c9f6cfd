import { type Queryable, sql, type Tx } from '@parley/db';
import type { GroupId, SystemGroupRule, UserId } from '@parley/rules';
import type { StoredGroup, SystemGroupMembers } from '../domain/groups.ts';

type GroupRow = {
  group_id: GroupId;
  name: string;
  description: string;
  rule: SystemGroupRule | null;
  creator_id: UserId | null;
  created_at: Date | null;
  is_deactivated: boolean;
  settings: StoredGroup['settings'];
  member_ids: UserId[];
  subgroup_ids: GroupId[];
};

const maxGroups = 100_000;

export async function listGroups(db: Queryable): Promise<StoredGroup[]> {
  const rows = await db.many<GroupRow>(sql`
    select g.group_id, g.name, g.description, g.rule, g.creator_id, g.created_at, g.is_deactivated, g.settings,
           array(select user_id from group_members as m where m.group_id = g.group_id order by user_id) as member_ids,
           array(select subgroup_id from group_subgroups as s where s.group_id = g.group_id order by subgroup_id)
             as subgroup_ids
      from groups as g order by g.group_id limit ${maxGroups}`);
  return rows.map((row) => ({
    groupId: row.group_id,
    name: row.name,
    description: row.description,
    rule: row.rule ?? '',
    creatorId: row.creator_id,
    createdAt: row.created_at && Math.floor(row.created_at.getTime() / 1000),
    isDeactivated: row.is_deactivated,
    settings: row.settings,
    memberIds: row.member_ids,
    subgroupIds: row.subgroup_ids,
  }));
}

/** Creates the system groups. `rules` begins with the widest group. Each group contains the next one, unless that is `nobody`. */
export async function insertSystemGroups(
  tx: Tx,
  rules: readonly { rule: string; description: string }[],
): Promise<void> {
  await tx.execute(sql`
    insert into groups (name, name_key, description, rule)
    select rule, rule, description, rule
      from unnest(${rules.map(({ rule }) => rule)}::text[], ${rules.map(({ description }) => description)}::text[])
           with ordinality as r (rule, description, place) order by place`);
  await tx.execute(sql`
    insert into group_subgroups (group_id, subgroup_id)
    select outer_group.group_id, inner_group.group_id
      from groups as outer_group join groups as inner_group on inner_group.group_id = outer_group.group_id + 1
     where outer_group.rule is not null and inner_group.rule is not null and inner_group.rule <> 'role:nobody'`);
}

/** Returns the direct members of each system group. System bots are not members of any. */
export async function listSystemGroupMembers(
  db: Queryable,
  waitingPeriodDays: number,
): Promise<SystemGroupMembers> {
  const rows = await db.many<{ role: number; ids: number[]; full_ids: number[] }>(sql`
    select role, array_agg(user_id order by user_id) as ids,
           coalesce(array_agg(user_id order by user_id)
             filter (where joined_at <= now() - make_interval(days => ${waitingPeriodDays})), '{}') as full_ids
      from users where is_active and not is_system_bot group by role`);
  const byRole = new Map(rows.map((row) => [row.role, row]));
  return {
    'role:owners': byRole.get(100)?.ids ?? [],
    'role:administrators': byRole.get(200)?.ids ?? [],
    'role:moderators': byRole.get(300)?.ids ?? [],
    'role:fullmembers': byRole.get(400)?.full_ids ?? [],
    'role:members': byRole.get(400)?.ids ?? [],
    'role:everyone': byRole.get(600)?.ids ?? [],
  };
}

/** Returns the IDs of active users with the role `member`, without system bots, who joined at least `waitingPeriodDays` days ago. */
export async function listFullMembers(db: Queryable, waitingPeriodDays: number): Promise<UserId[]> {
  const rows = await db.many<{ user_id: UserId }>(sql`
    select user_id from users where is_active and not is_system_bot and role = 400
       and joined_at <= now() - make_interval(days => ${waitingPeriodDays}) order by user_id`);
  return rows.map((row) => row.user_id);
}

/** Adds a direct member to a group. Does nothing for system groups and deactivated groups. */
export async function insertGroupMember(tx: Tx, groupId: GroupId, userId: UserId): Promise<void> {
  await tx.execute(sql`
    insert into group_members (group_id, user_id)
    select group_id, ${userId}::int8 from groups
     where group_id = ${groupId} and rule is null and not is_deactivated
    on conflict do nothing`);
}

/** Returns the active groups with the given names. System groups are left out. @param keys names in the form of `name_key` */
export function findGroupsByKeys(
  db: Queryable,
  keys: readonly string[],
): Promise<{ groupId: GroupId; key: string }[]> {
  return db.many(sql`
    select group_id as "groupId", name_key as key from groups
     where name_key = any(${keys}::text[]) and rule is null and not is_deactivated order by group_id`);
}
