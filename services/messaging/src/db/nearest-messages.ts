/**
 * IDs of the messages of many containers next to an anchor, without reading `limit` of each: a few of every container
 * come first, as many as make twice `limit` of all; messages beyond the `limit`-th of these cannot be among the
 * nearest, and only containers whose few were all before it can have more.
 *
 * For somebody in many channels the thousand messages next to the anchor are looked at before, whosever they are;
 * mostly there are enough of theirs among them.
 */
import { and, type Query, sql } from '@parley/db';
import { containerQuery, type MergedSource, type Unread, within } from './merged-sources.ts';
import { movedInIds } from './unread.ts';

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

/** Where the statement begins, how far it goes and which way. */
type Walk = (typeof directions)[Direction] & { anchor: Query; limit: number };

/** A kind of container `c`: how a message `m` lies in one, and on which side of an ID there. */
type Kind = {
  is: Query;
  has: Query;
  side: (comparison: Query, id: Query) => Query;
};

const channel: Kind = {
  is: sql`c.channel_id is not null`,
  has: sql`m.channel_id = c.channel_id and m.id > c.after_id and m.id <= c.until_id`,
  side: (comparison, id) => sql`m.id ${comparison} ${id}`,
};

/** Compared as pairs: only the index over conversations can begin there, and none over IDs alone seems as good. */
const conversation: Kind = {
  is: sql`c.conversation_id is not null`,
  has: sql`m.conversation_id = c.conversation_id
    and (m.conversation_id, m.id) > (c.conversation_id, c.after_id)
    and (m.conversation_id, m.id) <= (c.conversation_id, c.until_id)`,
  side: (comparison, id) => sql`(m.conversation_id, m.id) ${comparison} (c.conversation_id, ${id})`,
};

/** From so many channels on, what somebody reads is likely among the messages next to the anchor. */
const manyChannels = 200;

function looksAroundFirst(source: MergedSource): boolean {
  const channels = source.kind === 'unread' ? source.scope.since : source.channels;
  return channels.size >= manyChannels && source.conditions.length === 0;
}

/** The statement: a row (id) for each of the nearest messages. */
export function nearestOf(source: MergedSource, anchor: number, limit: number, direction: Direction): Query {
  const way = { ...directions[direction], anchor: sql`${anchor}::int8`, limit };
  const { ctes, where } = containerQuery(source);
  const looksAround = looksAroundFirst(source);
  const nothing = sql``;
  return sql`
    with ${ctes},
    ${looksAround ? around(source, way) : nothing}
    ${samples(where, way, looksAround ? sql`and not (select is_enough from enough)` : nothing)},
    ${bound(way)},
    ${deeper(way)}
    select n.id from (
      ${looksAround ? sql`select a.id from around a where (select is_enough from enough) union all` : nothing}
      select s.id from samples s where s.id ${way.upTo} (select id from bound)
      union all
      ${deeperOf(channel, where, way)}
      union all
      ${deeperOf(conversation, where, way)}
      ${source.kind === 'unread' ? sql`union ${unreadBesides(source, way)}` : nothing}) n
    order by n.id ${way.order} limit ${limit}`;
}

/** CTEs: those of the source among the thousand next messages, and whether they are enough. */
const around = (source: MergedSource, { anchor, limit, order, beyond, upTo, last }: Walk): Query => sql`
  edge as materialized (
    select ${last(sql`e.id`)} as id from (
      select m.id from messages m where m.id ${beyond} ${anchor} order by m.id ${order} limit 1000) e),
  around as materialized (
    select m.id from messages m
     where m.id ${beyond} ${anchor} and m.id ${upTo} (select e.id from edge e) and ${and(within(source))}
     order by m.id ${order} limit ${limit}),
  enough as materialized (select count(*) >= ${limit} as is_enough from around),`;

/** CTE: a few messages of each container. */
const samples = (where: Query, way: Walk, unlessEnough: Query): Query => sql`
  few as materialized (select ceil(2.0 * ${way.limit}::int8 / greatest(count(*), 1))::int8 + 1 as count from containers),
  samples as materialized (${sampleOf(channel, where, way)} ${unlessEnough}
    union all ${sampleOf(conversation, where, way)} ${unlessEnough})`;

const sampleOf = (kind: Kind, where: Query, { anchor, order, beyond }: Walk): Query => sql`
  select c.*, h.id from containers c cross join lateral (
    select m.id from messages m
     where ${kind.has} and ${where} and ${kind.side(beyond, anchor)}
     order by m.id ${order} limit (select count from few)) h
   where ${kind.is}`;

/** CTE: the farthest ID that can be among the nearest. */
const bound = ({ limit, order, last, end }: Walk): Query => sql`
  bound as materialized (
    select case when count(*) >= ${limit} then ${last(sql`id`)} else ${end}::int8 end as id
      from (select s.id from samples s order by s.id ${order} limit ${limit}) s)`;

/** CTE: containers whose few messages all came before the bound, and how far these reach. */
const deeper = ({ beyond, last }: Walk): Query => sql`
  deeper as materialized (
    select s.channel_id, s.conversation_id, s.after_id, s.until_id, ${last(sql`s.id`)} as reached_id
      from samples s group by s.channel_id, s.conversation_id, s.after_id, s.until_id
    having count(*) >= (select count from few) and (select id from bound) ${beyond} ${last(sql`s.id`)})`;

/** What else such containers have up to the bound. */
const deeperOf = (kind: Kind, where: Query, { limit, order, beyond, upTo }: Walk): Query => sql`
  select h.id from deeper c cross join lateral (
    select m.id from messages m
     where ${kind.has} and ${where}
       and ${kind.side(beyond, sql`c.reached_id`)} and ${kind.side(upTo, sql`(select id from bound)`)}
     order by m.id ${order} limit ${limit}) h
   where ${kind.is}`;

/** Unread messages that lie where gaps do not say so: moved in from elsewhere, or kept unread by hand. */
const unreadBesides = (source: Unread, { anchor, beyond }: Walk): Query => sql`
  select m.id from messages m
   where m.id in (select k.message_id from kept k union all ${movedInIds()})
     and ${and([...source.conditions, ...within(source), sql`m.id ${beyond} ${anchor}`])}`;
