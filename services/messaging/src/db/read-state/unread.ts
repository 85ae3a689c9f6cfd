import { type Query, type Queryable, sql } from '@parley/db';
import type { UserId } from '@parley/rules';
import type { UnreadScope } from '../../domain/reading/unread-scope.ts';
import {
  isBaseRead,
  isMarkedUnread,
  isMarkedUnreadWithin,
  isUnreadWithin,
  wasReadWhenSent,
} from './read-state.ts';

/**
 * Returns the CTEs for finding unread messages.
 *
 * `gaps` contains the ranges of IDs (`from_id` <= ID < `to_id`) in channels since the person subscribed that neither a
 * watermark nor recorded coverage (`read_coverage`) marks as read. A message that was first sent to the channel can be unread
 * only in a gap. `direct_gaps` contains such ranges of direct conversations. Two other kinds of messages can be unread: those
 * that were moved in from another channel, to which that channel's watermark and coverage apply, and those with the flag
 * `markedUnread`, which `kept` contains.
 */
export function gapCtes(userId: UserId, { since }: UnreadScope): Query {
  const channelIds = [...since.keys()];
  const afters = [...since.values()];
  const last = sql`${Number.MAX_SAFE_INTEGER}::int8`;
  return sql`
    periods as materialized (
      select p.channel_id, p.after_id from unnest(${channelIds}::int8[], ${afters}::int8[]) p (channel_id, after_id)),
    kept as materialized (
      select message_id, kept_at from personal_flags
       where user_id = ${userId} and ${isMarkedUnread(sql`flags`)}),
    gaps as materialized (
      select p.channel_id, coalesce(lower(g.ids), 0) as from_id, coalesce(upper(g.ids), ${last}) as to_id
        from periods p
        left join read_coverage v on v.user_id = ${userId} and v.channel_id = p.channel_id
        left join read_floors l on l.user_id = ${userId} and l.channel_id = p.channel_id
        cross join lateral unnest(
          int8multirange(int8range(greatest(l.message_id, p.after_id) + 1, null)) - coalesce(v.ranges, '{}')) g (ids)),
    direct_gaps as materialized (
      select d.conversation_id, coalesce(lower(g.ids), 0) as from_id, coalesce(upper(g.ids), ${last}) as to_id
        from direct_members d
        left join read_ranges r on r.user_id = ${userId} and r.origin_id = d.conversation_id
        left join read_floors l on l.user_id = ${userId} and l.channel_id = 0
        cross join lateral unnest(
          int8multirange(int8range(coalesce(l.message_id, 0) + 1, null)) - coalesce(r.ranges, '{}')) g (ids)
       where d.user_id = ${userId})`;
}

/** The condition compares pairs (conversation, ID), so that the planner uses the index over conversations. */
const inDirectGap = sql`m.conversation_id = g.conversation_id
  and (m.conversation_id, m.id) >= (g.conversation_id, g.from_id)
  and (m.conversation_id, m.id) < (g.conversation_id, g.to_id)`;

export type UnreadFilter = {
  direct: boolean;
  /** Additional SQL condition on the message, whose row has the alias `m`. */
  where?: Query;
};

/** Columns of messages `m` that the subqueries over gaps return. Callers may use only these in `columns`. */
const readColumns = sql`m.id, m.channel_id, m.conversation_id, m.topic, m.topic_key, m.origin_id, m.mentions_channel,
  m.mentions_topic, m.topic_participant_ids`;

/** SQL condition: the message `m` is not marked unread. Another part of the query selects messages that are marked unread. */
export const notMarkedUnread = sql`m.id not in (select k.message_id from kept k)`;

/** SQL condition: message `m` was not read from the start, by its sender or by all people. */
export const notReadWhenSent = (userId: UserId): Query => sql`not ${wasReadWhenSent(userId)}`;

