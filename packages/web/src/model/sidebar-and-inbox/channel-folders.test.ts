import type { Store } from '@parley/client';
import { expect, it } from 'vitest';
import { channelFolders } from './channel-folders.ts';

const channel = (stream_id: number, name: string, folder_id: number | null = null) => ({
  stream_id,
  name,
  folder_id,
  is_archived: false,
  is_recently_active: true,
});
const channels = [channel(1, 'alerts', 7), channel(2, 'builds', 7), channel(3, 'cakes')];

const storeWith = (settings: Readonly<Record<string, unknown>>) =>
  ({
    channels: {
      channels: new Map(channels.map((each) => [each.stream_id, each])),
      subscriptions: new Map(channels.map((each) => [each.stream_id, { pin_to_top: each.stream_id === 2 }])),
      folders: new Map([[7, { id: 7, name: 'Machines', order: 0 }]]),
    },
    settings: new Map(Object.entries(settings)),
  }) as unknown as Store;

const places = ['web_left_sidebar_show_channel_folders', 'web_inbox_show_channel_folders'] as const;

it.each(places)('folders follow the setting of the place that shows them: %s', (place) => {
  const shown = (settings: Readonly<Record<string, unknown>>) =>
    channelFolders(storeWith(settings), place).map(({ key, channels: its }) => [
      key,
      ...its.map(({ name }) => name),
    ]);
  const [other = place] = places.filter((each) => each !== place);
  const inFolders = [
    ['pinned', 'builds'],
    ['7', 'alerts'],
    ['others', 'cakes'],
  ];
  expect(shown({})).toEqual(inFolders);
  expect(shown({ [place]: true, [other]: false })).toEqual(inFolders);
  expect(shown({ [place]: false, [other]: true })).toEqual([
    ['pinned', 'builds'],
    ['others', 'alerts', 'cakes'],
  ]);
});
