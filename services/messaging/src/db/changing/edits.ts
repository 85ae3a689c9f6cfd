import { type Query, type Queryable, sql, type Tx } from '@parley/db';
import type { ChannelId, MessageId, UserId } from '@parley/rules';
import type { EditEntry } from '../../domain/changing/history.ts';
import type { Period } from '../../domain/reading/visibility.ts';
import type { NewContent } from '../messages.ts';
import { clearFlag } from '../read-state/mark-read.ts';
import type { StoredMessage } from '../stored-message.ts';
import { multirange } from '../visible.ts';
import { lockInOrder } from './deletions.ts';

/** Returns undefined when there is no such message any more. */
export async function editHistoryOf(db: Queryable, messageId: MessageId): Promise<EditEntry[] | undefined> {
  const row = await db.maybeOne<{ entries: EditEntry[] }>(
    sql`select coalesce(edit_history, '[]') as entries from messages where id = ${messageId}`,
  );
  return row?.entries;
}

/** Maximum size in bytes of former HTML in an entry. When it is larger, the entry contains only the Markdown. */
const maxRenderedBytes = 50_000;
/** Approximate maximum size of one message's edit history, in bytes of JSON. */
const maxHistoryBytes = 100_000;

/**
 * SQL expression for the edit history of message `m` with one more entry. Every reader of the message receives the whole
 * history, so its size is limited: entries in the middle are removed when it grows too large. The oldest entry always stays.
 */
const historyWith = (entry: Query): Query => sql`(
  select case when octet_length(h.entries::text) <= ${maxHistoryBytes} then h.entries else (
      select jsonb_agg(e.entry order by e.n)
        from (select x.entry, x.n, count(*) over () as total,
                     sum(octet_length(x.entry::text)) over (order by x.n) as bytes
                from jsonb_array_elements(h.entries) with ordinality x (entry, n)) e
       where e.n = 1 or e.n = e.total or e.bytes <= ${maxHistoryBytes}) end
    from (select jsonb_build_array(jsonb_strip_nulls(${entry})) || coalesce(m.edit_history, '[]') as entries) h)`;

export async function writeContent(
  tx: Tx,
  messageId: MessageId,
  editorId: UserId,
  at: number,
  next: NewContent,
): Promise<void> {
  await tx.execute(sql`
    update messages m
       set content = ${next.content}, rendered_content = ${next.renderedContent},
           renderer_version = ${next.rendererVersion}, is_me = ${next.isMe},
           mentions_channel = ${next.mentionsChannel}, mentions_topic = ${next.mentionsTopic},
           topic_participant_ids = nullif(${next.topicParticipantIds}::int8[], '{}'),
           has_link = ${next.hasLink}, has_image = ${next.hasImage}, has_attachment = ${next.hasAttachment},
           last_edited_at = to_timestamp(${at}),
           edit_history = ${historyWith(sql`jsonb_build_object(
             'user_id', ${editorId}::int8, 'timestamp', ${at}::int8, 'prev_content', m.content,
             'prev_rendered_content',
               case when octet_length(m.rendered_content) <= ${maxRenderedBytes} then m.rendered_content end)`)}
     where m.id = ${messageId}`);
}

/** Sets `flagBits.mentioned` or `flagBits.hasAlertWord` for exactly the given people. */
export async function writeContentFlag(
  tx: Tx,
  messageId: MessageId,
  flag: number,
  userIds: readonly UserId[],
): Promise<void> {
  const others = sql`f.message_id = ${messageId} and not f.user_id = any(${userIds}::int8[])`;
  await tx.execute(sql`
    with ${clearFlag(flag, others)}
    insert into personal_flags as f (user_id, message_id, flags)
    select u.user_id, ${messageId}::int8, ${flag}::int from unnest(${userIds}::int8[]) u (user_id)
    on conflict (user_id, message_id) do update set flags = f.flags | excluded.flags`);
}

export function personalFlagsOf(
  db: Queryable,
  messageIds: readonly MessageId[],
): Promise<{ messageId: MessageId; userId: UserId; flags: number }[]> {
  return db.many(sql`
    select message_id as "messageId", user_id as "userId", flags from personal_flags
     where message_id = any(${messageIds}::int8[]) order by message_id, user_id`);
}

