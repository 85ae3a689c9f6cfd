import { type Query, type Queryable, sql } from '@parley/db';
import type { EmittingTransaction } from '@parley/event-log';
import type { ChannelId, MessageId, UserId } from '@parley/rules';
import type { Period } from '../domain/reading/visibility.ts';
import { multirange } from './visible.ts';

export type NewContent = {
  content: string;
  renderedContent: string;
  rendererVersion: number;
  isMe: boolean;
  mentionsChannel: boolean;
  mentionsTopic: boolean;
  topicParticipantIds: readonly UserId[];
  hasLink: boolean;
  hasImage: boolean;
  hasAttachment: boolean;
};

/** A message to insert, with its encoded event. */
export type NewMessage = NewContent & {
  sendKey: string;
  senderId: UserId;
  channelId: ChannelId | undefined;
  conversationId: number | undefined;
  topic: string;
  originId: number;
  /** Seconds since the Unix epoch, equal to the time in the event. */
  sentAt: number;
  client: string;
  readBySender: boolean;
  personalFlags: readonly { userId: UserId; flags: number }[];
  previewUrls: readonly string[];
  /** The first submessage of an interactive message. */
  widget: { submessageId: number; content: string; msgType: 'widget' | 'blocks' } | undefined;
  /** The newest message that the sender sees in the topic. If that one is elsewhere, this message is not inserted. */
  seenMessageId?: MessageId | undefined;
  /** Encoded `Event`. */
  event: Buffer;
};

/** The message that the sender saw in the topic is elsewhere now, so nothing was written. */
export class SeenElsewhere extends Error {}

/** Boolean columns of a row, which are packed into one integer parameter; the first one is the lowest bit. */
const packedColumns = [
  'readBySender',
  'isMe',
  'mentionsChannel',
  'mentionsTopic',
  'hasLink',
  'hasImage',
  'hasAttachment',
] as const;

/**
 * Inserts messages and emits their events in one statement and one commit. Returns the IDs in the given order; undefined for a
 * message whose send key exists already, or whose sender saw a message in the topic that is elsewhere now.
 *
 * Invariants, each tested for one message and for several:
 * - `taken` is evaluated before any `nextval` and holds the order lock until the commit, so IDs are in commit order.
 * - Rows, events and IDs are in the given order.
 * - The result refers to the CTE `emitted`. PostgreSQL skips a `select` in a CTE to which nothing refers.
 *
 * @param onEmitted receives the transaction that emitted the events. Outside of a transaction, it is committed then
 */
export async function insertMessages(
  db: Queryable,
  messages: readonly NewMessage[],
  onEmitted?: (transaction: EmittingTransaction) => void,
): Promise<(number | undefined)[]> {
  const [only] = messages;
  const statement =
    only && messages.length === 1 && isPlain(only) ? plainStatement(only) : insertStatement(messages);
  const rows = await db.many<{ n: number; id: number } & EmittingTransaction>(statement);
  if (rows[0]) onEmitted?.(rows[0]);
  const ids = new Array<number | undefined>(messages.length).fill(undefined);
  for (const { n, id } of rows) ids[n - 1] = id;
  return ids;
}

const isPlain = ({ personalFlags, widget, previewUrls }: NewMessage): boolean =>
  personalFlags.length === 0 && widget === undefined && previewUrls.length === 0;

/** What names the transaction in the frames of its events (`log.emit`). */
const emitting = sql`
  pg_current_xact_id()::text::int8 as "transactionId",
  (extract(epoch from statement_timestamp()) * 1000000)::int8 as "committedAtUs"`;

const columns = sql`
  id, sender_id, channel_id, conversation_id, topic, origin_id, origin_channel_id, content, rendered_content,
  renderer_version, sent_at, client, send_key, read_by_sender, is_me, mentions_channel, mentions_topic,
  topic_participant_ids, has_link, has_image, has_attachment`;

/** For one message without personal flags, widget and previews; the general statement costs PostgreSQL half as much again. */
function plainStatement(message: NewMessage): Query {
  const channelId = message.channelId ?? null;
  return sql`
    with taken as materialized (select log.take_order_lock()),
    fresh as materialized (select nextval('message_ids') as id from taken ${onlyIfInPlace(message)}),
    inserted as (
      insert into messages (${columns})
      select id, ${message.senderId}::int8, ${channelId}::int8, ${message.conversationId ?? null}::int8,
        ${message.topic}::text, ${message.originId}::int8, ${channelId}::int8, ${message.content}::text,
        ${message.renderedContent}::text, ${message.rendererVersion}::int, to_timestamp(${message.sentAt}::int8),
        ${message.client}::text, ${message.sendKey}::uuid, ${message.readBySender}::boolean,
        ${message.isMe}::boolean, ${message.mentionsChannel}::boolean, ${message.mentionsTopic}::boolean,
        ${participants(message)}::int8[], ${message.hasLink}::boolean, ${message.hasImage}::boolean,
        ${message.hasAttachment}::boolean
        from fresh
      on conflict (send_key) do nothing
      returning id),
    emitted as materialized (select id, log.emit(${message.event}::bytea, id) as position from inserted)
    select 1 as n, id, ${emitting} from emitted where position is not null`;
}

