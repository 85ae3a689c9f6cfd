import { Channel } from '@parley/proto/events/v1/facts';
import { describe, expect, it } from 'vitest';
import { formerChannelIds, isWholeHistory, ownPeriods, type Reader, readablePeriods } from './visibility.ts';

const reader = (role: number, isSubscribed: boolean, periods: [number, number][]): Reader => ({
  user: { userId: 1, role },
  histories: new Map([
    [
      5,
      {
        channelId: 5,
        isSubscribed,
        isMuted: false,
        periods: periods.map(([afterMessageId, untilMessageId]) => ({ afterMessageId, untilMessageId })),
      },
    ],
  ]),
});
const open = Channel.create({ channelId: 5, historyPublicToSubscribers: true });
const closed = Channel.create({ channelId: 5, inviteOnly: true, historyPublicToSubscribers: true });

describe('visibility', () => {
  it('gives people who unsubscribed only periods with an end', () => {
    const former = reader(400, false, [
      [1, 4],
      [6, 0],
    ]);
    expect(ownPeriods(former, 5, open)).toEqual([{ after: 1, until: 4 }]);
    expect(ownPeriods(former, 5, closed)).toEqual([]);
    expect(ownPeriods(former, 5, undefined)).toEqual([]);
  });

  it('returns the channels that the reader unsubscribed from, except for guests', () => {
    expect(formerChannelIds(reader(400, false, []))).toEqual([5]);
    expect(formerChannelIds(reader(400, true, []))).toEqual([]);
    expect(formerChannelIds(reader(600, false, []))).toEqual([]);
  });

  it('opens a private channel with shared history to people who may subscribe themselves, but not to guests', () => {
    const outside: Reader = { ...reader(400, false, []), histories: new Map() };
    expect(readablePeriods(outside, closed)).toEqual([]);
    expect(isWholeHistory(readablePeriods(outside, closed, true))).toBe(true);
    const guest: Reader = { ...outside, user: { userId: 1, role: 600 } };
    expect(readablePeriods(guest, closed, true)).toEqual([]);
  });
});
