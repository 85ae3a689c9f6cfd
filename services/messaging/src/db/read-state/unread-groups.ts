import { lastItem } from '@parley/core';
import { type Query, sql, type Tx } from '@parley/db';
import type { ChannelId, MessageId, UserId } from '@parley/rules';
import { flagBits } from '../../domain/changing/flags.ts';
import type { UnreadScope } from '../../domain/reading/unread-scope.ts';
import { isBaseRead } from './read-state.ts';
import {
  gapCtes,
  movedInIds,
  notMarkedUnread,
  notReadWhenSent,
  unreadOutsideGaps,
  unreadQuery,
} from './unread.ts';

export type UnreadGroup = {
  channelId: ChannelId | null;
  /** The topic in its newest spelling; empty for direct conversations. */
  topic: string;
  /** IDs of all members of the direct conversation, in ascending order; null for a topic. */
  memberIds: UserId[] | null;
  messageIds: MessageId[];
  /** IDs of the messages in `messageIds` that mention the person. */
  mentionIds: number[];
};

/** Memory for sorting in one statement (`work_mem`). It suffices for `maxUnreadListed` messages without temporary files. */
const workMem = '64MB';

/** Up to this number in gaps (`gapCtes`), the first statement finds all. With more, a second one selects the newest. */
const maxScanned = (limit: number): number => 4 * limit;

type GroupRow = UnreadGroup & { conversationId: number | null; topicKey: string };

/** The newest `limit` + 1: one more shows that there are older ones. Sets `work_mem` for the rest of the transaction. */
export async function unreadGroups(
  tx: Tx,
  userId: UserId,
  scope: UnreadScope,
  limit: number,
): Promise<UnreadGroup[]> {
  // Both statements are sent to the database without waiting in between, and it runs them in this order.
  const [, all] = await Promise.all([
    tx.execute(sql`select set_config('work_mem', ${workMem}, true)`),
    findAllGroups(tx, userId, scope, limit),
  ]);
  // Selecting the newest messages is slower, so it runs only when the first statement cannot list all of them.
  return inOrder(mergeSpellings(all ?? (await tx.many<GroupRow>(newestGroups(userId, scope, limit)))));
}

/** Undefined for too many, or when the gaps contain too many messages (`maxScanned`), most of which may be read. */
async function findAllGroups(
  tx: Tx,
  userId: UserId,
  scope: UnreadScope,
  limit: number,
): Promise<GroupRow[] | undefined> {
  const groups = await tx.many<GroupRow>(groupsByOrigin(userId, scope, limit));
  if (groups.at(-1)?.messageIds === null) return undefined;
  const total = groups.reduce((sum, { messageIds }) => sum + messageIds.length, 0);
  if (total > limit) return undefined;
  const mentions = new Set(await mentionsOf(tx, userId, scope, groups));
  for (const { messageIds, mentionIds } of groups) {
    const known = new Set(mentionIds);
    for (const id of messageIds) if (mentions.has(id) && !known.has(id)) mentionIds.push(id);
  }
  return groups;
}

/**
 * Builds a query for unread messages. It returns one row per origin. Messages that were edited, moved or marked unread have one
 * row per spelling of their topic instead, and direct messages one row per conversation. A last row of nulls means that the
 * gaps contain too many messages.
 *
 * Messages that were never edited or moved are in the topic of their origin, and the ranges of the origin tell which of them
 * are read. An index-only scan collects them by origin. Only the newest message of each origin is read from the table, for the
 * spelling of the topic.
 */
function groupsByOrigin(userId: UserId, scope: UnreadScope, limit: number): Query {
  const columns = sql`m.id, m.channel_id, m.conversation_id, m.topic_key, m.topic,
    ${mentionsReader(userId)} as is_mention`;
  return sql`
    with ${gapCtes(userId, scope)},
    changed as materialized (
      select i.id
        from gaps g join messages i on i.channel_id = g.channel_id and i.id >= g.from_id and i.id < g.to_id
       where i.edit_history is not null and i.channel_id is not null
      union ${movedInIds()}),
    gathered as materialized (
      select g.channel_id, o.*
        from gaps g cross join lateral (
          select m.origin_id, array_agg(m.id) as ids, min(m.id) as oldest_id, max(m.id) as newest_id,
                 count(*) as scanned
            from messages m
           where m.channel_id = g.channel_id and m.id >= g.from_id and m.id < g.to_id
             and m.origin_channel_id = m.channel_id and ${notReadWhenSent(userId)}
             and ${notMarkedUnread} and m.id not in (select c.id from changed c)
           group by m.origin_id) o),
    scanned as materialized (select coalesce(sum(g.scanned), 0)::int8 as count from gathered g),
    unread as materialized (
      select g.channel_id, g.newest_id, g.scanned,
             case when r.origin_id is null then g.ids
               else array(select i.id from unnest(g.ids) i (id) where not r.ranges @> i.id) end as ids
        from gathered g
        left join read_ranges r on r.user_id = ${userId} and r.origin_id = g.origin_id
          and r.ranges && int8range(g.oldest_id, g.newest_id, '[]')
       where (select s.count from scanned s) <= ${maxScanned(limit)}),
    apart as (
      select ${columns} from messages m
       where m.id in (select c.id from changed c) and not ${isBaseRead(userId)} and ${notMarkedUnread}
      union all
      ${unreadOutsideGaps(userId, scope, columns, { direct: true })}
      limit ${limit + 1}),
    places as (
      select a.channel_id, a.conversation_id, a.topic, any_value(a.topic_key) as topic_key, array_agg(a.id) as ids,
             array_agg(a.id) filter (where a.is_mention) as mentions
        from apart a group by a.channel_id, a.conversation_id, a.topic)
    select u.channel_id as "channelId", null::int8 as "conversationId", m.topic_key as "topicKey",
           m.topic, u.ids as "messageIds", '{}'::int8[] as "mentionIds", null::int8[] as "memberIds"
      from unread u cross join lateral (
        select t.topic, t.topic_key from messages t where t.id = u.newest_id offset 0) m
     where cardinality(u.ids) > 0
    union all
    select p.channel_id, p.conversation_id, p.topic_key, p.topic, p.ids, coalesce(p.mentions, '{}'),
           case when p.conversation_id is not null then (
             select c.member_ids from direct_conversations c where c.conversation_id = p.conversation_id) end
      from places p
    union all
    select null, null, null, null, null, null, null from scanned s where s.count > ${maxScanned(limit)}`;
}

