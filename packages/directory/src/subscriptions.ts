import type { SubscriptionHistory } from '@parley/proto/common/v1/subscription';
import type {
  SubscriptionMuted,
  SubscriptionsAdded,
  SubscriptionsRemoved,
} from '@parley/proto/events/v1/facts';
import type { Change } from './owned-cache.ts';

/** A user's subscriptions by channel. */
export type Histories = Map<number, SubscriptionHistory>;

/** Indexes histories by channel. */
export const historiesOf = (list: readonly SubscriptionHistory[]): Histories =>
  new Map(list.map((history) => [history.channelId, history]));

/** Returns the effect of new subscriptions on histories: a period of each channel starts after the boundary. */
export function joined(fact: SubscriptionsAdded, transactionId: number): Change<Histories> {
  return {
    keys: fact.userIds,
    transactionId,
    next: (histories) => {
      for (const channelId of histories ? fact.channelIds : []) {
        const before = histories!.get(channelId);
        if (before?.isSubscribed) continue;
        const period = { afterMessageId: fact.boundaryMessageId, untilMessageId: 0 };
        histories!.set(channelId, {
          channelId,
          periods: [...(before?.periods ?? []), period],
          isSubscribed: true,
          isMuted: before?.isMuted ?? false,
        });
      }
      return histories;
    },
  };
}

/** Returns the effect of ended subscriptions on histories: the open period of each channel ends at the boundary. */
export function left(fact: SubscriptionsRemoved, transactionId: number): Change<Histories> {
  return {
    keys: fact.userIds,
    transactionId,
    next: (histories) => {
      for (const channelId of histories ? fact.channelIds : []) {
        const before = histories!.get(channelId);
        if (!before?.isSubscribed) continue;
        const periods = before.periods
          .map((period) =>
            period.untilMessageId === 0
              ? { afterMessageId: period.afterMessageId, untilMessageId: fact.boundaryMessageId }
              : period,
          )
          // Empty periods are removed, as the owner does. A period that ends at 0, before any message, would look open.
          .filter(({ afterMessageId, untilMessageId }) => untilMessageId > afterMessageId);
        histories!.set(channelId, { ...before, periods, isSubscribed: false });
      }
      return histories;
    },
  };
}

/** Returns the effect on histories when a user mutes or unmutes a channel. */
export function muted(fact: SubscriptionMuted, transactionId: number): Change<Histories> {
  return {
    keys: [fact.userId],
    transactionId,
    next: (histories) => {
      const before = histories?.get(fact.channelId);
      if (before) histories!.set(fact.channelId, { ...before, isMuted: fact.isMuted });
      return histories;
    },
  };
}
