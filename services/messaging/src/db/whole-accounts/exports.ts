import { and, or, type Query, type Queryable, sql } from '@parley/db';
import type { ChannelId, MessageId, UserId } from '@parley/rules';
import type { EditEntry } from '../../domain/changing/history.ts';
import type { UnreadScope } from '../../domain/reading/unread-scope.ts';
import type { Period } from '../../domain/reading/visibility.ts';
import { gapCtes, unreadQuery } from '../read-state/unread.ts';

/** In a page of an export, and of the bytes of their JSON. A longer message is a page of its own. */
const maxMessages = 500;
const maxBytes = 4 * 1024 * 1024;
const maxConversations = 500;

export type ExportedMessage = {
  messageId: MessageId;
  /** JSON object of the message without its edit history. */
  messageJson: string;
  /** Null for a message that was never changed, and when histories are not exported. */
  editHistory: EditEntry[] | null;
  hasAttachment: boolean;
  /** 0 for a direct message. */
  channelId: ChannelId;
  sendKey: string;
  /** IDs of the people who have starred it. */
  starredBy: number[];
  pin: { userId: UserId; pinnedAtMs: number } | null;
};

/** Of a channel (`periods` undefined: all), of direct conversations, or of a sender. */
export type ExportedPlace =
  | { channelId: ChannelId; periods: readonly Period[] | undefined }
  | { conversationIds: readonly number[] }
  | { senderId: UserId };

function isAt(place: ExportedPlace): Query {
  if ('senderId' in place) return sql`m.sender_id = ${place.senderId}`;
  if ('conversationIds' in place) return sql`m.conversation_id = any(${place.conversationIds}::int8[])`;
  const isInChannel = sql`m.channel_id = ${place.channelId}`;
  if (!place.periods) return isInChannel;
  const isInPeriod = place.periods.map(
    ({ after, until }) => sql`(m.id > ${after} and (${until}::int8 = 0 or m.id <= ${until}))`,
  );
  return and([isInChannel, isInPeriod.length > 0 ? or(isInPeriod) : sql`false`]);
}

/** Condition: `m` was sent at a time or later, in seconds since the Unix epoch; 0 for all messages. */
const isSince = (since: number): Query =>
  since === 0 ? sql`true` : sql`m.sent_at >= to_timestamp(${since}::int8)`;

export function exportedMessages(
  db: Queryable,
  place: ExportedPlace,
  {
    afterMessageId,
    withEditHistory,
    since,
  }: { afterMessageId: MessageId; withEditHistory: boolean; since: number },
): Promise<ExportedMessage[]> {
  return db.many<ExportedMessage>(sql`
    with page as (
      select m.id, m.has_attachment, coalesce(m.channel_id, 0) as channel_id, m.send_key,
        array(select f.user_id from personal_flags f
               where f.message_id = m.id and f.flags & 1 <> 0 order by f.user_id) as starred_by,
        (select json_build_object('userId', coalesce(p.user_id, 0),
                  'pinnedAtMs', floor(extract(epoch from p.pinned_at) * 1000)::int8)
           from pinned_messages p where p.message_id = m.id) as pin,
        case when ${withEditHistory} then m.edit_history end as edit_history, json_build_object(
          'id', m.id,
          'sender_id', m.sender_id,
          'type', case when m.channel_id is null then 'private' else 'stream' end,
          'stream_id', m.channel_id,
          'recipient_ids', (select c.member_ids from direct_conversations c
                             where c.conversation_id = m.conversation_id),
          'subject', m.topic,
          'content', m.content,
          'rendered_content', m.rendered_content,
          'timestamp', extract(epoch from m.sent_at)::int8,
          'client', m.client,
          'is_me_message', m.is_me,
          'last_edit_timestamp', floor(extract(epoch from m.last_edited_at))::int8,
          'last_moved_timestamp', floor(extract(epoch from m.last_moved_at))::int8,
          'reactions', coalesce((
            select json_agg(json_build_object('user_id', r.user_id, 'emoji_name', r.emoji_name,
                     'emoji_code', r.emoji_code, 'reaction_type', r.reaction_type,
                     'time', floor(extract(epoch from r.reacted_at) * 1000)::int8) 
                     order by floor(extract(epoch from r.reacted_at) * 1000), r.user_id, r.emoji_name)
              from reactions r where r.message_id = m.id), '[]'),
          'submessages', coalesce((
            select json_agg(json_build_object('id', s.submessage_id, 'sender_id', s.sender_id,
                     'msg_type', s.msg_type, 'content', s.content) order by s.submessage_id)
              from submessages s where s.message_id = m.id), '[]'))::text as json
        from messages m
       where ${isAt(place)} and m.id > ${afterMessageId} and ${isSince(since)}
       order by m.id limit ${maxMessages}),
    measured as (
      select *, sum(octet_length(json) + coalesce(octet_length(edit_history::text), 0)) over (order by id) as bytes, row_number() over (order by id) as place
        from page)
    select id as "messageId", json as "messageJson", edit_history as "editHistory",
           has_attachment as "hasAttachment", channel_id as "channelId", send_key as "sendKey", starred_by as "starredBy", pin
      from measured where bytes <= ${maxBytes} or place = 1 order by id`);
}

/** IDs above `afterConversationId`, ascending. Without `memberId`, of all people. */
export function exportedConversations(
  db: Queryable,
  { afterConversationId, memberId }: { afterConversationId: number; memberId: UserId | undefined },
): Promise<{ conversationId: number; memberIds: UserId[] }[]> {
  const source =
    memberId === undefined
      ? sql`direct_conversations c where true`
      : sql`direct_members d join direct_conversations c using (conversation_id) where d.user_id = ${memberId}`;
  return db.many(sql`
    select conversation_id as "conversationId", c.member_ids as "memberIds" from ${source}
       and conversation_id > ${afterConversationId} order by conversation_id limit ${maxConversations}`);
}

const maxUnread = 10_000;

/** Returns a page of a person's unread messages with IDs above `afterMessageId`, in ascending order. */
export function exportedUnread(
  db: Queryable,
  userId: UserId,
  scope: UnreadScope,
  {
    afterMessageId,
    since,
    excludedSenderIds,
  }: { afterMessageId: MessageId; since: number; excludedSenderIds: readonly UserId[] },
): Promise<{ messageId: MessageId; sendKey: string }[]> {
  const where = sql`m.id > ${afterMessageId}`;
  return db.many(sql`
    with ${gapCtes(userId, scope)},
    unread as (${unreadQuery(userId, scope, sql`m.id`, { direct: true, where })})
    select m.id as "messageId", m.send_key as "sendKey"
      from (select distinct id from unread) u join messages m using (id)
     where ${isSince(since)} and not m.sender_id = any(${excludedSenderIds}::int8[])
     order by m.id limit ${maxUnread}`);
}

export async function sendKeysOf(
  db: Queryable,
  messageIds: readonly MessageId[],
): Promise<Map<number, string>> {
  const rows = await db.many<{ id: number; key: string }>(sql`
    select id, send_key as key from messages where id = any(${messageIds}::int8[])`);
  return new Map(rows.map(({ id, key }) => [id, key]));
}
