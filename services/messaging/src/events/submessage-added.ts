import { type Audience, Event, Origin } from '@parley/proto/events/v1/event';

/** A part of an interactive message, as it was stored. */
export type Submessage = {
  id: number;
  messageId: number;
  senderId: number;
  msgType: string;
  content: string;
};

/** Event kind `messaging.submessage.added`. */
export function submessageAdded(
  { id, messageId, senderId, msgType, content }: Submessage,
  audience: Audience,
  traceparent: string | undefined,
): Event {
  const json = {
    type: 'submessage',
    msg_type: msgType,
    message_id: messageId,
    submessage_id: id,
    sender_id: senderId,
    content,
  };
  return Event.fromPartial({
    kind: 'messaging.submessage.added',
    origin: Origin.MESSAGING,
    deliveries: [{ audience, type: json.type, json: Buffer.from(JSON.stringify(json)) }],
    traceparent: traceparent ?? '',
  });
}
