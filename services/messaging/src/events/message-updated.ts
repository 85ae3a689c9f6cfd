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

/** Of the texts that one event tells of, bytes; more is told in several events, or without what it was before. */
const maxEventBytes = 400_000;

/** The update without the former content where one event cannot hold both (contract: `orig_content` is optional). */
export function fitIntoEvent(update: UpdateJson): UpdateJson {
  const lengths = [
    update.orig_content,
    update.orig_rendered_content,
    update.content,
    update.rendered_content,
  ];
  // Mostly it is far too short to be worth a look at its bytes, of which a character has six at most.
  if (lengths.reduce((sum, text) => sum + (text?.length ?? 0), 0) * 6 < maxEventBytes) return update;
  if (Buffer.byteLength(JSON.stringify(update)) <= maxEventBytes) return update;
  const { orig_content: _content, orig_rendered_content: _rendered, ...rest } = update;
  return rest;
}

/**
 * Events of kind `messaging.message.updated`: one, but where it would be too large, people who hear a form of their own
 * hear it in an event of its own.
 */
export function messageUpdated(
  deliveries: readonly Delivery[],
  fact: FactValue | undefined,
  traceparent: string | undefined,
): Event[] {
  return splitDeliveries(deliveries).map((group, index) =>
    newEvent('messaging.message.updated', {
      deliveries: group,
      fact: index === 0 ? fact : undefined,
      traceparent,
    }),
  );
}

/** Deliveries that go together. Who has heard one in an event before does not hear another. */
function splitDeliveries(deliveries: readonly Delivery[]): Delivery[][] {
  const bytes = deliveries.reduce((sum, { json }) => sum + json.length, 0);
  if (bytes <= maxEventBytes) return [[...deliveries]];
  const others = deliveries.findIndex(({ audience }) => !audience || !isUserList(audience));
  const alone = others === -1 ? deliveries.length - 1 : others;
  const heard: number[] = [];
  const without = (delivery: Delivery): Delivery => {
    const audience = Audience.create({ ...delivery.audience });
    audience.exceptUserIds = [...audience.exceptUserIds, ...heard];
    return { ...delivery, audience };
  };
  const own = deliveries.slice(0, alone).map((delivery) => {
    const group = [without(delivery)];
    heard.push(...(delivery.audience?.userIds ?? []));
    return group;
  });
  return [...own, deliveries.slice(alone).map(without)];
}

/** Whether the audience is a list of people and nothing else. */
const isUserList = ({ channelId, maxRole, channelPublic, channelWebPublic }: Audience): boolean =>
  channelId === 0 && maxRole === 0 && !channelPublic && !channelWebPublic;

/** Event kind `messaging.topic.moved`, for other services only: a whole topic is elsewhere. */
export const topicMoved = (move: TopicMoved): Event =>
  newEvent('messaging.topic.moved', { fact: { $case: 'topicMoved', topicMoved: move } });

/** Event kind `messaging.channel.start_changed`, for other services only: the channel's first message is another. */
export const channelStartChanged = (channelId: number, firstMessageId: number | undefined): Event =>
  newEvent('messaging.channel.start_changed', {
    fact: { $case: 'channelStartChanged', channelStartChanged: { channelId, firstMessageId } },
  });
