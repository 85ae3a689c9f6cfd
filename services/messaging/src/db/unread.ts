import { type Query, type Queryable, sql } from '@parley/db';
import { flagBits } from '../domain/flags.ts';
import { maxUnreadListed } from '../domain/limits.ts';
import type { Sight } from '../domain/visibility.ts';
import { visible } from './visible.ts';

/** Unread messages of one place, IDs ascending. */
export type UnreadGroup = {
  channelId: number | null;
  /** Newest spelling; empty for direct conversations. */
  topic: string;
  /** Everyone in the direct conversation, ascending. */
  memberIds: number[] | null;
  messageIds: number[];
  /** Those that mention the person. */
  mentionIds: number[];
};

/**
 * Everything a person has not read, their history minus what they have read, as CTEs that end with `candidates`.
 *
 * Candidates are messages above the floor of their own channel, messages that were moved in from another one
 * (whose floor is that one's), and those kept unread by hand.
 */
function candidatesOf(userId: number, ownSight: Sight): Query {
  const channelIds: number[] = [];
  const afters: number[] = [];
  const untils: number[] = [];
  for (const [channelId, periods] of ownSight) {
    for (const { after, until } of periods) {
      channelIds.push(channelId);
      afters.push(after);
      untils.push(until === 0 ? Number.MAX_SAFE_INTEGER : until);
    }
  }
  const columns = sql`m.id, m.channel_id, m.conversation_id, m.topic_key, m.topic, m.mentions_channel,
    m.mentions_topic, m.topic_participant_ids`;
  const notRead = sql`not (m.sender_id = ${userId} and m.read_by_sender)
    and not exists (select from ranges r where r.origin_id = m.origin_id and r.ranges @> m.id)
    and m.id not in (select k.message_id from kept k)`;
  return sql`
    with periods as (
      select p.* from unnest(${channelIds}::int8[], ${afters}::int8[], ${untils}::int8[])
        p (channel_id, after_id, until_id)),
    ranges as materialized (select origin_id, ranges from read_ranges where user_id = ${userId}),
    floors as materialized (select channel_id, message_id from read_floors where user_id = ${userId}),
    kept as materialized (
      select message_id from personal_flags
       where user_id = ${userId} and flags & 16 <> 0),
    candidates as (
      select ${columns}
        from periods p left join floors l on l.channel_id = p.channel_id
        join messages m on m.channel_id = p.channel_id
         and m.id > greatest(p.after_id, coalesce(l.message_id, 0)) and m.id <= p.until_id
       where m.origin_channel_id is not distinct from m.channel_id and ${notRead}
      union all
      select ${columns}
        from periods p
        join messages m on m.channel_id = p.channel_id and m.id > p.after_id and m.id <= p.until_id
        left join floors l on l.channel_id = coalesce(m.origin_channel_id, 0)
       where m.origin_channel_id is distinct from m.channel_id and m.channel_id is not null
         and m.id > coalesce(l.message_id, 0) and ${notRead}
      union all
      select ${columns}
        from direct_members d
        join messages m on m.conversation_id = d.conversation_id
         and m.id > coalesce((select l.message_id from floors l where l.channel_id = 0), 0)
       where d.user_id = ${userId} and ${notRead}
      union all
      select ${columns}
        from kept k join messages m on m.id = k.message_id
       where ${visible(userId, ownSight)})`;
}

/** One row per topic and direct conversation with unread messages. The newest 50,001 messages at most. */
export function unreadGroups(db: Queryable, userId: number, ownSight: Sight): Promise<UnreadGroup[]> {
  return db.many<UnreadGroup>(sql`
    ${candidatesOf(userId, ownSight)},
    unread as (select * from candidates order by id desc limit ${maxUnreadListed + 1})
    select u.channel_id as "channelId",
           (array_agg(u.topic order by u.id desc))[1] as topic,
           (select c.member_ids from direct_conversations c where c.conversation_id = u.conversation_id)
             as "memberIds",
           array_agg(u.id order by u.id) as "messageIds",
           coalesce(array_agg(u.id order by u.id) filter (
             where u.mentions_channel or f.flags & ${flagBits.mentioned}::int <> 0
                or (u.mentions_topic and ${userId} = any(u.topic_participant_ids))), '{}') as "mentionIds"
      from unread u left join personal_flags f on f.user_id = ${userId} and f.message_id = u.id
     group by u.channel_id, u.conversation_id, u.topic_key
     order by u.channel_id, u.conversation_id, max(u.id)`);
}

/** The oldest message of the sight and the person's direct conversations that is not read, if any. */
export async function oldestUnread(
  db: Queryable,
  userId: number,
  ownSight: Sight,
): Promise<number | undefined> {
  const row = await db.one<{ id: number | null }>(
    sql`${candidatesOf(userId, ownSight)} select min(id) as id from candidates`,
  );
  return row.id ?? undefined;
}
