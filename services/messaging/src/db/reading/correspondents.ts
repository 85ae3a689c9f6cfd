import { type Queryable, sql } from '@parley/db';
import type { UserId } from '@parley/rules';

/** Without the viewers themselves. @param userIds limits the result to these people; empty for all */
export function findCorrespondents(
  db: Queryable,
  viewerIds: readonly UserId[],
  userIds: readonly UserId[],
): Promise<{ viewerId: UserId; userIds: UserId[] }[]> {
  const named = userIds.length > 0 ? sql`other.user_id = any(${userIds}::int8[])` : sql`true`;
  return db.many(sql`
    select own.user_id as "viewerId", array_agg(distinct other.user_id) as "userIds"
      from direct_members own join direct_members other using (conversation_id)
     where own.user_id = any(${viewerIds}::int8[]) and other.user_id <> own.user_id and ${named}
     group by own.user_id`);
}
