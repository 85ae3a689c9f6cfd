import { type Queryable, sql } from '@parley/db';
import { isMarkedUnread } from './read-state.ts';

/**
 * Returns the people who have read a message and did not mark it unread later, without its sender. It does not check
 * whether the message is in their history. For a direct message, only members of the conversation count.
 */
export async function findReaders(db: Queryable, messageId: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    with target as materialized (
      select m.id, m.sender_id, m.origin_id, coalesce(m.origin_channel_id, 0) as floor_of, c.member_ids
        from messages m left join direct_conversations c on c.conversation_id = m.conversation_id
       where m.id = ${messageId}),
    readers as (
      select r.user_id from target t join read_ranges r on r.origin_id = t.origin_id and r.ranges @> t.id
      union
      select l.user_id from target t join read_floors l on l.channel_id = t.floor_of and l.message_id >= t.id)
    select r.user_id as id from readers r cross join target t
     where r.user_id <> t.sender_id
       and (t.member_ids is null or r.user_id = any(t.member_ids))
       and not exists (
         select from personal_flags f
          where f.user_id = r.user_id and f.message_id = t.id and ${isMarkedUnread(sql`f.flags`)})
     order by r.user_id`);
  return rows.map(({ id }) => id);
}
