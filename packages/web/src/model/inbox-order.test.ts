import type { Channel } from '@parley/client';
import { expect, it } from 'vitest';
import { inboxOrder } from './inbox-order.ts';

const folder = (key: string, name: string, ...ids: number[]) => ({
  key,
  name,
  channels: ids.map((stream_id) => ({ stream_id }) as Channel),
});
const pinned = folder('pinned', 'Pinned', 1);
const others = folder('others', 'Channels', 4, 5);

it('sorts the channels of the inbox by folders, and names each folder once', () => {
  const folders = [pinned, folder('9', 'first', 3), folder('8', 'later', 2), others];
  const { channelIds, titles } = inboxOrder(folders, [5, 4, 2, 3, 1]);
  expect(channelIds).toEqual([1, 3, 2, 5, 4]);
  expect([...titles]).toEqual([
    [1, 'Pinned'],
    [3, 'first'],
    [2, 'later'],
    [5, 'Channels'],
  ]);
});

it('keeps the order where no channel is in a folder, and puts unknown channels last', () => {
  expect(inboxOrder([pinned, others], [4, 1])).toEqual({ channelIds: [4, 1], titles: new Map() });
  expect(inboxOrder([folder('8', 'later', 2)], [7, 2]).channelIds).toEqual([2, 7]);
});
