import { maxIdsPerEvent, partsOf } from '@parley/core';
import { delivery, newEvent } from '@parley/event-log';
import type { Delivery, Event } from '@parley/proto/events/v1/event';
import type { LeftRow } from '../db/subscriptions.ts';
import { type AudienceFacts, type Holders, whoMayKnow } from '../domain/audience.ts';

export type Removed = {
  channel: AudienceFacts & { name: string };
  /** Who left. Deactivated people are not listed as subscribers: nobody hears of them for a second time. */
  left: readonly LeftRow[];
  /** Those of them who may not know of the channel any more. */
  unaware: ReadonlySet<number>;
  holders: Holders;
  boundary: number;
};

/** People left one channel: `remove` to themselves, `peer_remove` to everyone else who may know. */
export const subscriptionsRemoved = (
  { channel, left, unaware, holders, boundary }: Removed,
  traceparent: string | undefined,
): Event[] =>
  partsOf(left, maxIdsPerEvent).flatMap((part) => {
    const userIds = part.map((row) => row.userId);
    const listed = part.filter((row) => row.isUserActive).map((row) => row.userId);
    const toThemselves = delivery(
      { userIds },
      {
        type: 'subscription',
        op: 'remove',
        subscriptions: [{ stream_id: channel.channelId, name: channel.name }],
      },
    );
    const toOthers =
      listed.length > 0 ? [delivery(whoMayKnow(channel, holders), peersLeft(channel, listed))] : [];
    return [
      newEvent('channel.subscription.removed', {
        deliveries: [toThemselves, ...toOthers],
        fact: {
          $case: 'subscriptionsRemoved',
          subscriptionsRemoved: {
            userIds,
            channelIds: [channel.channelId],
            boundaryMessageId: boundary,
          },
        },
        traceparent,
      }),
      ...eachOther(channel, listed, unaware, traceparent),
    ];
  });

const peersLeft = ({ channelId }: AudienceFacts, userIds: readonly number[]) => ({
  type: 'subscription',
  op: 'peer_remove',
  stream_ids: [channelId],
  user_ids: userIds,
});

/** Deliveries of one event: some hundred bytes each. */
const maxDeliveries = 1_000;

/**
 * Those who left together and still know of the channel: each hears of all the others, once. Halves hear of each
 * other, then the halves of these, so that for thousands of people it takes a few dozen events.
 */
function eachOther(
  channel: AudienceFacts,
  userIds: readonly number[],
  unaware: ReadonlySet<number>,
  traceparent: string | undefined,
): Event[] {
  const tell = (hearing: readonly number[], gone: readonly number[]): Delivery[] => {
    const aware = hearing.filter((id) => !unaware.has(id));
    return aware.length > 0 ? [delivery({ userIds: aware }, peersLeft(channel, gone))] : [];
  };
  const deliveries: Delivery[][] = [];
  let pairs = [halves(userIds)].filter(isPair);
  while (pairs.length > 0) {
    deliveries.push(pairs.flatMap(([one, other]) => [...tell(one, other), ...tell(other, one)]));
    pairs = pairs.flat().map(halves).filter(isPair);
  }
  return deliveries
    .flatMap((level) => partsOf(level, maxDeliveries))
    .map((part) => newEvent('channel.subscribers.left', { deliveries: part, traceparent }));
}

type Halves = readonly [readonly number[], readonly number[]];

const halves = (ids: readonly number[]): Halves => {
  const middle = Math.ceil(ids.length / 2);
  return [ids.slice(0, middle), ids.slice(middle)];
};

const isPair = ([, other]: Halves): boolean => other.length > 0;