/** Builds a query for columns of unread messages `m`. The statement must contain the CTEs of `gapCtes`. */
export function unreadQuery(
  userId: UserId,
  scope: UnreadScope,
  columns: Query,
  { direct, where = sql`true` }: UnreadFilter = { direct: true },
): Query {
  // `offset 0` keeps the planner from merging the subquery. So it scans one index range per gap, however it estimates sizes.
  return sql`
    select ${columns}
      from gaps g cross join lateral (
        select ${readColumns} from messages m
         where m.channel_id = g.channel_id and m.id >= g.from_id and m.id < g.to_id
           and m.origin_channel_id = m.channel_id and ${notReadWhenSent(userId)} and ${where} offset 0) m
      left join (select r.origin_id, r.ranges from read_ranges r where r.user_id = ${userId} offset 0) r
        on r.origin_id = m.origin_id
     where not coalesce(r.ranges @> m.id, false) and ${notMarkedUnread}
    union all
    select ${columns} from messages m
     where m.id in (${movedInIds()}) and ${where} and not ${isBaseRead(userId)} and ${notMarkedUnread}
    union all
    ${unreadOutsideGaps(userId, scope, columns, { direct, where })}`;
}

/** Builds a query for messages that are marked unread and, if `direct` is set, for unread direct messages. */
export function unreadOutsideGaps(
  userId: UserId,
  scope: UnreadScope,
  columns: Query,
  { direct, where = sql`true` }: UnreadFilter,
): Query {
  const kept = sql`
    select ${columns}
      from kept k join messages m on m.id = k.message_id
     where ${isMarkedUnreadWithin(userId, scope, sql`k.kept_at`)} and ${direct ? sql`true` : sql`m.channel_id is not null`}
       and ${where}`;
  if (!direct) return kept;
  return sql`${kept}
    union all
    select ${columns}
      from direct_gaps g cross join lateral (
        select ${readColumns} from messages m
         where ${inDirectGap} and ${notReadWhenSent(userId)} and ${where} offset 0) m
     where ${notMarkedUnread}`;
}

/** Builds a query for the IDs of messages in subscribed channels that were moved in from another channel. */
export const movedInIds = (): Query => sql`
  select i.id from periods p join messages i on i.channel_id = p.channel_id and i.id > p.after_id
   where i.origin_channel_id is distinct from i.channel_id and i.channel_id is not null`;

/**
 * Returns the ID of the oldest unread message in a scope or in the person's direct conversations. For channels, it finds the ID
 * before which only a twentieth of the gaps start, and scans the thousand messages from this ID on. Usually one of them is
 * unread. Gaps that start earlier are searched one by one. When none of the thousand messages is unread, all gaps are searched
 * one by one.
 */
export async function oldestUnread(
  db: Queryable,
  userId: UserId,
  scope: UnreadScope,
): Promise<number | undefined> {
  const row = await db.one<{ id: number | null }>(sql`
    with ${gapCtes(userId, scope)},
    start as materialized (
      select percentile_disc(0.05) within group (order by g.from_id) as id from gaps g),
    edge as materialized (
      select max(e.id) as id from (
        select m.id from messages m where m.id >= (select s.id from start s) order by m.id limit 1000) e),
    around as materialized (
      select m.id from messages m
       where m.id >= (select s.id from start s) and m.id <= (select e.id from edge e)
         and m.channel_id is not null and ${isUnreadWithin(userId, scope)}
       order by m.id limit 1)
    select min(found.id) as id from (
      select a.id from around a
      union all
      select first.id from gaps g cross join lateral (
        select m.id from messages m
         where m.channel_id = g.channel_id and m.id >= g.from_id and m.id < g.to_id
           and m.origin_channel_id = m.channel_id and not ${isBaseRead(userId)}
         order by m.id limit 1) first
       where g.from_id < (select s.id from start s) or not exists (select from around)
      union all
      select first.id from direct_gaps g cross join lateral (
        select m.id from messages m
         where ${inDirectGap} and ${notReadWhenSent(userId)}
         order by m.id limit 1) first
      union all
      select m.id from messages m where m.id in (${movedInIds()}) and not ${isBaseRead(userId)}
      union all
      select m.id from kept k join messages m on m.id = k.message_id
       where ${isMarkedUnreadWithin(userId, scope, sql`k.kept_at`)}) found`);
  return row.id ?? undefined;
}
