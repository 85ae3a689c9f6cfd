import { and, type Db, type Query, sql } from '@parley/db';
import { newestAnchor } from '../domain/limits.ts';
import { isUnreadMessage, type UnreadScope } from '../domain/unread-scope.ts';
import { holds, type Sight } from '../domain/visibility.ts';
import { isUnread, isUnreadWithin, keptUnreadAt, readStateOf, wasRead } from './read-state.ts';
import { gapsOf, movedIn, oldestUnread, unreadParts } from './unread.ts';
import { inSight, isOwnDirect, sightJson, visible } from './visible.ts';

/** A message as a reader sees it. */
export type MessageRow = {
  id: number;
  /** Where it lies from the anchor: -1 before, 0 at it, 1 after. */
  side: -1 | 0 | 1;
  senderId: number;
  channelId: number | null;
  conversationId: number | null;
  /** Everyone in the direct conversation, ascending. */
  memberIds: number[] | null;
  topic: string;
  /** HTML or Markdown, as asked. */
  content: string;
  /** Seconds since the Unix epoch. */
  sentAt: number;
  client: string;
  isMe: boolean;
  lastEditedAt: number | null;
  lastMovedAt: number | null;
  editHistory: unknown[] | null;
  personalFlags: number;
  isRead: boolean;
  isInHistory: boolean;
  mentionsChannel: boolean;
  mentionsTopicOfReader: boolean;
  /** JSON array texts as the API shows them; null for none. */
  reactionsJson: string | null;
  submessagesJson: string | null;
};

/** Whose eyes, and in which form. */
export type View = { userId: number; ownSight: Sight; unreadScope: UnreadScope; applyMarkdown: boolean };

/** Where messages are taken from. */
export type Source =
  /** Those that meet all conditions on `m`, visibility among them. */
  | { kind: 'condition'; conditions: readonly Query[] }
  /**
   * Whole channels and somebody's direct conversations, merged: the home view, all direct messages, and whatever a
   * condition leaves of them.
   */
  | {
      kind: 'containers';
      channels: Sight;
      directOf: number | undefined;
      /** Of their conversations those with all of these people. */
      directWith: readonly number[];
      conditions: readonly Query[];
    }
  /** What is unread for a person. */
  | { kind: 'unread'; userId: number; scope: UnreadScope; direct: boolean; conditions: readonly Query[] };

type UnreadSource = Extract<Source, { kind: 'unread' }>;
/** Sources that are merged from many containers. */
type Merged = Exclude<Source, { kind: 'condition' }>;

/** How many messages to take on each side of an anchor. */
export type Window = { anchor: number; before: number; after: number; includeAnchor: boolean };

/**
 * Messages around an anchor, ascending by ID. One more than asked on each side, so that the caller knows whether
 * there are any.
 */
export function readWindow(db: Db, source: Source, window: Window, view: View): Promise<MessageRow[]> {
  return hydrate(db, pickWindow(source, window), view);
}

/** The same, IDs alone. */
export function readWindowIds(
  db: Db,
  source: Source,
  window: Window,
): Promise<Pick<MessageRow, 'id' | 'side'>[]> {
  return db.many(sql`select p.id, p.side from (${pickWindow(source, window)}) p order by p.id`);
}

function pickWindow(source: Source, window: Window): Query {
  const { anchor } = window;
  const parts: Query[] = [];
  if (anchor > 0) parts.push(side(-1, before(source, anchor, window.before + 1)));
  if (window.includeAnchor && anchor > 0 && anchor < newestAnchor) parts.push(side(0, at(source, anchor)));
  if (anchor < newestAnchor) parts.push(side(1, after(source, anchor, window.after + 1)));
  return parts.reduce((all, part) => sql`${all} union all ${part}`);
}

/** The messages with these IDs that meet the conditions, ascending. */
export function readByIds(
  db: Db,
  messageIds: readonly number[],
  conditions: readonly Query[],
  view: View,
): Promise<MessageRow[]> {
  const picked = side(
    0,
    sql`select m.id from messages m where m.id = any(${messageIds}::int8[]) and ${and(conditions)}`,
  );
  return hydrate(db, picked, view);
}

/** The oldest unread message of a scope that meets the conditions, if any. */
export async function firstUnread(
  db: Db,
  { userId, scope, direct, conditions }: Omit<Extract<Source, { kind: 'unread' }>, 'kind'>,
): Promise<number | undefined> {
  if (conditions.length === 0 && direct) return await oldestUnread(db, userId, scope);
  const row = await db.one<{ id: number | null }>(sql`
    with ${gapsOf(userId, scope)},
    unread as (${unreadParts(userId, scope, sql`m.id`, { direct, where: and(conditions) })})
    select min(id) as id from unread`);
  return row.id ?? undefined;
}

