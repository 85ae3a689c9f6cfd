import { and, type Query, sql } from '@parley/db';
import type { UnreadScope } from '../domain/unread-scope.ts';
import type { Sight } from '../domain/visibility.ts';
import { isUnread, isUnreadWithin } from './read-state.ts';
import { gapsOf, movedIn } from './unread.ts';
import { inSight, isOwnDirect, sightJson, visible } from './visible.ts';

/**
 * Whole channels and somebody's direct conversations, merged: the home view, all direct messages, and whatever a
 * condition leaves of them.
 */
export type Containers = {
  kind: 'containers';
  channels: Sight;
  directOf: number | undefined;
  /** Of their conversations those with all of these people. */
  directWith: readonly number[];
  conditions: readonly Query[];
};

/** What is unread for a person. */
export type Unread = {
  kind: 'unread';
  userId: number;
  scope: UnreadScope;
  direct: boolean;
  conditions: readonly Query[];
};

/** Sources that are merged from many containers. */
export type Merged = Containers | Unread;

/** Conditions on any message `m` that it is in the source, those of the narrow aside. */
export function within(source: Merged): Query[] {
  if (source.kind === 'unread') {
    const { userId, scope, direct } = source;
    return [
      isUnreadWithin(userId, scope),
      direct ? sql`(m.channel_id is not null or ${isOwnDirect(userId)})` : sql`m.channel_id is not null`,
    ];
  }
  const { channels } = source;
  return [source.directOf === undefined ? inSight(sightJson(channels)) : visible(source.directOf, channels)];
}

/** Unread messages that lie where gaps do not say so: moved in from elsewhere, or kept unread by hand. */
function unreadBesides(source: Unread, side: Query): Query {
  return sql`
    select m.id from messages m
     where m.id in (select k.message_id from kept k union all ${movedIn()})
       and ${and([...source.conditions, ...within(source), side])}`;
}

/**
 * CTEs that end with `containers`, rows (channel_id, conversation_id, after_id, until_id): the parts of history to
 * merge; and the condition on messages in them.
 */
function containersOf(source: Merged): { ctes: Query; where: Query } {
  if (source.kind === 'unread') {
    const direct = source.direct
      ? sql`union all select null, g.conversation_id, g.from_id - 1, g.to_id - 1 from direct_gaps g`
      : sql``;
    return {
      ctes: sql`${gapsOf(source.userId, source.scope)},
        containers as materialized (
          select g.channel_id, null::int8 as conversation_id, g.from_id - 1 as after_id, g.to_id - 1 as until_id
            from gaps g ${direct})`,
      where: and([
        ...source.conditions,
        sql`m.origin_channel_id is not distinct from m.channel_id`,
        isUnread(source.userId),
      ]),
    };
  }
  const channelIds: number[] = [];
  const afters: number[] = [];
  const untils: number[] = [];
  for (const [channelId, periods] of source.channels) {
    for (const period of periods) {
      channelIds.push(channelId);
      afters.push(period.after);
      untils.push(period.until === 0 ? Number.MAX_SAFE_INTEGER : period.until);
    }
  }
  const including = source.directWith.map(
    (userId) => sql`exists (
      select from direct_members o where o.user_id = ${userId} and o.conversation_id = d.conversation_id)`,
  );
  return {
    ctes: sql`
      containers as materialized (
        select p.channel_id, null::int8 as conversation_id, p.after_id, p.until_id
          from unnest(${channelIds}::int8[], ${afters}::int8[], ${untils}::int8[])
            p (channel_id, after_id, until_id)
        union all
        select null, d.conversation_id, 0, ${Number.MAX_SAFE_INTEGER}::int8
          from direct_members d where d.user_id = ${source.directOf ?? null}::int8 and ${and(including)})`,
    where: and(source.conditions),
  };
}

/** Words of a statement that goes from an anchor towards the past or towards the present. */
const directions = {
  older: {
    order: sql`desc`,
    beyond: sql`<`,
    upTo: sql`>=`,
    last: (id: Query) => sql`min(${id})`,
    end: 0,
  },
  newer: {
    order: sql`asc`,
    beyond: sql`>`,
    upTo: sql`<=`,
    last: (id: Query) => sql`max(${id})`,
    end: Number.MAX_SAFE_INTEGER,
  },
} as const;

export type Direction = keyof typeof directions;

/** From so many channels on, what somebody reads is likely among the messages next to the anchor. */
const manyChannels = 200;