/**
 * Condition: the message that the sender saw is in the named topic, or was in none. A subquery, so that PostgreSQL cannot join, which might
 * change the order of messages.
 */
const isInPlace = (channelId: Query, topic: Query, seenMessageId: Query): Query => sql`
  coalesce((
    select m.channel_id is null or ${channelId} is null
        or (m.channel_id = ${channelId} and (m.topic = ${topic} or m.topic_key = fold_topic(${topic})))
      from messages m where m.id = ${seenMessageId}), true)`;

function onlyIfInPlace({ channelId, topic, seenMessageId }: NewMessage): Query {
  if (seenMessageId === undefined || channelId === undefined) return sql``;
  return sql`where ${isInPlace(sql`${channelId}::int8`, sql`${topic}::text`, sql`${seenMessageId}::int8`)}`;
}

/**
 * Builds the statement of `insertMessages`. Its text does not depend on the number of messages. Parts for flags, widgets,
 * previews and messages that were seen are in it only when a message needs them, because PostgreSQL prepares each part for every execution.
 */
function insertStatement(messages: readonly NewMessage[]): Query {
  const column = <K extends keyof NewMessage>(name: K) => messages.map((message) => message[name]);
  const flagged = messages.flatMap((message, index) =>
    message.personalFlags.map((flag) => ({ n: index + 1, ...flag })),
  );
  const widgets = messages.flatMap(({ widget, senderId }, index) =>
    widget ? [{ n: index + 1, senderId, ...widget }] : [],
  );
  const previewed = messages.flatMap(({ previewUrls }, index) =>
    previewUrls.length > 0 ? [{ n: index + 1, urls: previewUrls.join('\n') }] : [],
  );
  const seen = messages.map(({ seenMessageId = null }) => seenMessageId);
  const isAnySeen = seen.some((id) => id !== null);
  const lengths = messages.map((message) => message.event.length);
  let end = 1;
  const starts = lengths.map((length) => {
    end += length;
    return end - length;
  });
  return sql`
    with taken as materialized (select log.take_order_lock()),
    given as (
      select g.* from taken cross join unnest(
        ${column('sendKey')}::uuid[], ${column('senderId')}::int8[], ${column('channelId')}::int8[],
        ${column('conversationId')}::int8[], ${column('topic')}::text[], ${column('originId')}::int8[],
        ${column('content')}::text[], ${column('renderedContent')}::text[], ${column('rendererVersion')}::int[],
        ${column('sentAt')}::int8[], ${column('client')}::text[], ${messages.map(packed)}::int[],
        ${messages.map(participants)}::text[], ${starts}::int[], ${lengths}::int[]
      ) with ordinality as g (send_key, sender_id, channel_id, conversation_id, topic, origin_id, content,
        rendered_content, renderer_version, sent_at, client, bits, participants, start, length, n)
      order by g.n),
    fresh as materialized (
      select nextval('message_ids') as id, given.* from given
       ${isAnySeen ? sql`where ${isInPlace(sql`given.channel_id`, sql`given.topic`, sql`(${seen}::int8[])[given.n]`)}` : sql``}),
    inserted as (
      insert into messages (${columns})
      select id, sender_id, channel_id, conversation_id, topic, origin_id, channel_id, content,
        rendered_content, renderer_version, to_timestamp(sent_at), client, send_key, bits & 1 <> 0,
        bits & 2 <> 0, bits & 4 <> 0, bits & 8 <> 0, participants::int8[], bits & 16 <> 0, bits & 32 <> 0,
        bits & 64 <> 0
        from fresh order by id
      on conflict (send_key) do nothing
      returning id),
    ${flagged.length > 0 ? personalFlags(flagged) : sql``}
    ${widgets.length > 0 ? firstSubmessages(widgets) : sql``}
    ${previewed.length > 0 ? previewJobs(previewed) : sql``}
    emitted as materialized (
      select count(log.emit(substring(${Buffer.concat(column('event'))}::bytea from ordered.start for ordered.length),
               ordered.id)) as events
        from (select fresh.* from fresh join inserted on inserted.id = fresh.id order by fresh.id) ordered)
    select fresh.n, fresh.id, ${emitting}
      from emitted cross join fresh join inserted on inserted.id = fresh.id
     where emitted.events > 0`;
}