/** The first message sent at or after a time, if any. */
export async function firstSince(db: Db, source: Source, time: Date): Promise<number | undefined> {
  const first = await db.maybeOne<{ id: number }>(
    sql`select id from messages where sent_at >= ${time} order by sent_at, id limit 1`,
  );
  if (!first) return undefined;
  const found = await db.maybeOne<{ id: number }>(sql`${after(source, first.id - 1, 1)}`);
  return found?.id;
}

const side = (where: -1 | 0 | 1, ids: Query): Query =>
  sql`select w.id, ${where}::int as side from (${ids}) w`;

function before(source: Source, anchor: number, limit: number): Query {
  if (source.kind === 'condition') {
    return sql`select m.id from messages m where ${and(source.conditions)} and m.id < ${anchor}
      order by m.id desc limit ${limit}`;
  }
  return newestOf(source, anchor, limit);
}

function after(source: Source, anchor: number, limit: number): Query {
  if (source.kind === 'condition') {
    return sql`select m.id from messages m where ${and(source.conditions)} and m.id > ${anchor}
      order by m.id limit ${limit}`;
  }
  return oldestOf(source, anchor, limit);
}

function at(source: Source, anchor: number): Query {
  const conditions =
    source.kind === 'condition' ? source.conditions : [...source.conditions, ...seenIn(source)];
  return sql`select m.id from messages m where m.id = ${anchor} and ${and(conditions)}`;
}

function seenIn(source: UnreadSource | Extract<Source, { kind: 'containers' }>): Query[] {
  if (source.kind === 'unread') return unreadWithin(source);
  const { channels } = source;
  return [source.directOf === undefined ? inSight(sightJson(channels)) : visible(source.directOf, channels)];
}

/** Conditions on any message `m` that it is unread: the scope says what of channels the person may read. */
const unreadWithin = ({ userId, scope, direct }: UnreadSource): Query[] => [
  isUnreadWithin(userId, scope),
  direct ? sql`(m.channel_id is not null or ${isOwnDirect(userId)})` : sql`m.channel_id is not null`,
];

