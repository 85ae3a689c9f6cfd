import type { Audience } from '@parley/proto/events/v1/event';
import { type Delivery, Event, Origin } from '@parley/proto/events/v1/event';

export type DeletedPlace = { channelId: number; topic: string } | undefined;

/** What a person hears of messages that are no more, for them at least. Undefined place: direct messages. */
export function deletion(messageIds: readonly number[], place: DeletedPlace, audience: Audience): Delivery {
  const json = {
    type: 'delete_message',
    message_ids: messageIds,
    ...(place
      ? { message_type: 'stream', stream_id: place.channelId, topic: place.topic }
      : { message_type: 'private' }),
  };
  return {
    audience,
    type: 'delete_message',
    json: Buffer.from(JSON.stringify(json)),
    onlyQueueId: '',
    exceptQueueId: '',
  };
}

/** Event kind `messaging.message.deleted`, all from one topic or conversation. */
export function messagesDeleted(
  messageIds: readonly number[],
  place: DeletedPlace,
  deliveries: readonly Delivery[],
  hadAttachments: boolean,
  traceparent: string | undefined,
): Event {
  return Event.fromPartial({
    kind: 'messaging.message.deleted',
    origin: Origin.MESSAGING,
    deliveries: [...deliveries],
    fact: {
      value: {
        $case: 'messagesDeleted',
        messagesDeleted: { messageIds: [...messageIds], channelId: place?.channelId ?? 0, hadAttachments },
      },
    },
    traceparent: traceparent ?? '',
  });
}
