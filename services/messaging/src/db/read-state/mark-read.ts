import { type Query, type Queryable, sql, type Tx } from '@parley/db';
import type { ChannelId, MessageId, UserId } from '@parley/rules';
import { flagBits } from '../../domain/changing/flags.ts';
import type { UnreadScope } from '../../domain/reading/unread-scope.ts';
import type { Visibility } from '../../domain/reading/visibility.ts';
import { maxMessageId } from '../messages.ts';
import { idArray, visibilityJson } from '../visible.ts';
import { isMarkedUnread, isUnread, isUnreadWithin, sinceJson, wasReadWhenSent } from './read-state.ts';
import { gapCtes, movedInIds, type UnreadFilter, unreadQuery } from './unread.ts';

type Marking = {
  userId: UserId;
  /** CTEs (with a trailing comma) to which `targets` refers. */
  ctes?: Query;
  /** SQL query for the messages to mark, as rows (id, origin_id). All of them are unread for the person. */
  targets: Query;
  /** An encoded event. The statement that marks the messages emits this event when there is at least one message to mark. */
  announcement?: Buffer;
};

/** A marking of given messages. When `isSeen` is false, the person may not read all of them, and nothing is marked. */
type VisibleMarking = Marking & { isSeen: Query };

/**
 * Marks messages read. Returns the IDs of the marked messages in ascending order.
 *
 * An origin is the channel and topic, or the direct conversation, to which a message was first sent. For each origin, this adds
 * the range from the first marked message to the last, except unread messages in between. When the message before or after the
 * range is read, the range includes it, so that messages that are read one by one form a single range. Ranges only grow.
 * Message IDs are in commit order, so no message can appear inside a range later.
 */
export async function markRead(db: Queryable, marking: Marking): Promise<number[]> {
  return (await markReadIfVisible(db, { ...marking, isSeen: sql`true` })) ?? [];
}

/** Undefined, and none marked, when the person may not read all of them. */
export async function markReadIfVisible(
  db: Queryable,
  marking: VisibleMarking,
): Promise<number[] | undefined> {
  const { userId, ctes = sql``, targets, announcement, isSeen } = marking;
  const own = wasReadWhenSent(userId);
  const readBefore = sql`(b.ranges @> m.id or m.id <= b.floor_id)`;
  const announced = announcement
    ? sql`, announced as materialized (select log.emit(${announcement}, 0) as lsn from targets limit 1)`
    : sql``;
  const isAnnounced = announcement ? sql`having (select count(lsn) from announced) >= 0` : sql``;
  const { ids, isAllowed } = await db.one<{ ids: MessageId[] | null; isAllowed: boolean }>(sql`
    with ${ctes} targets as materialized (${targets}),
    touched as (
      select origin_id, min(id) as first_id, max(id) as last_id, count(*) as targets from targets group by origin_id),
    origins_read as materialized (
      select t.*, coalesce(r.ranges, '{}') as ranges, coalesce(l.message_id, 0) as floor_id
        from touched t
        left join read_ranges r on r.user_id = ${userId} and r.origin_id = t.origin_id
        left join origins o on o.origin_id = t.origin_id
        left join read_floors l on l.user_id = ${userId} and l.channel_id = coalesce(o.channel_id, 0)),
    bounds as (
      select b.*,
             case when older.id is null then 0 when older.is_read then older.id else b.first_id end as from_id,
             case when newer.is_read then newer.id else b.last_id end as to_id
        from origins_read b
        left join lateral (
          select m.id, ${readBefore} as is_read from messages m
           where m.origin_id = b.origin_id and m.id < b.first_id and not ${own}
           order by m.id desc limit 1) older on true
        left join lateral (
          select m.id, ${readBefore} as is_read from messages m
           where m.origin_id = b.origin_id and m.id > b.last_id and not ${own}
           order by m.id limit 1) newer on true),
    -- Mostly empty: messages in between are searched only where an origin has more messages than are marked.
    holed as materialized (
      select b.* from origins_read b
       where b.targets < (
         select count(*) from messages m
          where m.origin_id = b.origin_id and m.id >= b.first_id and m.id <= b.last_id and not ${own})),
    holes as (
      select b.origin_id, range_agg(int8range(m.id, m.id, '[]')) as ids
        from holed b cross join lateral (
          select m.id from messages m
           where m.origin_id = b.origin_id and m.id > b.first_id and m.id < b.last_id
             and not ${own} and not ${readBefore} offset 0) m
       where not exists (select from targets t where t.id = m.id)
       group by b.origin_id),
    written as (
      insert into read_ranges (user_id, origin_id, ranges)
      select ${userId}::int8, b.origin_id, int8multirange(int8range(b.from_id, b.to_id, '[]')) - coalesce(h.ids, '{}')
        from bounds b left join holes h on h.origin_id = b.origin_id
       order by b.origin_id
      on conflict (user_id, origin_id) do update set ranges = read_ranges.ranges + excluded.ranges),
    ${clearMarkedUnread(userId, sql`f.message_id in (select id from targets)`)} ${announced}
    select array_agg(id order by id) as ids, ${isSeen} as "isAllowed" from targets ${isAnnounced}`);
  return isAllowed ? (ids ?? []) : undefined;
}

