import { SubscriptionsAdded } from '@parley/proto/events/v1/facts';
import type { MessageId } from '@parley/rules';
import { describe, expect, it } from 'vitest';
import { historiesOf, joined, left } from './subscriptions.ts';

describe('histories of subscriptions', () => {
  it('open a period at a boundary, close it at a boundary, and open another one', () => {
    const fact = (boundaryMessageId: MessageId) =>
      SubscriptionsAdded.fromPartial({ userIds: [1], channelIds: [5], boundaryMessageId });
    const histories = historiesOf([]);
    for (const change of [joined(fact(10), 1), left(fact(20), 2), joined(fact(30), 3)])
      change.next(histories, 1);
    expect(histories.get(5)).toEqual({
      channelId: 5,
      isSubscribed: true,
      isMuted: false,
      periods: [
        { afterMessageId: 10, untilMessageId: 20 },
        { afterMessageId: 30, untilMessageId: 0 },
      ],
    });
  });

  it('are not changed by joining twice or leaving without having joined', () => {
    const fact = SubscriptionsAdded.fromPartial({ userIds: [1], channelIds: [5, 6], boundaryMessageId: 10 });
    const histories = historiesOf([
      {
        channelId: 5,
        isSubscribed: true,
        isMuted: true,
        periods: [{ afterMessageId: 0, untilMessageId: 0 }],
      },
    ]);
    left({ ...fact, channelIds: [6] }, 1).next(histories, 1);
    joined({ ...fact, channelIds: [5] }, 2).next(histories, 1);
    expect([...histories.values()]).toEqual([
      {
        channelId: 5,
        isSubscribed: true,
        isMuted: true,
        periods: [{ afterMessageId: 0, untilMessageId: 0 }],
      },
    ]);
  });

  it('omit a period without messages, also one that ends before the first message of the server', () => {
    const fact = (boundaryMessageId: MessageId) =>
      SubscriptionsAdded.fromPartial({ userIds: [1], channelIds: [5], boundaryMessageId });
    const histories = historiesOf([]);
    for (const change of [joined(fact(0), 1), left(fact(0), 2)]) change.next(histories, 1);
    expect(histories.get(5)).toMatchObject({ isSubscribed: false, periods: [] });
    joined(fact(2), 3).next(histories, 1);
    expect(histories.get(5)?.periods).toEqual([{ afterMessageId: 2, untilMessageId: 0 }]);
  });

  it('are not created for unknown people', () => {
    const fact = SubscriptionsAdded.fromPartial({ userIds: [1], channelIds: [5], boundaryMessageId: 1 });
    expect(joined(fact, 1).next(undefined, 1)).toBeUndefined();
  });
});
