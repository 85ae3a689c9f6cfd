import { type Queryable, sql } from '@parley/db';
import type { MessageId, UserId } from '@parley/rules';
import { isMarkedUnread } from './read-state.ts';

/**
 * Returns the people who have read a message, except its sender and people who marked it unread later. For a direct message, only
 * members of the conversation count. For a channel message, it does not check whether these people may read the message.
 */
export async function findReaders(db: Queryable, messageId: MessageId): Promise<UserId[]> {
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

/** Including its sender. Ignores `markedUnread`. `isReadByAll`: read by all people from the start. */
export async function findBaseReaders(
  db: Queryable,
  messageId: MessageId,
): Promise<{ isReadByAll: boolean; userIds: UserId[] }> {
  const row = await db.maybeOne<{ isReadByAll: boolean; userIds: UserId[] }>(sql`
    with target as materialized (
      select m.id, m.sender_id, m.read_by_sender, m.origin_id, coalesce(m.origin_channel_id, 0) as floor_of
        from messages m where m.id = ${messageId}),
    readers as (
      select r.user_id from target t join read_ranges r on r.origin_id = t.origin_id and r.ranges @> t.id
      union
      select l.user_id from target t join read_floors l on l.channel_id = t.floor_of and l.message_id >= t.id
      union
      select t.sender_id from target t where t.read_by_sender)
    select t.origin_id < 0 as "isReadByAll", array(select user_id from readers)::int8[] as "userIds" from target t`);
  return row ?? { isReadByAll: false, userIds: [] };
}
