import { delivery, newEvent } from '@parley/event-log';
import type { Audience, Delivery, Event } from '@parley/proto/events/v1/event';
import type { ChannelId, MessageId } from '@parley/rules';

export type DeletedPlace = { channelId: ChannelId; topic: string } | undefined;

/** Builds the delivery that tells recipients to remove messages. `place` is undefined for direct messages. */
export const deletionDelivery = (
  messageIds: readonly MessageId[],
  place: DeletedPlace,
  audience: Audience,
): Delivery =>
  delivery(audience, {
    type: 'delete_message',
    message_ids: messageIds,
    ...(place
      ? { message_type: 'stream', stream_id: place.channelId, topic: place.topic }
      : { message_type: 'private' }),
  });

export const messagesDeleted = (
  messageIds: readonly MessageId[],
  place: DeletedPlace,
  deliveries: Delivery[],
  hadAttachments: boolean,
  traceparent: string | undefined,
): Event =>
  newEvent('messaging.message.deleted', {
    deliveries,
    fact: {
      $case: 'messagesDeleted',
      messagesDeleted: { messageIds: [...messageIds], channelId: place?.channelId ?? 0, hadAttachments },
    },
    traceparent,
  });
