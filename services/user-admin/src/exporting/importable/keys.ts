import { type Queryable, sql } from '@parley/db';
import type { GroupId, UserId } from '@parley/rules';

/** Keys of the archive from which people were imported, or their IDs, so that exports before and after a move agree. */
export async function personKeys(db: Queryable): Promise<Map<UserId, string>> {
  const rows = await db.many<{ id: number; key: string }>(sql`
    select u.user_id as id,
           coalesce((select i.source_key from imported_people i
                      where i.user_id = u.user_id and i.source like 'parley:%'
                      order by i.import_id, i.source_key limit 1), u.user_id::text) as key
      from users u where not u.is_system_bot`);
  return new Map(rows.map(({ id, key }) => [id, key]));
}

export async function groupKeys(db: Queryable): Promise<Map<GroupId, string>> {
  const rows = await db.many<{ id: number; key: string }>(sql`
    select g.group_id as id,
           coalesce((select i.source_key from imported_groups i
                      where i.group_id = g.group_id and i.source like 'parley:%'
                      order by i.import_id limit 1), g.group_id::text) as key
      from groups g where g.rule is null`);
  return new Map(rows.map(({ id, key }) => [id, key]));
}
