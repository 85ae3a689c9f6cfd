import { type ClientEvent, delivery, type FactValue, newEvent } from '@parley/event-log';
import { Audience, type Delivery, type Event } from '@parley/proto/events/v1/event';
import type { TopicMoved } from '@parley/proto/events/v1/facts';
import type { ChannelId, MessageId, UserId } from '@parley/rules';

export type UpdateJson = Omit<ClientEvent<'update_message'>, 'type' | 'flags'>;

export const updateFor = (audience: Audience, update: UpdateJson, flags: readonly string[]): Delivery =>
  delivery(audience, { type: 'update_message', ...update, flags });

export function updatesByFlags(
  people: readonly { userId: UserId; flags: readonly string[] }[],
  update: UpdateJson,
): Delivery[] {
  const groups = new Map<string, { flags: readonly string[]; userIds: UserId[] }>();
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

/** In bytes. A larger update is split into several events, or sent without the former content. */
const maxEventBytes = 400_000;

/** Removes the former content, which is optional for clients, when one event cannot hold both contents. */
export function fitIntoEvent(update: UpdateJson): UpdateJson {
  const lengths = [
    update.orig_content,
    update.orig_rendered_content,
    update.content,
    update.rendered_content,
  ];
  // A character takes at most six bytes in JSON. So most updates are known to fit without being encoded.
  if (lengths.reduce((sum, text) => sum + (text?.length ?? 0), 0) * 6 < maxEventBytes) return update;
  if (Buffer.byteLength(JSON.stringify(update)) <= maxEventBytes) return update;
  const { orig_content: _content, orig_rendered_content: _rendered, ...rest } = update;
  return rest;
}

/**
 * Builds the events `messaging.message.updated`. Usually there is one. When it would be too large, there is one event for each
 * group of recipients with the same flags. Only the first event has the fact for other services.
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

/** Splits deliveries into events that are small enough. People who receive an event are excluded from the later ones. */
function splitDeliveries(deliveries: readonly Delivery[]): Delivery[][] {
  const bytes = deliveries.reduce((sum, { json }) => sum + json.length, 0);
  if (bytes <= maxEventBytes) return [[...deliveries]];
  const others = deliveries.findIndex(({ audience }) => !audience || !isUserList(audience));
  const alone = others === -1 ? deliveries.length - 1 : others;
  const delivered: number[] = [];
  const without = (delivery: Delivery): Delivery => {
    const audience = Audience.create({ ...delivery.audience });
    audience.exceptUserIds = [...audience.exceptUserIds, ...delivered];
    return { ...delivery, audience };
  };
  const own = deliveries.slice(0, alone).map((delivery) => {
    const group = [without(delivery)];
    delivered.push(...(delivery.audience?.userIds ?? []));
    return group;
  });
  return [...own, deliveries.slice(alone).map(without)];
}

const isUserList = ({ channelId, maxRole, channelPublic }: Audience): boolean =>
  channelId === 0 && maxRole === 0 && !channelPublic;

/** Builds the event `messaging.topic.moved` for a topic that was moved completely. Only other services receive it. */
export const topicMoved = (move: TopicMoved): Event =>
  newEvent('messaging.topic.moved', { fact: { $case: 'topicMoved', topicMoved: move } });

/** Only other services receive it. */
export const messagesMoved = (messageIds: readonly MessageId[], toChannelId: ChannelId): Event =>
  newEvent('messaging.message.moved', {
    fact: { $case: 'messagesMoved', messagesMoved: { messageIds: [...messageIds], toChannelId } },
  });

/** Only other services receive it. */
export const channelStartChanged = (channelId: ChannelId, firstMessageId: MessageId | undefined): Event =>
  newEvent('messaging.channel.start_changed', {
    fact: { $case: 'channelStartChanged', channelStartChanged: { channelId, firstMessageId } },
  });
