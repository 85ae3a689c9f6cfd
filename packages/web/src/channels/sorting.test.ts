import type { Channel } from '@parley/client';
import { expect, it } from 'vitest';
import { compareChannels, isInList, isOfKind, listOfAddress } from './sorting.ts';

const channel = (fields: Partial<Channel>) =>
  ({
    name: '',
    is_archived: false,
    invite_only: false,
    is_web_public: false,
    subscriber_count: 0,
    stream_weekly_traffic: null,
    date_created: 0,
    ...fields,
  }) as Channel;

const compare = (one: string, other: string) => one.localeCompare(other);

it('shows archived channels in their own list only', () => {
  const archived = channel({ is_archived: true });
  expect(isInList(archived, 'archived', true)).toBe(true);
  for (const list of ['all', 'subscribed', 'available'] as const) {
    expect(isInList(archived, list, true)).toBe(false);
  }
});

it('distinguishes subscribed channels from the others', () => {
  expect(isInList(channel({}), 'subscribed', true)).toBe(true);
  expect(isInList(channel({}), 'subscribed', false)).toBe(false);
  expect(isInList(channel({}), 'available', false)).toBe(true);
  expect(isInList(channel({}), 'available', true)).toBe(false);
});

it('treats web-public channels as a separate kind', () => {
  const web = channel({ is_web_public: true });
  expect([isOfKind(web, 'web'), isOfKind(web, 'public'), isOfKind(web, 'any')]).toEqual([true, false, true]);
});

it.each([
  ['name', ['a', 'b', 'c']],
  ['subscribers', ['b', 'a', 'c']],
  ['traffic', ['c', 'a', 'b']],
  ['age', ['a', 'c', 'b']],
] as const)('sorts by %s, and equal channels by name', (order, names) => {
  const all = [
    channel({ name: 'c', stream_weekly_traffic: 9, date_created: 2 }),
    channel({ name: 'b', subscriber_count: 9 }),
    channel({ name: 'a', date_created: 3 }),
  ];
  expect(all.sort(compareChannels(order, compare)).map(({ name }) => name)).toEqual(names);
});

it('understands the links of other clients to lists of channels', () => {
  expect(['all', 'notsubscribed', 'subscribed', undefined, 'x'].map(listOfAddress)).toEqual([
    'all',
    'available',
    'subscribed',
    'all',
    'all',
  ]);
});
