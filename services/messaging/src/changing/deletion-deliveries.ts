import type { Channel } from '@parley/facts';
import { Audience, type Delivery } from '@parley/proto/events/v1/event';
import type { MessageId } from '@parley/rules';
import { type ChannelReader, channelAudience } from '../audience/channel-audience.ts';
import { deletionDelivery } from '../events/messages-deleted.ts';
import { groupByVisibility } from './move-readers.ts';

/** @param readers of a channel with protected history, each of whom is told only about messages that they may read */
export function deletionDeliveries(
  channel: Channel,
  topic: string,
  readers: readonly ChannelReader[] | undefined,
  messageIds: readonly MessageId[],
): Delivery[] {
  const place = { channelId: channel.channelId, topic };
  if (!readers) return [deletionDelivery(messageIds, place, channelAudience(channel))];
  return groupByVisibility(readers, messageIds).map(({ userIds, ids }) =>
    deletionDelivery(ids, place, Audience.create({ userIds })),
  );
}
