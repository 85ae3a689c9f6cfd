import { lastItem } from '@parley/core';
import { and, type Db, type Query, sql } from '@parley/db';
import type { ChannelId, MessageId, UserId } from '@parley/rules';
import type { EditEntry } from '../../domain/changing/history.ts';
import { newestAnchor } from '../../domain/limits.ts';
import { isUnreadMessage, type UnreadScope } from '../../domain/reading/unread-scope.ts';
import { periodsInclude, type Visibility } from '../../domain/reading/visibility.ts';
import { markedUnreadAt, readStateOf, wasRead } from '../read-state/read-state.ts';
import { gapCtes, oldestUnread, unreadQuery } from '../read-state/unread.ts';
import { type MergedSource, sourceConditions, type UnreadSource } from './merged-sources.ts';
import { type Direction, nearestMessages } from './nearest-messages.ts';
import { rangesSince } from './sent-at.ts';

/** A message with its state for the reader. */
export type MessageRow = {
  id: number;
  /** The position relative to the anchor: -1 before it, 0 at it, 1 after it. */
  side: -1 | 0 | 1;
  senderId: UserId;
  channelId: ChannelId | null;
  conversationId: number | null;
  /** IDs of all members of the direct conversation, in ascending order; null for a channel message. */
  memberIds: UserId[] | null;
  topic: string;
  /** HTML or Markdown, as the request asked. */
  content: string;
  /** Seconds since the Unix epoch. */
  sentAt: number;
  client: string;
  isMe: boolean;
  lastEditedAt: number | null;
  lastMovedAt: number | null;
  editHistory: EditEntry[] | null;
  personalFlags: number;
  isRead: boolean;
  isInHistory: boolean;
  mentionsChannel: boolean;
  mentionsTopicOfReader: boolean;
  /** Texts of JSON arrays in the form of the API; null when there are no reactions or submessages. */
  reactionsJson: string | null;
  submessagesJson: string | null;
};

/** The reader's own history, which messages can be unread, and whether content is HTML or Markdown. */
export type View = {
  /** Null for a visitor, who has no flags and no read state. */
  userId: UserId | null;
  ownVisibility: Visibility;
  unreadScope: UnreadScope;
  applyMarkdown: boolean;
};

/** The messages that a narrow (a filter of the API) selects. The reader may read all of them. */
export type Source =
  | {
      /** Messages that meet all conditions on `m`, including visibility. */
      kind: 'condition';
      conditions: readonly Query[];
    }
  | {
      /** Messages that the search index finds. They meet all conditions on `m`. */
      kind: 'found';
      conditions: readonly Query[];
      /** `inTopic`: finds only messages whose topic has the words. */
      nearest(
        anchor: number,
        limit: number,
        direction: Direction,
        options?: { inTopic: boolean },
      ): Promise<number[]>;
      /** Returns those of the messages whose texts fit. */
      fits(messageIds: readonly MessageId[]): Promise<ReadonlySet<MessageId>>;
    }
  | {
      /** Those messages of another source whose texts fit. */
      kind: 'filtered';
      of: Source;
      nearest(anchor: number, limit: number, direction: Direction): Promise<number[]>;
      fits(messageIds: readonly MessageId[]): Promise<ReadonlySet<MessageId>>;
    }
  | MergedSource;

export type Window = { anchor: number; before: number; after: number; includeAnchor: boolean };

/** Ascending. On each side one message more than requested, which shows whether there are further ones. */
export async function readWindow(db: Db, source: Source, window: Window, view: View): Promise<MessageRow[]> {
  return await hydrate(db, await pickWindow(source, window), view);
}

export async function readWindowIds(
  db: Db,
  source: Source,
  window: Window,
): Promise<Pick<MessageRow, 'id' | 'side'>[]> {
  const picked = await pickWindow(source, window);
  return await db.many(sql`select p.id, p.side from (${picked}) p order by p.id`);
}

async function pickWindow(source: Source, window: Window): Promise<Query> {
  const { anchor } = window;
  const parts: Query[] = [];
  if (anchor > 0) parts.push(side(-1, await nearestQuery(source, anchor, window.before + 1, 'older')));
  if (window.includeAnchor && anchor > 0 && anchor < newestAnchor)
    parts.push(side(0, await at(source, anchor)));
  if (anchor < newestAnchor)
    parts.push(side(1, await nearestQuery(source, anchor, window.after + 1, 'newer')));
  return parts.reduce((all, part) => sql`${all} union all ${part}`);
}

