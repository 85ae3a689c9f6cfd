import { and, type Query, type Queryable, sql } from '@parley/db';
import type { ChannelId, MessageId, UserId } from '@parley/rules';

export type FoundText = { id: number; topic: string; renderedContent: string };

/** Returns the topic and HTML of messages, in ascending order of ID. The caller marks the hits of a search in them. */
export function textsOf(db: Queryable, messageIds: readonly MessageId[]): Promise<FoundText[]> {
  return db.many<FoundText>(sql`
    select id, topic, rendered_content as "renderedContent" from messages where id = any(${messageIds}::int8[])
     order by id`);
}

/** A message with its texts, and where it is. */
export type LinkingMessage = {
  id: number;
  senderId: UserId;
  channelId: ChannelId | null;
  topic: string;
  renderedContent: string;
  /** Seconds since the Unix epoch. */
  sentAt: number;
};

/** Returns those of the messages that meet conditions on the row `m`, the newest first. */
export const messagesWithTexts = (
  db: Queryable,
  messageIds: readonly MessageId[],
  conditions: readonly Query[],
): Promise<LinkingMessage[]> =>
  db.many<LinkingMessage>(sql`
    select m.id, m.sender_id as "senderId", m.channel_id as "channelId", m.topic,
           m.rendered_content as "renderedContent", extract(epoch from m.sent_at)::int8 as "sentAt"
      from messages m where m.id = any(${messageIds}::int8[]) and ${and(conditions)} order by m.id desc`);
