import { maxIdsPerEvent, partsOf } from '@parley/core';
import { type ClientEvent, delivery, newEvent } from '@parley/event-log';
import type { Delivery, Event } from '@parley/proto/events/v1/event';
import type { UserId } from '@parley/rules';
import type { LeftRow } from '../db/subscriptions.ts';
import { type AudienceFacts, type Holders, viewerAudience } from '../domain/audience.ts';

export type Removed = {
  channel: AudienceFacts & { name: string };
  /** Subscriptions that ended. `peer_remove` leaves out deactivated people, because they were not listed as subscribers. */
  left: readonly LeftRow[];
  /** IDs of people who can no longer see the channel because their subscription ended. */
  hiddenFrom: ReadonlySet<UserId>;
  holders: Holders;
  boundary: number;
};

/**
 * Builds the events of ended subscriptions, in parts of at most `maxIdsPerEvent` people. The people of a part receive `remove`.
 * Everyone else who may see the channel receives `peer_remove`, and so do people of other parts who still see the channel.
 * People of the same part are told about each other by events of their own, because a person receives at most one delivery of an
 * event.
 */
export const subscriptionsRemoved = (
  { channel, left, hiddenFrom, holders, boundary }: Removed,
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
      listed.length > 0 ? [delivery(viewerAudience(channel, holders), peersLeft(channel, listed))] : [];
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
      ...eachOther(channel, listed, hiddenFrom, traceparent),
    ];
  });

const peersLeft = (
  { channelId }: AudienceFacts,
  userIds: readonly UserId[],
): ClientEvent<'subscription/peer_remove'> => ({
  type: 'subscription',
  op: 'peer_remove',
  stream_ids: [channelId],
  user_ids: userIds,
});

/** Maximum number of deliveries in one event. A delivery takes a few hundred bytes. */
const maxDeliveries = 1_000;

/**
 * Builds the events that tell people who unsubscribed together about each other. Each person is told about every other person
 * once, if the person still sees the channel. The list is split in two halves: each half is told about the other, and then the
 * same happens within each half. So thousands of people need only a few dozen events.
 */
function eachOther(
  channel: AudienceFacts,
  userIds: readonly UserId[],
  hiddenFrom: ReadonlySet<UserId>,
  traceparent: string | undefined,
): Event[] {
  const notify = (recipients: readonly UserId[], left: readonly UserId[]): Delivery[] => {
    const viewers = recipients.filter((id) => !hiddenFrom.has(id));
    return viewers.length > 0 ? [delivery({ userIds: viewers }, peersLeft(channel, left))] : [];
  };
  const deliveries: Delivery[][] = [];
  let pairs = [halves(userIds)].filter(isPair);
  while (pairs.length > 0) {
    deliveries.push(pairs.flatMap(([one, other]) => [...notify(one, other), ...notify(other, one)]));
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