/** Unread messages that lie where gaps do not say so: moved in from elsewhere, or kept unread by hand. */
function unreadBesides(source: UnreadSource, side: Query): Query {
  return sql`
    select m.id from messages m
     where m.id in (select k.message_id from kept k union all ${movedIn()})
       and ${and([...source.conditions, ...unreadWithin(source), side])}`;
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
        containers as (
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
      containers as (
        select p.channel_id, null::int8 as conversation_id, p.after_id, p.until_id
          from unnest(${channelIds}::int8[], ${afters}::int8[], ${untils}::int8[])
            p (channel_id, after_id, until_id)
        union all
        select null, d.conversation_id, 0, ${Number.MAX_SAFE_INTEGER}::int8
          from direct_members d where d.user_id = ${source.directOf ?? null}::int8 and ${and(including)})`,
    where: and(source.conditions),
  };
}

/**
 * `m` lies in a conversation's part `c`. Compared as pairs: only the index over conversations can begin there, and
 * none over IDs alone seems as good.
 */
const inConversation = sql`m.conversation_id = c.conversation_id
  and (m.conversation_id, m.id) > (c.conversation_id, c.after_id)
  and (m.conversation_id, m.id) <= (c.conversation_id, c.until_id)`;

/**
 * The newest messages of many containers below an anchor, without reading each container's newest: the head of
 * every container comes first (one index probe each); only the `limit` containers with the newest heads can
 * contribute, and of them only messages not older than the last of those heads.
 */
function newestOf(source: Merged, anchor: number, limit: number): Query {
  const { ctes, where } = containersOf(source);
  const besides =
    source.kind === 'unread' ? sql`union ${unreadBesides(source, sql`m.id < ${anchor}`)}` : sql``;
  return sql`
    with ${ctes},
    heads as materialized (
      select c.*, h.id as head from containers c cross join lateral (
        select m.id from messages m
         where m.channel_id = c.channel_id and ${where} and m.id > c.after_id and m.id <= c.until_id and m.id < ${anchor}
         order by m.id desc limit 1) h
       where c.channel_id is not null
      union all
      select c.*, h.id from containers c cross join lateral (
        select m.id from messages m
         where ${inConversation} and ${where} and (m.conversation_id, m.id) < (c.conversation_id, ${anchor}::int8)
         order by m.id desc limit 1) h
       where c.conversation_id is not null),
    top as materialized (select * from heads order by head desc limit ${limit}),
    bound as materialized (
      select case when count(*) >= ${limit} then min(head) else 0 end as lowest from top)
    select n.id from (
      select h.id from top c cross join lateral (
        select m.id from messages m
         where m.channel_id = c.channel_id and ${where} and m.id > c.after_id and m.id <= c.head
           and m.id >= (select lowest from bound)
         order by m.id desc limit ${limit}) h
       where c.channel_id is not null
      union all
      select h.id from top c cross join lateral (
        select m.id from messages m
         where ${inConversation} and ${where} and (m.conversation_id, m.id) <= (c.conversation_id, c.head)
           and (m.conversation_id, m.id) >= (c.conversation_id, (select lowest from bound))
         order by m.id desc limit ${limit}) h
       where c.conversation_id is not null
      ${besides}) n
    order by n.id desc limit ${limit}`;
}

/** The mirror image: the oldest messages above an anchor. */
function oldestOf(source: Merged, anchor: number, limit: number): Query {
  const { ctes, where } = containersOf(source);
  const besides =
    source.kind === 'unread' ? sql`union ${unreadBesides(source, sql`m.id > ${anchor}`)}` : sql``;
  return sql`
    with ${ctes},
    heads as materialized (
      select c.*, h.id as head from containers c cross join lateral (
        select m.id from messages m
         where m.channel_id = c.channel_id and ${where} and m.id > c.after_id and m.id <= c.until_id and m.id > ${anchor}
         order by m.id limit 1) h
       where c.channel_id is not null
      union all
      select c.*, h.id from containers c cross join lateral (
        select m.id from messages m
         where ${inConversation} and ${where} and (m.conversation_id, m.id) > (c.conversation_id, ${anchor}::int8)
         order by m.id limit 1) h
       where c.conversation_id is not null),
    top as materialized (select * from heads order by head limit ${limit}),
    bound as materialized (
      select case when count(*) >= ${limit} then max(head) else ${Number.MAX_SAFE_INTEGER}::int8 end as highest
        from top)
    select n.id from (
      select h.id from top c cross join lateral (
        select m.id from messages m
         where m.channel_id = c.channel_id and ${where} and m.id >= c.head and m.id <= c.until_id
           and m.id <= (select highest from bound)
         order by m.id limit ${limit}) h
       where c.channel_id is not null
      union all
      select h.id from top c cross join lateral (
        select m.id from messages m
         where ${inConversation} and ${where} and (m.conversation_id, m.id) >= (c.conversation_id, c.head)
           and (m.conversation_id, m.id) <= (c.conversation_id, (select highest from bound))
         order by m.id limit ${limit}) h
       where c.conversation_id is not null
      ${besides}) n
    order by n.id limit ${limit}`;
}

type StoredRow = Omit<MessageRow, 'isRead' | 'isInHistory'> & { isBaseRead: boolean; keptAt: number | null };

/** The rows of the picked IDs: one statement, so that nothing is shown that was moved out of sight meanwhile. */
async function hydrate(
  db: Db,
  picked: Query,
  { userId, ownSight, unreadScope, applyMarkdown }: View,
): Promise<MessageRow[]> {
  const rows = await db.many<StoredRow>(sql`
    with picked as materialized (${picked})
    select m.id, p.side, m.sender_id as "senderId", m.channel_id as "channelId",
           m.conversation_id as "conversationId", c.member_ids as "memberIds", m.topic,
           ${applyMarkdown ? sql`m.rendered_content` : sql`m.content`} as content,
           extract(epoch from m.sent_at)::int8 as "sentAt", m.client, m.is_me as "isMe",
           floor(extract(epoch from m.last_edited_at))::int8 as "lastEditedAt",
           floor(extract(epoch from m.last_moved_at))::int8 as "lastMovedAt",
           m.edit_history as "editHistory", coalesce(f.flags, 0) as "personalFlags",
           ${wasRead(userId)} as "isBaseRead", ${keptUnreadAt} as "keptAt",
           m.mentions_channel as "mentionsChannel",
           coalesce(m.mentions_topic and ${userId} = any(m.topic_participant_ids), false)
             as "mentionsTopicOfReader",
           (select json_agg(json_build_object('emoji_name', x.emoji_name, 'emoji_code', x.emoji_code,
               'reaction_type', x.reaction_type, 'user_id', x.user_id) order by x.reacted_at, x.user_id)::text
              from reactions x where x.message_id = m.id) as "reactionsJson",
           (select json_agg(json_build_object('id', s.submessage_id, 'message_id', s.message_id,
               'sender_id', s.sender_id, 'msg_type', s.msg_type, 'content', s.content)
               order by s.submessage_id)::text
              from submessages s where s.message_id = m.id) as "submessagesJson"
      from picked p join messages m on m.id = p.id
      left join direct_conversations c on c.conversation_id = m.conversation_id
      ${readStateOf(userId)}
     order by m.id`);
  return rows.map(({ isBaseRead, keptAt, ...row }) => ({
    ...row,
    isRead: !isUnreadMessage(unreadScope, { id: row.id, channelId: row.channelId, isBaseRead, keptAt }),
    isInHistory: row.channelId === null || holds(ownSight.get(row.channelId) ?? [], row.id),
  }));
}