const clearMarkedUnread = (userId: UserId, which: Query): Query =>
  clearFlag(
    flagBits.markedUnread,
    sql`f.user_id = ${userId} and ${isMarkedUnread(sql`f.flags`)} and ${which}`,
  );

/** The CTE `held` locks the rows first: otherwise two concurrent changes of a row would overwrite each other. */
export const clearFlag = (bit: number, which: Query): Query => sql`
  held as materialized (
    select f.user_id, f.message_id, f.flags from personal_flags f
     where f.flags & ${bit}::int <> 0 and ${which}
     order by f.message_id, f.user_id for update),
  emptied as (
    delete from personal_flags f using held h
     where f.user_id = h.user_id and f.message_id = h.message_id and h.flags = ${bit}::int),
  cleared as (
    update personal_flags f set flags = h.flags & ~${bit}::int from held h
     where f.user_id = h.user_id and f.message_id = h.message_id and h.flags <> ${bit}::int)`;

/** Marks none unless the person may read all given messages (`isSeen`). Read ranges are looked up once per origin. */
export function unreadAmong(
  userId: UserId,
  scope: UnreadScope,
  visibility: Visibility,
  messageIds: readonly MessageId[],
): VisibleMarking {
  const isSeen = sql`(select v.is_seen from verdict v)`;
  return {
    userId,
    isSeen,
    ctes: sql`
      kept as materialized (
        select message_id from personal_flags
         where user_id = ${userId} and ${isMarkedUnread(sql`flags`)}),
      places as materialized (
        select m.channel_id, m.conversation_id, m.origin_id, m.origin_channel_id,
               ${wasReadWhenSent(userId)} as is_own, array_agg(m.id) as ids,
               int8range(min(m.id), max(m.id), '[]') as extent
          from messages m
         where m.id = any(${idArray(messageIds)}::int8[])
         group by 1, 2, 3, 4, 5),
      states as materialized (
        select p.ids, p.extent, p.is_own, p.origin_id, l.message_id as floor_id,
               case when r.ranges && p.extent then r.ranges end as ranges,
               case when p.channel_id is null then 0
                 else ((select ${sinceJson(scope)}::jsonb) ->> p.channel_id::text)::int8 end as after_id,
               case when p.channel_id is not null
                 then ((select ${visibilityJson(visibility)}::jsonb) ->> p.channel_id::text)::int8multirange
                 when exists (select from direct_members d
                   where d.user_id = ${userId} and d.conversation_id = p.conversation_id) then '{(,)}' end as seen
          from places p
          left join read_ranges r on r.user_id = ${userId} and r.origin_id = p.origin_id
          left join read_floors l on l.user_id = ${userId} and l.channel_id = coalesce(p.origin_channel_id, 0)),
      verdict as materialized (
        select coalesce(sum(cardinality(s.ids)), 0) = ${messageIds.length}
               and coalesce(bool_and(coalesce(s.seen @> s.extent, false) or not exists (
                 select from unnest(s.ids) i (id) where not coalesce(s.seen @> i.id, false))), false) as is_seen
          from states s),`,
    targets: sql`
      select i.id, s.origin_id from states s cross join lateral unnest(s.ids) i (id)
       where ${isSeen} and not s.is_own and i.id > s.after_id and not coalesce(s.ranges @> i.id, false)
         and not coalesce(i.id <= s.floor_id, false) and i.id not in (select k.message_id from kept k)
      union all
      select m.id, m.origin_id from kept k join messages m on m.id = k.message_id
       where ${isSeen} and k.message_id in (select unnest(p.ids) from places p)
         and ${isUnreadWithin(userId, scope)}`,
  };
}

