import { type Queryable, sql, type Tx } from '@parley/db';
import type { ChannelId, MessageId, UserId } from '@parley/rules';

/** A message with the properties that edits, moves and deletions need. */
export type StoredMessage = {
  id: number;
  senderId: UserId;
  /** Whether the message was read by its sender from the start. A message that a script sent usually was not. */
  readBySender: boolean;
  channelId: ChannelId | null;
  conversationId: number | null;
  /** All members of the direct conversation, in ascending order. */
  memberIds: UserId[] | null;
  originId: number;
  topic: string;
  content: string;
  renderedContent: string;
  /** Seconds since the Unix epoch. */
  sentAt: number;
  isMe: boolean;
  mentionsChannel: boolean;
  mentionsTopic: boolean;
  topicParticipantIds: UserId[] | null;
  hasAttachment: boolean;
};

const columns = sql`
  m.id, m.sender_id as "senderId", m.read_by_sender as "readBySender", m.channel_id as "channelId", m.conversation_id as "conversationId",
  (select c.member_ids from direct_conversations c where c.conversation_id = m.conversation_id) as "memberIds",
  m.origin_id as "originId", m.topic, m.content, m.rendered_content as "renderedContent",
  extract(epoch from m.sent_at)::int8 as "sentAt", m.is_me as "isMe", m.mentions_channel as "mentionsChannel",
  m.mentions_topic as "mentionsTopic", m.topic_participant_ids as "topicParticipantIds",
  m.has_attachment as "hasAttachment"`;

export function findMessage(db: Queryable, messageId: MessageId): Promise<StoredMessage | undefined> {
  return db.maybeOne<StoredMessage>(sql`select ${columns} from messages m where m.id = ${messageId}`);
}

/** Returns a message and locks it exclusively until the transaction ends; undefined when it does not exist. */
export function lockMessage(tx: Tx, messageId: MessageId): Promise<StoredMessage | undefined> {
  return tx.maybeOne<StoredMessage>(
    sql`select ${columns} from messages m where m.id = ${messageId} for update of m`,
  );
}

/** Against edits, moves and deletions. Several transactions may hold the lock at once. */
export function lockMessageShared(tx: Tx, messageId: MessageId): Promise<StoredMessage | undefined> {
  return tx.maybeOne<StoredMessage>(
    sql`select ${columns} from messages m where m.id = ${messageId} for share of m`,
  );
}
