import { type Query, type Queryable, sql, type Tx } from '@parley/db';
import type { GroupId, UserId } from '@parley/rules';
import { groupPrefix } from '../domain/group-resource.ts';

export type StoredScimGroup = {
  groupId: GroupId;
  name: string;
  externalId: string | null;
  /** IDs of direct members. Bots are left out. */
  memberIds: UserId[];
  /** IDs of direct subgroups. System groups and deactivated groups are left out. */
  subgroupIds: GroupId[];
  /** The ID that provisioning clients know; `subgroupScimIds` has those of the subgroups, in the same order. */
  scimId: string;
  subgroupScimIds: string[];
  /** In whole seconds since the Unix epoch, like `changedAt`; 0 when it is not known. */
  createdAt: number;
  changedAt: number;
};

/**
 * SQL expression for the ID of a group that provisioning clients know. It differs from the IDs of people, except for groups of
 * releases in which it was the number alone.
 * @param group alias of the table `groups`
 */
export const scimIdOf = (group: Query): Query =>
  sql`case when ${group}.has_plain_scim_id then '' else ${groupPrefix} end || ${group}.group_id`;

const isGroup = sql`g.rule is null and not g.is_deactivated`;

function groupsWhere(db: Queryable, condition: Query, rest: Query): Promise<StoredScimGroup[]> {
  return db.many<StoredScimGroup>(sql`
    select g.group_id as "groupId", g.name, s.external_id as "externalId",
           array(select m.user_id from group_members as m join users as u using (user_id)
                  where m.group_id = g.group_id and u.bot_type is null order by m.user_id) as "memberIds",
           array(select t.subgroup_id from group_subgroups as t join groups as c on c.group_id = t.subgroup_id
                  where t.group_id = g.group_id and c.rule is null and not c.is_deactivated
                  order by t.subgroup_id) as "subgroupIds",
           array(select ${scimIdOf(sql`c`)} from group_subgroups as t join groups as c on c.group_id = t.subgroup_id
                  where t.group_id = g.group_id and c.rule is null and not c.is_deactivated
                  order by t.subgroup_id) as "subgroupScimIds",
           ${scimIdOf(sql`g`)} as "scimId",
           extract(epoch from coalesce(g.created_at, to_timestamp(0)))::int8 as "createdAt",
           extract(epoch from coalesce(s.changed_at, g.created_at, to_timestamp(0)))::int8 as "changedAt"
      from groups as g left join scim_groups as s using (group_id)
     where ${isGroup} and ${condition} order by g.group_id ${rest}`);
}

export async function findScimGroup(db: Queryable, groupId: GroupId): Promise<StoredScimGroup | undefined> {
  return (await groupsWhere(db, sql`g.group_id = ${groupId}`, sql``))[0];
}

/** Returns the groups with a name in the form of `name_key`, which ignores case. */
export const findGroupsByName = (db: Queryable, key: string): Promise<StoredScimGroup[]> =>
  groupsWhere(db, sql`g.name_key = ${key}`, sql``);

/** Returns a range of all groups, ordered by ID. */
export const listScimGroups = (
  db: Queryable,
  { offset, limit }: { offset: number; limit: number },
): Promise<StoredScimGroup[]> => groupsWhere(db, sql`true`, sql`offset ${offset} limit ${limit}`);

export async function countScimGroups(db: Queryable): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from groups as g where ${isGroup}`,
  );
  return count;
}

/** `name` in the form of `name_key`. A deactivated group still occupies its name. */
export async function findDeactivatedGroup(tx: Tx, key: string): Promise<number | undefined> {
  const row = await tx.maybeOne<{ group_id: GroupId }>(
    sql`select group_id from groups where name_key = ${key} and rule is null and is_deactivated`,
  );
  return row?.group_id;
}

/** Stores the client's own ID of a group, and sets the time of the last change to now. */
export async function putScimGroup(tx: Tx, groupId: GroupId, externalId: string | undefined): Promise<void> {
  await tx.execute(sql`insert into scim_groups (group_id, external_id) values (${groupId}, ${externalId ?? null})
    on conflict (group_id) do update set external_id = excluded.external_id, changed_at = now()`);
}
