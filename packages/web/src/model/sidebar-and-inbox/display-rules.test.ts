import { expect, it } from 'vitest';
import { demotesInactive, shownUnread } from './display-rules.ts';

it.each([
  ['all channels', 1, [4, 4, 4]],
  ['channels that are not muted', 2, [4, 0, 4]],
  ['no channel', 3, [0, 0, 4]],
  ['channels that are not muted, before the settings are known', undefined, [4, 0, 4]],
] as const)('unread messages are counted in %s, and mentions everywhere', (_case, policy, expected) => {
  const channels = [
    { count: 4, mentions: 0, isMuted: false },
    { count: 4, mentions: 0, isMuted: true },
    { count: 4, mentions: 1, isMuted: true },
  ];
  expect(channels.map((channel) => shownUnread(policy, channel))).toEqual(expected);
});

it('inactive channels are listed last always, never, or only when there are many channels', () => {
  expect([1, 2, 3].map((policy) => demotesInactive(policy, 5))).toEqual([false, true, false]);
  expect([1, 2, 3].map((policy) => demotesInactive(policy, 100))).toEqual([true, true, false]);
});
