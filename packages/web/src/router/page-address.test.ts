import { describe, expect, it } from 'vitest';
import { parsePageRoute } from './page-address.ts';

describe('the address of a page of settings', () => {
  it.each([
    ['#settings', 'settings', []],
    ['#settings/notifications', 'settings', ['notifications']],
    ['#organization/people/12', 'organization', ['people', '12']],
    ['#channels/7/design/members', 'channel-settings', ['7', 'design', 'members']],
  ])('%s names its page and section', (hash, view, path) => {
    expect(parsePageRoute(hash)).toEqual({ view, path });
  });

  it.each([
    ['#settings/account-and-privacy', 'settings', ['account']],
    ['#organization/organization-profile', 'organization', ['profile']],
    ['#organization/users/active', 'organization', ['people']],
    ['#streams/subscribed', 'channel-settings', ['subscribed']],
    ['#groups/5/painters/general', 'organization', ['groups', '5']],
    ['#groups/your', 'organization', ['groups']],
    ['#user/12', 'organization', ['people', '12']],
  ])('%s of other clients leads to the same page', (hash, view, path) => {
    expect(parsePageRoute(hash)).toEqual({ view, path });
  });

  it.each(['#channels', '#inbox', '#narrow/is/starred', ''])('%s is not a page of settings', (hash) => {
    expect(parsePageRoute(hash)).toBeUndefined();
  });
});