/** Returns messages by ID that meet the conditions, in ascending order. */
export function readByIds(
  db: Db,
  messageIds: readonly MessageId[],
  conditions: readonly Query[],
  view: View,
): Promise<MessageRow[]> {
  const picked = side(
    0,
    sql`select m.id from messages m where m.id = any(${messageIds}::int8[]) and ${and(conditions)}`,
  );
  return hydrate(db, picked, view);
}

export async function firstUnread(
  db: Db,
  { userId, scope, direct, conditions }: Omit<UnreadSource, 'kind'>,
): Promise<number | undefined> {
  if (conditions.length === 0 && direct) return await oldestUnread(db, userId, scope);
  const row = await db.one<{ id: number | null }>(sql`
    with ${gapCtes(userId, scope)},
    unread as (${unreadQuery(userId, scope, sql`m.id`, { direct, where: and(conditions) })})
    select min(id) as id from unread`);
  return row.id ?? undefined;
}

/**
 * Returns the lowest ID of a source's messages that were sent at or after a time, so that none of them stands before it. Messages that were
 * sent stand behind imported ones, also behind newer ones.
 */
export async function firstSince(db: Db, source: Source, time: Date): Promise<number | undefined> {
  for (const { fromId, belowId } of await rangesSince(db, time)) {
    let anchor = fromId - 1;
    for (let limit = 1; ; limit = Math.min(limit * 10, 1_000)) {
      const nearest = await nearestIds(db, source, { anchor, limit, direction: 'newer' });
      const ids = nearest.filter((id) => id < belowId);
      if (ids.length === 0) break;
      const found = await db.maybeOne<{ id: number }>(sql`
        select id from messages where id = any(${ids}::int8[]) and sent_at >= ${time} order by id limit 1`);
      if (found) return found.id;
      anchor = lastItem(ids);
    }
  }
  return undefined;
}

const side = (where: -1 | 0 | 1, ids: Query): Query =>
  sql`select w.id, ${where}::int as side from (${ids}) w`;

async function nearestQuery(
  source: Source,
  anchor: number,
  limit: number,
  direction: Direction,
): Promise<Query> {
  if (source.kind === 'found' || source.kind === 'filtered')
    return amongIds(source, await source.nearest(anchor, limit, direction));
  if (source.kind !== 'condition') return nearestMessages(source, anchor, limit, direction);
  const conditions = and(source.conditions);
  return direction === 'older'
    ? sql`select m.id from messages m where ${conditions} and m.id < ${anchor} order by m.id desc limit ${limit}`
    : sql`select m.id from messages m where ${conditions} and m.id > ${anchor} order by m.id limit ${limit}`;
}

/** Returns the IDs of a source's messages that are closest to an anchor, the closest first. */
export async function nearestIds(
  db: Db,
  source: Source,
  { anchor, limit, direction }: { anchor: number; limit: number; direction: Direction },
): Promise<number[]> {
  const rows = await db.many<{ id: number }>(await nearestQuery(source, anchor, limit, direction));
  const order = direction === 'older' ? -1 : 1;
  return rows.map(({ id }) => id).sort((a, b) => (a - b) * order);
}

async function at(source: Source, anchor: number): Promise<Query> {
  if (source.kind === 'found' || source.kind === 'filtered')
    return amongIds(source, [...(await source.fits([anchor]))]);
  return sql`select m.id from messages m where m.id = ${anchor} and ${and(conditionsOf(source))}`;
}

/** Selects those of the messages that meet the conditions of a source. Their texts must fit. */
const amongIds = (source: Source, ids: readonly MessageId[]): Query =>
  sql`select m.id from messages m where m.id = any(${ids}::int8[]) and ${and(conditionsOf(source))}`;

function conditionsOf(source: Source): readonly Query[] {
  if (source.kind === 'filtered') return conditionsOf(source.of);
  if (source.kind === 'condition' || source.kind === 'found') return source.conditions;
  return [...source.conditions, ...sourceConditions(source)];
}

