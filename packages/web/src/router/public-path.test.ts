import { parseNarrowFragment } from '@parley/client';
import { expect, it } from 'vitest';
import { hashOfPublicPath, publicPath } from './public-path.ts';

it.each([
  [{ id: 7, name: 'design' }, undefined],
  [{ id: 7, name: 'Größe & Farbe' }, 'a/b? 100% of v1.2'],
  [{ id: 12, name: '日本' }, ''],
])('the path of %j and topic %j leads to the same conversation', (channel, topic) => {
  const path = publicPath(channel, topic);
  const { pathname } = new URL(path, 'https://chat.example');
  const address = parseNarrowFragment(hashOfPublicPath(pathname)!);
  expect(address?.narrow).toEqual([
    { operator: 'channel', operand: channel.id },
    ...(topic === undefined ? [] : [{ operator: 'topic', operand: topic }]),
  ]);
});

it.each(['/', '/public', '/public/channel/x', '/join/secret'])(
  '%s is not the path of a conversation',
  (path) => {
    expect(hashOfPublicPath(path)).toBeUndefined();
  },
);
