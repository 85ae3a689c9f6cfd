import { type ClientEvent, clientEvent } from '@parley/event-log';
import type { Audience, Event } from '@parley/proto/events/v1/event';
import type { MessageId, UserId } from '@parley/rules';

/** A stored submessage. */
export type Submessage = {
  id: number;
  messageId: MessageId;
  senderId: UserId;
  msgType: string;
  content: string;
};

export function submessageAdded(
  { id, messageId, senderId, msgType, content }: Submessage,
  audience: Audience,
  traceparent: string | undefined,
): Event {
  const json: ClientEvent<'submessage'> = {
    type: 'submessage',
    msg_type: msgType,
    message_id: messageId,
    submessage_id: id,
    sender_id: senderId,
    content,
  };
  return clientEvent('messaging.submessage.added', audience, json, { traceparent });
}