type StoredRow = Omit<MessageRow, 'isRead' | 'isInHistory'> & {
  isBaseRead: boolean;
  markedUnreadAt: number | null;
};

/**
 * Returns the IDs of the picked messages that have rows in a table, as keys of a JSON object; null when none has. Most messages have no
 * reactions and no submessages, so a subquery for each would cost as much as the rest of the statement.
 */
const havingRows = (messageIds: Query): Query =>
  sql`select jsonb_object_agg(t.message_id, true) as ids from (${messageIds}) t`;

/** A single statement, so it never returns a message that was moved in between out of the reader's sight. */
async function hydrate(
  db: Db,
  picked: Query,
  { userId, ownVisibility, unreadScope, applyMarkdown }: View,
): Promise<MessageRow[]> {
  const rows = await db.many<StoredRow>(sql`
    with picked as materialized (${picked}),
    reacted as materialized (${havingRows(
      sql`select distinct x.message_id from reactions x where x.message_id = any(array(select id from picked))`,
    )}),
    submitted as materialized (${havingRows(
      sql`select distinct s.message_id from submessages s where s.message_id = any(array(select id from picked))`,
    )})
    select m.id, p.side, m.sender_id as "senderId", m.channel_id as "channelId",
           m.conversation_id as "conversationId", c.member_ids as "memberIds", m.topic,
           ${applyMarkdown ? sql`m.rendered_content` : sql`m.content`} as content,
           extract(epoch from m.sent_at)::int8 as "sentAt", m.client, m.is_me as "isMe",
           floor(extract(epoch from m.last_edited_at))::int8 as "lastEditedAt",
           floor(extract(epoch from m.last_moved_at))::int8 as "lastMovedAt",
           m.edit_history as "editHistory", coalesce(f.flags, 0) as "personalFlags",
           ${wasRead(userId)} as "isBaseRead", ${markedUnreadAt} as "markedUnreadAt",
           m.mentions_channel as "mentionsChannel",
           coalesce(m.mentions_topic and ${userId} = any(m.topic_participant_ids), false)
             as "mentionsTopicOfReader",
           case when (select ids from reacted) ? m.id::text then (
             select json_agg(json_build_object('emoji_name', x.emoji_name, 'emoji_code', x.emoji_code,
               'reaction_type', x.reaction_type, 'user_id', x.user_id) order by x.reacted_at, x.user_id)::text
              from reactions x where x.message_id = m.id) end as "reactionsJson",
           case when (select ids from submitted) ? m.id::text then (
             select json_agg(json_build_object('id', s.submessage_id, 'message_id', s.message_id,
               'sender_id', s.sender_id, 'msg_type', s.msg_type, 'content', s.content)
               order by s.submessage_id)::text
              from submessages s where s.message_id = m.id) end as "submessagesJson"
      from picked p join messages m on m.id = p.id
      left join direct_conversations c on c.conversation_id = m.conversation_id
      ${readStateOf(userId)}
     order by m.id`);
  return rows.map((row) => withReaderState(row, ownVisibility, unreadScope));
}

/** Names each property, because copying the rest of a row takes several times as long as everything else here. */
function withReaderState(row: StoredRow, ownVisibility: Visibility, unreadScope: UnreadScope): MessageRow {
  const { id, channelId } = row;
  return {
    id,
    side: row.side,
    senderId: row.senderId,
    channelId,
    conversationId: row.conversationId,
    memberIds: row.memberIds,
    topic: row.topic,
    content: row.content,
    sentAt: row.sentAt,
    client: row.client,
    isMe: row.isMe,
    lastEditedAt: row.lastEditedAt,
    lastMovedAt: row.lastMovedAt,
    editHistory: row.editHistory,
    personalFlags: row.personalFlags,
    isRead: !isUnreadMessage(unreadScope, row),
    isInHistory: channelId === null || periodsInclude(ownVisibility.get(channelId) ?? [], id),
    mentionsChannel: row.mentionsChannel,
    mentionsTopicOfReader: row.mentionsTopicOfReader,
    reactionsJson: row.reactionsJson,
    submessagesJson: row.submessagesJson,
  };
}
