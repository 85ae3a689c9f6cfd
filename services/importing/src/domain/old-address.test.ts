import { expect, it } from 'vitest';
import { oldAddress } from './old-address.ts';

it.each([
  ['https://acme.slack.com/archives/C024BE91L/p1700000000000100', 'slack', 'C024BE91L:1700000000.000100'],
  ['/archives/D1/p1700000000000100?thread_ts=1700000000.000100&cid=D1', 'slack', 'D1:1700000000.000100'],
  ['https://chat.example/acme/pl/4yk5gmx1x3bfjegmg7fmijqkoo', 'mattermost', '4yk5gmx1x3bfjegmg7fmijqkoo'],
  ['/_redirect/pl/4yk5gmx1x3bfjegmg7fmijqkoo', 'mattermost', '4yk5gmx1x3bfjegmg7fmijqkoo'],
  ['https://open.example/channel/general?msg=aBcDeFgHiJkLmNoPq', 'rocketchat', 'aBcDeFgHiJkLmNoPq'],
  ['/group/x/thread/y?tab=1&msg=aBcDeFgHiJkLmNoPq', 'rocketchat', 'aBcDeFgHiJkLmNoPq'],
  ['https://z.example/#narrow/stream/5-general/topic/a.20b/near/123', 'zulip', '123'],
  ['#narrow/dm/1,2-dm/near/77', 'zulip', '77'],
  ['#narrow/channel/5-general/topic/x/with/9', 'zulip', '9'],
  ['#narrow/near/9', 'zulip', '9'],
])('%s is an address of %s', (address, from, oldId) => {
  expect(oldAddress(address)).toEqual({ from, oldId });
});

it.each(['123', 'C1:1700000000.000100', 'aBcDeFgHiJkLmNoPq', '/archives/C1', '/acme/pl/short', ''])(
  '%j is an ID as it stands',
  (text) => expect(oldAddress(text)).toEqual({ from: undefined, oldId: text }),
);