export type Mentioning = Pick<
  StoredMessage,
  'id' | 'senderId' | 'readBySender' | 'mentionsChannel' | 'mentionsTopic' | 'topicParticipantIds'
>;

export function mentionsOf(db: Queryable, messageIds: readonly MessageId[]): Promise<Mentioning[]> {
  return db.many<Mentioning>(sql`
    select id, sender_id as "senderId", read_by_sender as "readBySender", mentions_channel as "mentionsChannel", mentions_topic as "mentionsTopic",
           topic_participant_ids as "topicParticipantIds"
      from messages where id = any(${messageIds}::int8[]) order by id`);
}

/** The messages of a topic to which a change applies. */
export type TopicPart = {
  channelId: ChannelId;
  topic: string;
  /** The periods of the channel that the caller may read. Messages outside these periods do not change. */
  periods: readonly Period[];
  /** Selects only the message `messageId`, that message and later ones, or all messages of the topic. */
  mode: 'change_one' | 'change_later' | 'change_all';
  messageId: MessageId;
};

const conditionOf = ({ channelId, topic, periods, mode, messageId }: TopicPart) => {
  const inTopic = sql`m.channel_id = ${channelId} and m.topic_key = fold_topic(${topic})
    and ${multirange(periods)}::int8multirange @> m.id`;
  if (mode === 'change_one') return sql`${inTopic} and m.id = ${messageId}`;
  if (mode === 'change_later') return sql`${inTopic} and m.id >= ${messageId}`;
  return inTopic;
};

/** And those sent at or after `since` (Unix seconds), which may still move; `firstMovableId` is the lowest of them. */
export async function countPart(
  db: Queryable,
  part: TopicPart,
  since: number,
): Promise<{ total: number; movable: number; firstMovableId: number | null }> {
  return db.one(sql`
    select count(*) as total, count(*) filter (where m.sent_at >= to_timestamp(${since})) as movable,
           min(m.id) filter (where m.sent_at >= to_timestamp(${since})) as "firstMovableId"
      from messages m where ${conditionOf(part)}`);
}

export const lockPart = (tx: Tx, part: TopicPart): Promise<number[]> => lockInOrder(tx, conditionOf(part));

export type Destination = { channelId: ChannelId; topic: string };

export async function isTopicInUse(tx: Tx, { channelId, topic }: Destination): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(sql`
    select exists (
      select 1 from messages m
       where m.channel_id = ${channelId} and m.topic_key = fold_topic(${topic})) as found`);
  return found;
}

/**
 * Moves locked messages. Skips messages that already have the new channel and topic. Read state and flags do not change,
 * because they refer to message IDs.
 * @param to when its topic is undefined, each message keeps the spelling of its topic
 * @param isMove false when the change only resolves or unresolves the topic
 * @param editedId the message whose content the same request changed. Its move is added to the newest entry of its edit
 * history, because each request makes one entry
 */
export async function moveMessages(
  tx: Tx,
  messageIds: readonly MessageId[],
  to: { channelId: ChannelId; topic: string | undefined },
  {
    editorId,
    at,
    isMove,
    editedId,
  }: { editorId: UserId; at: number; isMove: boolean; editedId?: number | undefined },
): Promise<void> {
  const topic = to.topic === undefined ? sql`m.topic` : sql`${to.topic}::text`;
  const changes = sql`jsonb_build_object(
             'user_id', ${editorId}::int8, 'timestamp', ${at}::int8,
             'prev_topic', case when m.topic <> ${topic} then m.topic end,
             'topic', case when m.topic <> ${topic} then ${topic} end,
             'prev_stream', case when m.channel_id <> ${to.channelId} then m.channel_id end,
             'stream', case when m.channel_id <> ${to.channelId} then ${to.channelId}::int8 end)`;
  await tx.execute(sql`
    update messages m
       set channel_id = ${to.channelId}, topic = ${topic},
           last_moved_at = case when ${isMove}::boolean then to_timestamp(${at}) else m.last_moved_at end,
           edit_history = case when m.id = ${editedId ?? null}::int8
             then jsonb_set(m.edit_history, '{0}', m.edit_history -> 0 || jsonb_strip_nulls(${changes}))
             else ${historyWith(changes)} end
     where m.id = any(${messageIds}::int8[]) and (m.channel_id <> ${to.channelId} or m.topic <> ${topic})`);
}
