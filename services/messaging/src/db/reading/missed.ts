import { type Db, sql } from '@parley/db';
import type { ChannelId, MessageId, UserId } from '@parley/rules';
import type { ReadFacts } from '../../domain/reading/unread-scope.ts';
import { markedUnreadAt, readStateOf, wasRead } from '../read-state/read-state.ts';

export type ReaderPair = { userId: UserId; messageId: MessageId };

/** `isUnreadMessage` decides with it, and the caller checks whether the reader may see the message. */
export type PairState = ReadFacts & {
  userId: UserId;
  isMember: boolean;
};

/** Ordered by user ID and message ID, without messages that do not exist. Checks no permission. */
export const readStates = (db: Db, pairs: readonly ReaderPair[]): Promise<PairState[]> =>
  db.many<PairState>(sql`
    select p.user_id as "userId", m.id, m.channel_id as "channelId",
           exists (select from direct_members d
             where d.user_id = p.user_id and d.conversation_id = m.conversation_id) as "isMember",
           ${wasRead(sql`p.user_id`)} as "isBaseRead", ${markedUnreadAt} as "markedUnreadAt"
      from unnest(${pairs.map(({ userId }) => userId)}::int8[],
                  ${pairs.map(({ messageId }) => messageId)}::int8[]) as p (user_id, message_id)
      join messages m on m.id = p.message_id
      ${readStateOf(sql`p.user_id`)}
     order by 1, 2`);

/** A message with its content and without a person's read state. */
export type MissedRow = {
  id: number;
  senderId: UserId;
  channelId: ChannelId | null;
  /** IDs of all members of the direct conversation, in ascending order; null for a channel message. */
  memberIds: UserId[] | null;
  topic: string;
  content: string;
  renderedContent: string;
  /** Seconds since the Unix epoch. */
  sentAt: number;
};

/** Returns messages with their content. Checks no permission. */
export const readMissed = (db: Db, messageIds: readonly MessageId[]): Promise<MissedRow[]> =>
  db.many<MissedRow>(sql`
    select m.id, m.sender_id as "senderId", m.channel_id as "channelId", c.member_ids as "memberIds", m.topic,
           m.content, m.rendered_content as "renderedContent", extract(epoch from m.sent_at)::int8 as "sentAt"
      from messages m left join direct_conversations c on c.conversation_id = m.conversation_id
     where m.id = any(${messageIds}::int8[])
     order by m.id`);
