import { visitor } from '@parley/core';
import { describe, expect, it } from 'vitest';
import { initialsOf } from './initials.ts';
import { channelNameKey, emailKey } from './keys.ts';
import {
  apiEmail,
  avatarSource,
  avatarUrl,
  canSeeDeliveryEmail,
  EMAIL_VISIBILITY,
  isAddressOf,
  mediumAvatarUrl,
  placeholderEmail,
  seenByVisitors,
  userIdOfPlaceholder,
} from './people.ts';

describe('a real address', () => {
  it.each([
    ['everyone', [100, 200, 300, 400, 600]],
    ['members', [100, 200, 300, 400]],
    ['moderators', [100, 200, 300]],
    ['administrators', [100, 200]],
    ['nobody', []],
  ] as const)('that is visible to %s is shown to the roles %j', (visibility, viewers) => {
    const subject = { userId: 1, emailAddressVisibility: EMAIL_VISIBILITY[visibility] };
    const sees = (userId: number, role: number) => canSeeDeliveryEmail(subject, { userId, role });
    expect([100, 200, 300, 400, 600].filter((role) => sees(2, role))).toEqual(viewers);
    expect(sees(1, 600)).toBe(true);
    const roles = [0, 100, 200, 300, 400, 600];
    expect(roles.filter((role) => canSeeDeliveryEmail(subject, { role }))).toEqual(viewers);
    expect(canSeeDeliveryEmail(subject, visitor)).toBe(false);
  });
});

it('a placeholder address stands for one person', () => {
  const found = ['user7@chat.test', 'User7@Chat.test', placeholderEmail(8, 'chat.test')];
  expect(found.map((address) => userIdOfPlaceholder(address, 'chat.test'))).toEqual([7, 7, 8]);
  const others = ['user7@other.test', 'user07@chat.test', 'users@chat.test', 'user7@chat.test.example', ''];
  expect(others.filter((address) => userIdOfPlaceholder(address, 'chat.test') !== undefined)).toEqual([]);
});

it('a viewer who may not see a hidden address cannot find its owner by it', () => {
  const subject = {
    userId: 7,
    email: 'user7@chat.test',
    emailAddressVisibility: EMAIL_VISIBILITY.administrators,
  };
  const isTheirs = (address: string, role: number) => isAddressOf(subject, address, { userId: 2, role });
  expect([isTheirs('User7@chat.test', 600), isTheirs('real@b.example', 400)]).toEqual([true, false]);
  expect(isTheirs('real@b.example', 200)).toBe(true);
});

describe('the address in the API', () => {
  const person = { userId: 7, deliveryEmail: 'a@b.example', emailAddressVisibility: 3, isBot: false };

  it('is generated for people who hide their real address', () => {
    expect(apiEmail(person, 'chat.test')).toBe('user7@chat.test');
    expect(apiEmail({ ...person, emailAddressVisibility: 1 }, 'chat.test')).toBe('a@b.example');
    expect(apiEmail({ ...person, isBot: true }, 'chat.test')).toBe('a@b.example');
  });
});

describe('avatars', () => {
  const person = {
    userId: 14,
    fullName: 'Iago Example',
    email: 'iago@example.com',
    avatarUrl: '',
    avatarVersion: 2,
    deliveryEmail: 'Iago@Example.com',
  };
  const hidden = { ...person, email: 'user14@chat.test' };
  // The MD5 hash of iago@example.com.
  const url = 'https://secure.gravatar.com/avatar/31790b6bbdee9a0585d3811a8bab010b?d=identicon&version=2';

  it('are computed by the client only if it requests this and may see the address', () => {
    const shown = (clientGravatar: boolean, canSeeEmail: boolean) =>
      avatarUrl(person, { clientGravatar, canSeeEmail }) === null;
    expect(shown(true, true)).toBe(true);
    expect([shown(true, false), shown(false, true), shown(false, false)]).toEqual([false, false, false]);
    expect(avatarUrl(person, { clientGravatar: false, canSeeEmail: true })).toBe(url);
    expect(avatarSource(person)).toBe('G');
  });

  it('are the uploaded picture for every viewer', () => {
    const uploaded = { ...person, avatarUrl: '/user_avatars/7.png' };
    expect(avatarUrl(uploaded, { clientGravatar: true, canSeeEmail: true })).toBe('/user_avatars/7.png');
    expect(mediumAvatarUrl('/user_avatars/7.png')).toBe('/user_avatars/7-medium.png');
    expect(avatarSource(uploaded)).toBe('U');
  });

  it('of people who hide their address are generated, so that they do not reveal it', () => {
    const view = { clientGravatar: true, canSeeEmail: true };
    expect(avatarUrl(hidden, view)).toBe('/user_avatars/generated/2-IE.png');
    expect(mediumAvatarUrl(avatarUrl(hidden, view))).toBe('/user_avatars/generated/2-IE-medium.png');
    expect(avatarSource(hidden)).toBe('J');
  });

  it('of people that visitors see are uploaded or generated', () => {
    const view = { clientGravatar: true, canSeeEmail: false };
    const seen = seenByVisitors(person, 'chat.test');
    expect([seen.email, seen.deliveryEmail]).toEqual(['user14@chat.test', '']);
    expect(avatarUrl(seen, view)).toBe('/user_avatars/generated/2-IE.png');
    const uploaded = { ...person, avatarUrl: '/user_avatars/7.png' };
    expect(avatarUrl(seenByVisitors(uploaded, 'chat.test'), view)).toBe('/user_avatars/7.png');
  });

  it.each([
    ['Ada Lovelace', 'AL'],
    ['Ángel María Núñez', 'AN'],
    ['plato', 'P'],
    ['R2 D2', 'RD'],
    ['Лев Толстой', ''],
    ['李', ''],
    ['🙂 Smile', ''],
  ])('generated for %s show the initials %j', (fullName, initials) => {
    expect(initialsOf(fullName)).toBe(initials);
  });
});

describe('lookup keys', () => {
  it('are equal for all spellings of one address', () => {
    expect(emailKey(' Ann@Example.COM ')).toBe('ann@example.com');
  });

  it('are equal for all spellings of one channel name', () => {
    const composed = 'Caf\u00e9';
    expect(channelNameKey(' CAFE\u0301 ')).toBe(channelNameKey(composed));
    expect(channelNameKey('Straße')).toBe(channelNameKey('STRASSE'));
    expect(channelNameKey('design')).not.toBe(channelNameKey('designs'));
  });
});

it.each([
  ['Ann@MÜLLER.example', 'ann@xn--mller-kva.example'],
  ['ann@mu\u0308ller.example', 'ann@XN--MLLER-KVA.example'],
  ['a@mail.日本.example', 'a@mail.xn--wgv71a.example'],
  ['a@straße.example', 'a@xn--strae-oqa.example'],
])('the addresses %j and %j are one', (unicode, punycode) => {
  expect(emailKey(punycode)).toBe(emailKey(unicode));
  expect(emailKey(emailKey(punycode))).toBe(emailKey(punycode));
});

it.each([
  'a@xn--.example',
  'a@xn--!!.example',
  'a@x.xn--zzzzzzzzzzzzzzzzzzzzzzzzzzzzz.example',
  'xn--mller-kva',
  'a@axn--b.example',
])('the address %j keeps its form', (address) => {
  expect(emailKey(address)).toBe(address);
});