const mentionsReader = (userId: UserId): Query =>
  sql`(m.mentions_channel or (m.mentions_topic and coalesce(${userId} = any(m.topic_participant_ids), false)))`;

/** Returns the IDs of messages that mention the person. The search begins at the oldest message of the groups. */
async function mentionsOf(
  tx: Tx,
  userId: UserId,
  { since }: UnreadScope,
  groups: readonly GroupRow[],
): Promise<number[]> {
  if (groups.length === 0) return [];
  let oldest = Number.MAX_SAFE_INTEGER;
  for (const { messageIds } of groups) for (const id of messageIds) oldest = Math.min(oldest, id);
  const channelIds = sql`unnest(${[...since.keys()]}::int8[]) c (channel_id)`;
  const rows = await tx.many<{ id: number }>(sql`
    select f.message_id as id from personal_flags f
     where f.user_id = ${userId} and f.flags & 4 <> 0 and f.message_id >= ${oldest}
    union all
    select m.id from ${channelIds} join messages m on m.channel_id = c.channel_id
     where m.mentions_channel and m.id >= ${oldest}
    union all
    select m.id from ${channelIds} join messages m on m.channel_id = c.channel_id
     where m.mentions_topic and m.id >= ${oldest} and ${mentionsReader(userId)}`);
  return rows.map(({ id }) => id);
}

/** One row per spelling of a topic, and one per direct conversation. */
function newestGroups(userId: UserId, scope: UnreadScope, limit: number): Query {
  return sql`
    with ${gapCtes(userId, scope)},
    mentioned as materialized (
      select message_id from personal_flags where user_id = ${userId} and flags & ${flagBits.mentioned}::int <> 0),
    candidates as (${unreadQuery(
      userId,
      scope,
      sql`m.id, m.channel_id, m.conversation_id, m.topic_key, m.topic, m.mentions_channel,
        m.mentions_topic and ${userId} = any(m.topic_participant_ids) as mentions_topic`,
    )}),
    unread as (select * from candidates order by id desc limit ${limit + 1}),
    places as (
      select u.channel_id, u.conversation_id, u.topic, any_value(u.topic_key) as topic_key, array_agg(u.id) as ids,
             array_agg(u.id) filter (
               where u.mentions_channel or u.mentions_topic or u.id in (select message_id from mentioned)) as mentions
        from unread u group by u.channel_id, u.conversation_id, u.topic)
    select p.channel_id as "channelId", p.conversation_id as "conversationId", p.topic_key as "topicKey", p.topic,
           p.ids as "messageIds", coalesce(p.mentions, '{}') as "mentionIds",
           case when p.conversation_id is not null then (
             select c.member_ids from direct_conversations c where c.conversation_id = p.conversation_id) end
             as "memberIds"
      from places p`;
}

/** Merges groups that are spellings of the same topic. The merged group has the spelling of its newest message. */
function mergeSpellings(rows: readonly GroupRow[]): UnreadGroup[] {
  const groups = new Map<string, UnreadGroup>();
  for (const { conversationId, topicKey, ...row } of rows) {
    row.messageIds.sort((a, b) => a - b);
    const key = `${row.channelId} ${conversationId} ${topicKey}`;
    const known = groups.get(key);
    if (!known) {
      groups.set(key, row);
      continue;
    }
    if (lastItem(row.messageIds) > lastItem(known.messageIds)) known.topic = row.topic;
    known.messageIds = [...known.messageIds, ...row.messageIds].sort((a, b) => a - b);
    known.mentionIds = [...known.mentionIds, ...row.mentionIds];
  }
  return [...groups.values()];
}

/** By channel, direct conversations last; within each by the newest message. */
function inOrder(groups: UnreadGroup[]): UnreadGroup[] {
  for (const { mentionIds } of groups) mentionIds.sort((a, b) => a - b);
  const placeOf = ({ channelId }: UnreadGroup) => channelId ?? Number.POSITIVE_INFINITY;
  return groups.sort((one, other) => {
    if (one.channelId !== other.channelId) return placeOf(one) - placeOf(other);
    return lastItem(one.messageIds) - lastItem(other.messageIds);
  });
}