export const unreadOf = (
  userId: UserId,
  scope: UnreadScope,
  filter: UnreadFilter,
): Omit<Marking, 'userId'> => ({
  ctes: sql`${gapCtes(userId, scope)},`,
  targets: unreadQuery(userId, scope, sql`m.id, m.origin_id`, filter),
});

export async function unreadIds(tx: Tx, userId: UserId, scope: UnreadScope): Promise<MessageId[]> {
  const { ids } = await tx.one<{ ids: MessageId[] | null }>(sql`
    with ${gapCtes(userId, scope)}, unread as (${unreadQuery(userId, scope, sql`m.id`, { direct: false })})
    select array_agg(id order by id) as ids from unread`);
  return ids ?? [];
}

/**
 * Marks all messages read by raising a watermark (`read_floors`) for each channel: the ID up to which all its messages are
 * read. Channel 0 stands for direct messages. The cost does not depend on the number of messages.
 *
 * The caller emits an event, which clients apply to all earlier messages. So no message may be committed between the last query
 * for the newest message ID and the commit of this transaction. The order lock prevents that, but sends wait while it is held.
 * To hold it briefly, this raises the watermarks of all channels before it takes the lock. Under the lock, it only raises those
 * of the few channels that have received messages in the meantime.
 */
export async function markAllRead(tx: Tx, userId: UserId, scope: UnreadScope): Promise<void> {
  const newest = await maxMessageId(tx);
  await tx.execute(sql`
    with ${gapCtes(userId, scope)},
    channels as (
      select channel_id from periods
      union select 0
      union select coalesce(m.origin_channel_id, 0) from messages m where m.id in (${movedInIds()})),
    ${clearMarkedUnread(userId, sql`true`)}
    ${raisingFloors(userId, newest)}`);
  await tx.execute(sql`select log.take_order_lock()`);
  await tx.execute(sql`
    with channels as (
      select distinct coalesce(m.origin_channel_id, 0) as channel_id from messages m
       where m.id > ${newest}
         and (m.conversation_id is not null or m.channel_id = any(${[...scope.since.keys()]}::int8[]))),
    ${clearMarkedUnread(userId, sql`true`)}
    ${raisingFloors(userId)}`);
}

/** To the message `to`, or to the newest message, for channels of the CTE `channels`. */
const raisingFloors = (userId: UserId, to?: number): Query => sql`
  insert into read_floors (user_id, channel_id, message_id)
  select ${userId}::int8, c.channel_id, newest.id
    from channels c cross join (${to === undefined ? sql`select coalesce(max(id), 0) as id from messages` : sql`select ${to}::int8 as id`}) newest
   order by c.channel_id
  on conflict (user_id, channel_id) do update
    set message_id = greatest(read_floors.message_id, excluded.message_id)`;

/** Raising the channel's watermark would mark them read, too. */
export async function hasUnreadMovedOut(
  db: Queryable,
  userId: UserId,
  channelId: ChannelId,
): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (
      select from messages m
       where m.origin_channel_id = ${channelId} and m.channel_id is distinct from m.origin_channel_id
         and ${isUnread(userId)}) as found`);
  return found;
}

/** Raises the channel's watermark: all messages up to this ID that were first sent to the channel become read. */
export async function raiseWatermark(
  tx: Tx,
  userId: UserId,
  channelId: ChannelId,
  messageId: MessageId,
): Promise<void> {
  await tx.execute(sql`
    insert into read_floors (user_id, channel_id, message_id)
    values (${userId}, ${channelId}, ${messageId})
    on conflict (user_id, channel_id) do update
      set message_id = greatest(read_floors.message_id, excluded.message_id)`);
}
