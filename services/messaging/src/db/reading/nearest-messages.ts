/**
 * Finds the messages closest to an anchor (a message ID) in many containers, which are channels and direct conversations. It
 * avoids reading `limit` messages of each container:
 * - First it samples a few messages of every container, about twice `limit` in total.
 * - The `limit`-th closest sample is the bound. A message beyond it cannot be among the result.
 * - Only containers whose samples all lie before the bound can contain more results, so only these are read further.
 *
 * For readers of many channels it first scans the thousand messages closest to the anchor, in all channels. Usually enough of
 * them are readable.
 */
import { and, type Query, sql } from '@parley/db';
import { movedInIds } from '../read-state/unread.ts';
import { containerQuery, type MergedSource, sourceConditions, type UnreadSource } from './merged-sources.ts';

/** SQL parts that differ between a scan to older and a scan to newer messages. */
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

/** The start of a scan, its direction, and the maximum number of messages. */
type Walk = (typeof directions)[Direction] & { anchor: Query; limit: number };

/** That `c` is of this kind, that it contains `m`, and that `m` is on one side of an ID. */
type ContainerKind = {
  is: Query;
  has: Query;
  side: (comparison: Query, id: Query) => Query;
};

const channel: ContainerKind = {
  is: sql`c.channel_id is not null`,
  has: sql`m.channel_id = c.channel_id and m.id > c.after_id and m.id <= c.until_id`,
  side: (comparison, id) => sql`m.id ${comparison} ${id}`,
};

/** Pairs (conversation, ID) make the planner use the index over conversations and not the primary key. */
const conversation: ContainerKind = {
  is: sql`c.conversation_id is not null`,
  has: sql`m.conversation_id = c.conversation_id
    and (m.conversation_id, m.id) > (c.conversation_id, c.after_id)
    and (m.conversation_id, m.id) <= (c.conversation_id, c.until_id)`,
  side: (comparison, id) => sql`(m.conversation_id, m.id) ${comparison} (c.conversation_id, ${id})`,
};

/** From this many channels on, the scan of all channels runs first: such a reader may usually read most messages there. */
const manyChannels = 200;

function looksAroundFirst(source: MergedSource): boolean {
  const channels = source.kind === 'unread' ? source.scope.since : source.channels;
  return channels.size >= manyChannels && source.conditions.length === 0;
}

/** Builds a query for the IDs of the closest messages. */
export function nearestMessages(
  source: MergedSource,
  anchor: number,
  limit: number,
  direction: Direction,
): Query {
  const walk = { ...directions[direction], anchor: sql`${anchor}::int8`, limit };
  const { ctes, where } = containerQuery(source);
  const looksAround = looksAroundFirst(source);
  const nothing = sql``;
  return sql`
    with ${ctes},
    ${looksAround ? around(source, walk) : nothing}
    ${samples(where, walk, looksAround ? sql`and not (select is_enough from enough)` : nothing)},
    ${bound(walk)},
    ${deeper(walk)}
    select n.id from (
      ${looksAround ? sql`select a.id from around a where (select is_enough from enough) union all` : nothing}
      select s.id from samples s where s.id ${walk.upTo} (select id from bound)
      union all
      ${deeperOf(channel, where, walk)}
      union all
      ${deeperOf(conversation, where, walk)}
      ${source.kind === 'unread' ? sql`union ${unreadOutsideGaps(source, walk)}` : nothing}) n
    order by n.id ${walk.order} limit ${limit}`;
}

/** Builds CTEs that select the source's messages among the thousand closest ones, and tell whether they are enough. */
const around = (source: MergedSource, { anchor, limit, order, beyond, upTo, last }: Walk): Query => sql`
  edge as materialized (
    select ${last(sql`e.id`)} as id from (
      select m.id from messages m where m.id ${beyond} ${anchor} order by m.id ${order} limit 1000) e),
  around as materialized (
    select m.id from messages m
     where m.id ${beyond} ${anchor} and m.id ${upTo} (select e.id from edge e) and ${and(sourceConditions(source))}
     order by m.id ${order} limit ${limit}),
  enough as materialized (select count(*) >= ${limit} as is_enough from around),`;

const samples = (where: Query, walk: Walk, unlessEnough: Query): Query => sql`
  few as materialized (select ceil(2.0 * ${walk.limit}::int8 / greatest(count(*), 1))::int8 + 1 as count from containers),
  samples as materialized (${sampleOf(channel, where, walk)} ${unlessEnough}
    union all ${sampleOf(conversation, where, walk)} ${unlessEnough})`;

const sampleOf = (kind: ContainerKind, where: Query, { anchor, order, beyond }: Walk): Query => sql`
  select c.*, h.id from containers c cross join lateral (
    select m.id from messages m
     where ${kind.has} and ${where} and ${kind.side(beyond, anchor)}
     order by m.id ${order} limit (select count from few)) h
   where ${kind.is}`;

/** Builds a CTE with the bound: the ID of the `limit`-th closest sample. The result contains no message beyond it. */
const bound = ({ limit, order, last, end }: Walk): Query => sql`
  bound as materialized (
    select case when count(*) >= ${limit} then ${last(sql`id`)} else ${end}::int8 end as id
      from (select s.id from samples s order by s.id ${order} limit ${limit}) s)`;

/** Builds a CTE with the containers that can contain more results before the bound, each with its farthest sample. */
const deeper = ({ beyond, last }: Walk): Query => sql`
  deeper as materialized (
    select s.channel_id, s.conversation_id, s.after_id, s.until_id, ${last(sql`s.id`)} as reached_id
      from samples s group by s.channel_id, s.conversation_id, s.after_id, s.until_id
    having count(*) >= (select count from few) and (select id from bound) ${beyond} ${last(sql`s.id`)})`;

const deeperOf = (kind: ContainerKind, where: Query, { limit, order, beyond, upTo }: Walk): Query => sql`
  select h.id from deeper c cross join lateral (
    select m.id from messages m
     where ${kind.has} and ${where}
       and ${kind.side(beyond, sql`c.reached_id`)} and ${kind.side(upTo, sql`(select id from bound)`)}
     order by m.id ${order} limit ${limit}) h
   where ${kind.is}`;

/** Selects unread messages that the CTE `gaps` does not contain: messages moved in from another channel, or marked unread. */
const unreadOutsideGaps = (source: UnreadSource, { anchor, beyond }: Walk): Query => sql`
  select m.id from messages m
   where m.id in (select k.message_id from kept k union all ${movedInIds()})
     and ${and([...source.conditions, ...sourceConditions(source), sql`m.id ${beyond} ${anchor}`])}`;