/**
 * IDs of the messages of many containers next to an anchor, without reading `limit` of each: a few of every container
 * come first, as many as make twice `limit` of all; messages beyond the `limit`-th of these cannot be among the
 * nearest, and only containers whose few were all before it can have more.
 *
 * For somebody in many channels the thousand messages next to the anchor are looked at before, whosever they are;
 * mostly there are enough of theirs among them.
 */
export function nearestOf(source: Merged, anchor: number, limit: number, direction: Direction): Query {
  const { ctes, where } = containersOf(source);
  const { order, beyond, upTo, last, end } = directions[direction];
  const channels = source.kind === 'unread' ? source.scope.since : source.channels;
  const looksAround = channels.size >= manyChannels && source.conditions.length === 0;
  const inChannel = sql`m.channel_id = c.channel_id and m.id > c.after_id and m.id <= c.until_id`;
  const around = sql`
    edge as materialized (
      select ${last(sql`e.id`)} as id from (
        select m.id from messages m where m.id ${beyond} ${anchor} order by m.id ${order} limit 1000) e),
    around as materialized (
      select m.id from messages m
       where m.id ${beyond} ${anchor} and m.id ${upTo} (select e.id from edge e) and ${and(within(source))}
       order by m.id ${order} limit ${limit}),
    enough as materialized (select count(*) >= ${limit} as is_enough from around),`;
  const unlessEnough = looksAround ? sql`and not (select is_enough from enough)` : sql``;
  const fromAround = looksAround
    ? sql`select a.id from around a where (select is_enough from enough) union all`
    : sql``;
  const besides =
    source.kind === 'unread' ? sql`union ${unreadBesides(source, sql`m.id ${beyond} ${anchor}`)}` : sql``;
  return sql`
    with ${ctes},
    ${looksAround ? around : sql``}
    few as materialized (select ceil(2.0 * ${limit}::int8 / greatest(count(*), 1))::int8 + 1 as count from containers),
    samples as materialized (
      select c.*, h.id from containers c cross join lateral (
        select m.id from messages m
         where ${inChannel} and ${where} and m.id ${beyond} ${anchor}
         order by m.id ${order} limit (select count from few)) h
       where c.channel_id is not null ${unlessEnough}
      union all
      select c.*, h.id from containers c cross join lateral (
        select m.id from messages m
         where ${inConversation} and ${where}
           and (m.conversation_id, m.id) ${beyond} (c.conversation_id, ${anchor}::int8)
         order by m.id ${order} limit (select count from few)) h
       where c.conversation_id is not null ${unlessEnough}),
    bound as materialized (
      select case when count(*) >= ${limit} then ${last(sql`id`)} else ${end}::int8 end as id
        from (select s.id from samples s order by s.id ${order} limit ${limit}) s),
    deeper as materialized (
      select s.channel_id, s.conversation_id, s.after_id, s.until_id, ${last(sql`s.id`)} as reached_id
        from samples s group by s.channel_id, s.conversation_id, s.after_id, s.until_id
      having count(*) >= (select count from few) and (select id from bound) ${beyond} ${last(sql`s.id`)})
    select n.id from (
      ${fromAround}
      select s.id from samples s where s.id ${upTo} (select id from bound)
      union all
      select h.id from deeper c cross join lateral (
        select m.id from messages m
         where ${inChannel} and ${where} and m.id ${beyond} c.reached_id and m.id ${upTo} (select id from bound)
         order by m.id ${order} limit ${limit}) h
       where c.channel_id is not null
      union all
      select h.id from deeper c cross join lateral (
        select m.id from messages m
         where ${inConversation} and ${where}
           and (m.conversation_id, m.id) ${beyond} (c.conversation_id, c.reached_id)
           and (m.conversation_id, m.id) ${upTo} (c.conversation_id, (select id from bound))
         order by m.id ${order} limit ${limit}) h
       where c.conversation_id is not null
      ${besides}) n
    order by n.id ${order} limit ${limit}`;
}

/**
 * `m` lies in a conversation's part `c`. Compared as pairs: only the index over conversations can begin there, and
 * none over IDs alone seems as good.
 */
const inConversation = sql`m.conversation_id = c.conversation_id
  and (m.conversation_id, m.id) > (c.conversation_id, c.after_id)
  and (m.conversation_id, m.id) <= (c.conversation_id, c.until_id)`;
