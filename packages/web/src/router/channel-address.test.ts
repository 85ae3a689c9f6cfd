import { expect, it } from 'vitest';
import { channelTabHref, channelTabs, parseChannelRoute } from './channel-address.ts';

it('reads its own addresses, also with a name', () => {
  for (const tab of channelTabs) {
    expect(parseChannelRoute(channelTabHref(tab, 5))).toEqual({ view: 'channel', tab, channelId: 5 });
    expect(parseChannelRoute(`${channelTabHref(tab, 5)}-my-channel`)).toEqual({
      view: 'channel',
      tab,
      channelId: 5,
    });
  }
});

it.each([
  '#topics',
  '#topics/channel/',
  '#topics/channel/x',
  '#topics/channel/5/topic/a',
  '#narrow/channel/5',
  '',
])('is not %s', (hash) => expect(parseChannelRoute(hash)).toBeUndefined());
