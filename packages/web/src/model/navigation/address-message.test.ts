import type { ChannelId, Place, Store } from '@parley/client';
import { narrowFragment, placeKey } from '@parley/client';
import { describe, expect, it } from 'vitest';
import { parseRoute, placeOfNarrow } from '../../router/router.ts';
import { hrefAtMessage, hrefWithIds, messageOfRoute } from './address-message.ts';

const channels = [
  [7, 'design'],
  [8, 'Big hall'],
  [9, '7 wonders'],
  [10, '2024'],
] as const;
const store = {
  people: { selfId: 0 },
  channels: { channels: new Map(channels.map(([stream_id, name]) => [stream_id, { stream_id, name }])) },
} as unknown as Store;

const routeOf = (hash: string) => {
  const route = parseRoute(hash);
  if (route.view !== 'messages') throw new Error(`${hash} is no address of messages`);
  return route;
};
const topic = (channelId: ChannelId, name: string): Place => ({ kind: 'topic', channelId, topic: name });
const direct: Place = { kind: 'direct', userIds: [3, 4] };

describe('an address with a message', () => {
  const before = [topic(7, 'one'), topic(8, 'v1.2 (beta)'), direct];
  const after = [...before, topic(7, '✔ one'), topic(9, 'a/b > c'), topic(8, '')];
  const narrowOf = (place: Place) =>
    place.kind === 'topic'
      ? [
          { operator: 'channel', operand: place.channelId },
          { operator: 'topic', operand: place.topic },
        ]
      : [{ operator: 'dm', operand: place.userIds }];
  const names = { channelName: () => undefined };
  const links: Record<string, (place: Place) => string> = {
    near: (place) => narrowFragment({ narrow: narrowOf(place), near: 12 }, names),
    with: (place) => narrowFragment({ narrow: narrowOf(place), with: 12 }, names),
    'only near': () => '#narrow/near/12',
    'only with': () => '#narrow/with/12',
  };
  for (const [kind, link] of Object.entries(links)) {
    it(`leads to the message, wherever it is: ${kind}`, () => {
      for (const from of before) {
        for (const to of after) {
          const route = routeOf(link(from));
          expect(messageOfRoute(route)).toBe(12);
          const shown = routeOf(hrefAtMessage(store, route, to) ?? link(from));
          expect(placeKey(placeOfNarrow(shown.narrow, 0)!)).toBe(placeKey(to));
          expect(shown.near).toBe(12);
          // The new address is right.
          expect(hrefAtMessage(store, shown, to)).toBeUndefined();
        }
      }
    });
  }

  it('of a whole channel stays in the channel, and leaves it with the message', () => {
    const route = routeOf('#narrow/channel/7-design/near/12');
    expect(hrefAtMessage(store, route, topic(7, 'any'))).toBeUndefined();
    expect(hrefAtMessage(store, route, topic(8, 'any'))).toBe('#narrow/channel/8-Big-hall/topic/any/near/12');
  });

  it('of a search only starts at the message', () => {
    for (const hash of ['#narrow/search/x/near/12', '#narrow/is/starred/near/12', '#narrow/-topic/x/near/12'])
      expect(messageOfRoute(routeOf(hash))).toBeUndefined();
  });
});

describe('an address with the name of a channel', () => {
  it.each([
    ['#narrow/channel/design/topic/x', '#narrow/channel/7-design/topic/x'],
    ['#narrow/stream/Design/subject/a.20b/near/5', '#narrow/channel/7-design/topic/a.20b/near/5'],
    ['#narrow/stream/Big.20hall', '#narrow/channel/8-Big-hall'],
    ['#narrow/stream/big-hall/topic/x/with/5', '#narrow/channel/8-Big-hall/topic/x/near/5'],
    ['#narrow/channel/7.20wonders', '#narrow/channel/9-7-wonders'],
    // The ID of a known channel counts, whatever name follows it.
    ['#narrow/channel/7-wonders', undefined],
    ['#narrow/channel/2024', '#narrow/channel/10-2024'],
    ['#narrow/channel/99-old', undefined],
    ['#narrow/channel/unknown', undefined],
    ['#narrow/channel/7-old-name', undefined],
    ['#narrow/dm/3,4-group', undefined],
  ])('%s', (hash, href) => expect(hrefWithIds(store, hash, routeOf(hash))).toBe(href));
});