/** Builds the CTE that writes flags of people. `n` is the position of the message in the statement, from 1. */
const personalFlags = (flagged: readonly { n: number; userId: UserId; flags: number }[]): Query => sql`
    flagged as (
      insert into personal_flags (user_id, message_id, flags)
      select u.user_id, inserted.id, u.flags
        from unnest(${flagged.map(({ n }) => n)}::int8[], ${flagged.map(({ userId }) => userId)}::int8[],
          ${flagged.map(({ flags }) => flags)}::int[]) u (n, user_id, flags)
        join fresh on fresh.n = u.n join inserted on inserted.id = fresh.id),`;

const firstSubmessages = (
  widgets: readonly { n: number; senderId: UserId; submessageId: number; content: string; msgType: string }[],
): Query => sql`
    widgets as (
      insert into submessages (submessage_id, message_id, sender_id, msg_type, content)
      overriding system value
      select u.submessage_id, inserted.id, u.sender_id, u.msg_type, u.content
        from unnest(${widgets.map(({ n }) => n)}::int8[],
          ${widgets.map(({ submessageId }) => submessageId)}::int8[],
          ${widgets.map(({ senderId }) => senderId)}::int8[],
          ${widgets.map(({ content }) => content)}::text[],
          ${widgets.map(({ msgType }) => msgType)}::text[]) u (n, submessage_id, sender_id, content, msg_type)
        join fresh on fresh.n = u.n join inserted on inserted.id = fresh.id),`;

/** Builds the CTE that creates jobs for previews. The URLs of a message are joined by line breaks, which no URL contains. */
const previewJobs = (previewed: readonly { n: number; urls: string }[]): Query => sql`
    previewed as (
      insert into link_preview_jobs (message_id, urls)
      select inserted.id, string_to_array(u.urls, chr(10))
        from unnest(${previewed.map(({ n }) => n)}::int8[], ${previewed.map(({ urls }) => urls)}::text[]) u (n, urls)
        join fresh on fresh.n = u.n join inserted on inserted.id = fresh.id),`;

export async function findBySendKeys(
  db: Queryable,
  sendKeys: readonly string[],
): Promise<Map<string, { id: number; senderId: UserId }>> {
  const rows = await db.many<{ key: string; id: number; senderId: UserId }>(sql`
    select send_key as key, id, sender_id as "senderId" from messages where send_key = any(${sendKeys}::uuid[])`);
  return new Map(rows.map(({ key, id, senderId }) => [key, { id, senderId }]));
}

export async function isFirstInTopic(
  db: Queryable,
  channelId: ChannelId,
  { id, topic }: { id: number; topic: string },
  periods: readonly Period[],
): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (
      select 1 from messages m
       where m.channel_id = ${channelId} and m.topic_key = fold_topic(${topic}) and m.id < ${id}
         and ${multirange(periods)}::int8multirange @> m.id) as found`);
  return !found;
}

export async function findChannelIds(db: Queryable, messageIds: readonly MessageId[]): Promise<ChannelId[]> {
  const rows = await db.many<{ id: number }>(sql`
    select distinct channel_id as id from messages
     where id = any(${messageIds}::int8[]) and channel_id is not null`);
  return rows.map(({ id }) => id);
}

export async function isAnyVisible(
  db: Queryable,
  messageIds: readonly MessageId[],
  condition: Query,
): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (
      select 1 from messages m where m.id = any(${messageIds}::int8[]) and ${condition}) as found`);
  return found;
}

export async function contentsOf(
  db: Queryable,
  messageIds: readonly MessageId[],
): Promise<Map<number, string>> {
  const rows = await db.many<{ id: number; content: string }>(
    sql`select id, content from messages where id = any(${messageIds}::int8[])`,
  );
  return new Map(rows.map(({ id, content }) => [id, content]));
}

/** Of the newest 5,000 messages, ascending. A topic wildcard mentions these people. */
export async function findTopicSenders(
  db: Queryable,
  channelId: ChannelId,
  topic: string,
): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select distinct newest.sender_id as id from (
      select m.sender_id from messages m
       where m.channel_id = ${channelId} and m.topic_key = fold_topic(${topic})
       order by m.id desc limit 5000) newest
     order by 1`);
  return rows.map(({ id }) => id);
}

function packed(message: NewMessage): number {
  let value = 0;
  packedColumns.forEach((column, at) => {
    if (message[column]) value |= 1 << at;
  });
  return value;
}

/** Null when there are none. PostgreSQL's arrays cannot contain arrays of different lengths, but texts. */
const participants = ({ topicParticipantIds: ids }: NewMessage): string | null =>
  ids.length === 0 ? null : `{${ids.join(',')}}`;

export async function maxMessageId(db: Queryable): Promise<MessageId> {
  const row = await db.one<{ id: number }>(sql`select coalesce(max(id), 0) as id from messages`);
  return row.id;
}
