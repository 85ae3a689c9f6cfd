import { firstItem } from '@parley/core';
import { emitAll, type Tx } from '@parley/db';
import type { Channel } from '@parley/facts';
import { Audience, type Event } from '@parley/proto/events/v1/event';
import type { MessageId } from '@parley/rules';
import type { ChannelReader } from '../audience/channel-audience.ts';
import { deleteMessages } from '../db/changing/deletions.ts';
import { groupByPlace, type MessagesOfPlace } from '../db/changing/retention.ts';
import { deletionDelivery, messagesDeleted } from '../events/messages-deleted.ts';
import { announceStart } from './announce-start.ts';
import { deletionDeliveries } from './deletion-deliveries.ts';

/** @param readers the readers of a channel with protected history */
export async function deleteLocked(
  tx: Tx,
  channel: Channel | undefined,
  readers: readonly ChannelReader[] | undefined,
  ids: readonly MessageId[],
): Promise<void> {
  const places = await groupByPlace(tx, ids);
  const linked = await deleteMessages(tx, ids);
  await emitAll(
    tx,
    places.map((place) => eventOf(place, channel, readers, linked)),
  );
  if (channel) await announceStart(tx, channel.channelId, firstItem(ids));
}

function eventOf(
  { topic, memberIds, ids }: MessagesOfPlace,
  channel: Channel | undefined,
  readers: readonly ChannelReader[] | undefined,
  linked: boolean,
): Event {
  if (!channel) {
    const deliveries = [deletionDelivery(ids, undefined, Audience.create({ userIds: memberIds ?? [] }))];
    return messagesDeleted(ids, undefined, deliveries, linked, undefined);
  }
  const deliveries = deletionDeliveries(channel, topic, readers, ids);
  const place = { channelId: channel.channelId, topic };
  return messagesDeleted(ids, place, deliveries, linked, undefined);
}
