import { delivery, type FactValue, newEvent } from '@parley/event-log';
import { Audience, type Delivery, type Event } from '@parley/proto/events/v1/event';
import type { TopicMoved } from '@parley/proto/events/v1/facts';

/** `update_message` without flags, which differ from person to person (contract). */
export type UpdateJson = {
  user_id: number;
  edit_timestamp: number;
  message_id: number;
  message_ids: readonly number[];
  rendering_only: false;
  stream_id?: number;
  stream_name?: string;
  new_stream_id?: number;
  propagate_mode?: string;
  orig_subject?: string;
  subject?: string;
  topic_links?: readonly { text: string; url: string }[];
  orig_content?: string;
  orig_rendered_content?: string;
  content?: string;
  rendered_content?: string;
  is_me_message?: boolean;
};

/** The event for an audience, with the flags that its people have on the message. */
export const updateFor = (audience: Audience, update: UpdateJson, flags: readonly string[]): Delivery =>
  delivery(audience, { type: 'update_message', ...update, flags });

/** People with equal flags together, one delivery each. */
export function updatesByFlags(
  people: readonly { userId: number; flags: readonly string[] }[],
  update: UpdateJson,
): Delivery[] {
  const groups = new Map<string, { flags: readonly string[]; userIds: number[] }>();
  for (const { userId, flags } of people) {
    const key = flags.join(',');
    const group = groups.get(key);
    if (group) group.userIds.push(userId);
    else groups.set(key, { flags, userIds: [userId] });
  }
  return Array.from(groups.values(), ({ flags, userIds }) =>
    updateFor(Audience.create({ userIds }), update, flags),
  );
}

/** Event kind `messaging.message.updated`. */
export const messageUpdated = (
  deliveries: Delivery[],
  fact: FactValue | undefined,
  traceparent: string | undefined,
): Event => newEvent('messaging.message.updated', { deliveries, fact, traceparent });

/** Event kind `messaging.topic.moved`, for other services only: a whole topic is elsewhere. */
export const topicMoved = (move: TopicMoved): Event =>
  newEvent('messaging.topic.moved', { fact: { $case: 'topicMoved', topicMoved: move } });

/** Event kind `messaging.channel.start_changed`, for other services only: the channel's first message is another. */
export const channelStartChanged = (channelId: number, firstMessageId: number | undefined): Event =>
  newEvent('messaging.channel.start_changed', {
    fact: { $case: 'channelStartChanged', channelStartChanged: { channelId, firstMessageId } },
  });
