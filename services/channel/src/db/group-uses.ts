import { type Queryable, sql } from '@parley/db';
import type { ChannelId, GroupId } from '@parley/rules';

/** Each with the names of these settings. Archived channels are not included. */
export function channelsNamingGroup(
  db: Queryable,
  groupId: GroupId,
): Promise<{ channelId: ChannelId; settings: string[] }[]> {
  return db.many(sql`
    select c.channel_id as "channelId", array_agg(s.key order by s.key) as settings
      from channels c cross join jsonb_each(c.group_settings) s
     where c.archived_at is null
       and (s.value = to_jsonb(${groupId}::int8) or s.value->'direct_subgroups' @> to_jsonb(${groupId}::int8))
     group by c.channel_id order by c.channel_id`);
}
