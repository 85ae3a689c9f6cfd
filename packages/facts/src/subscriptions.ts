import type { SubscriptionHistory } from '@parley/proto/common/v1/subscription';
import type {
  SubscriptionMuted,
  SubscriptionsAdded,
  SubscriptionsRemoved,
} from '@parley/proto/events/v1/facts';
import type { ChannelId } from '@parley/rules';
import type { Change } from './owned-cache.ts';

export type Histories = Map<ChannelId, SubscriptionHistory>;

export const historiesOf = (list: readonly SubscriptionHistory[]): Histories =>
  new Map(list.map((history) => [history.channelId, history]));

/** In each channel, a period starts after the boundary (the highest message ID before the change). */
export function joined(fact: SubscriptionsAdded, transactionId: number): Change<Histories> {
  return {
    keys: fact.userIds,
    transactionId,
    next: (histories) => {
      if (!histories) return histories;
      for (const channelId of fact.channelIds) {
        const before = histories.get(channelId);
        if (before?.isSubscribed) continue;
        const period = { afterMessageId: fact.boundaryMessageId, untilMessageId: 0 };
        histories.set(channelId, {
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

/** In each channel, the period ends at the boundary (the highest message ID before the change). */
export function left(fact: SubscriptionsRemoved, transactionId: number): Change<Histories> {
  return {
    keys: fact.userIds,
    transactionId,
    next: (histories) => {
      if (!histories) return histories;
      for (const channelId of fact.channelIds) {
        const before = histories.get(channelId);
        if (!before?.isSubscribed) continue;
        const periods = before.periods
          .map((period) =>
            period.untilMessageId === 0
              ? { afterMessageId: period.afterMessageId, untilMessageId: fact.boundaryMessageId }
              : period,
          )
          // Periods without a message are removed, as in the service `channel`. An end of 0 would mean that there is no end.
          .filter(({ afterMessageId, untilMessageId }) => untilMessageId > afterMessageId);
        histories.set(channelId, { ...before, periods, isSubscribed: false });
      }
      return histories;
    },
  };
}

/** Returns how muting or unmuting a channel changes the cached subscriptions. */
export function muted(fact: SubscriptionMuted, transactionId: number): Change<Histories> {
  return {
    keys: [fact.userId],
    transactionId,
    next: (histories) => {
      const before = histories?.get(fact.channelId);
      if (before) histories?.set(fact.channelId, { ...before, isMuted: fact.isMuted });
      return histories;
    },
  };
}
