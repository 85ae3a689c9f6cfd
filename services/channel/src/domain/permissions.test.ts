import { visitor } from '@parley/core';
import type { UserId } from '@parley/rules';
import { describe, expect, it } from 'vitest';
import type { ChannelSetting } from './group-settings.ts';
import {
  type ChannelFilter,
  isListed,
  mayAddSubscribers,
  mayAdminister,
  mayCreate,
  mayJoin,
  mayReadContent,
  mayRemoveSubscribers,
  maySeeMetadata,
  type NewChannelFacts,
  type OrganizationRight,
  type Person,
} from './permissions.ts';

const people = {
  owner: { userId: 1, role: 100 },
  admin: { userId: 2, role: 200 },
  moderator: { userId: 3, role: 300 },
  member: { userId: 4, role: 400 },
  guest: { userId: 6, role: 600 },
} as const satisfies Record<string, Person>;
const readers = { ...people, visitor } as const;
type Who = keyof typeof readers;

const channels = {
  public: { isPrivate: false, isWebPublic: false, isArchived: false },
  'web-public': { isPrivate: false, isWebPublic: true, isArchived: false },
  private: { isPrivate: true, isWebPublic: false, isArchived: false },
  archived: { isPrivate: false, isWebPublic: false, isArchived: true },
  'archived web-public': { isPrivate: false, isWebPublic: true, isArchived: true },
} as const;

const standing = (relation: string) => ({
  isSubscribed: relation === 'subscribed',
  holds: (setting: ChannelSetting) => setting === relation,
});
const nobody = () => false;
const only = (right: OrganizationRight) => (asked: OrganizationRight) => asked === right;

// Columns: role; channel; relation (`subscribed`, a group setting of the channel that includes the person, or `none`); what the
// person may do: see metadata, read content, join, add others, remove others, administer. The organization's permission to add
// subscribers is not granted.
const table: [Who, keyof typeof channels, string, string][] = [
  ['visitor', 'public', 'none', '--    '],
  ['visitor', 'web-public', 'none', 'mc    '],
  ['visitor', 'archived web-public', 'none', '--    '],
  ['visitor', 'private', 'none', '--    '],
  ['guest', 'public', 'none', '------'],
  ['guest', 'public', 'subscribed', 'mcj---'],
  ['guest', 'public', 'can_subscribe_group', '------'],
  ['guest', 'web-public', 'none', 'mcj---'],
  ['guest', 'private', 'none', '------'],
  ['guest', 'private', 'subscribed', 'mcj---'],
  ['guest', 'private', 'can_subscribe_group', '------'],
  ['guest', 'private', 'can_add_subscribers_group', '------'],
  ['guest', 'private', 'can_administer_channel_group', '------'],
  ['guest', 'archived', 'subscribed', 'mc----'],
  ['member', 'public', 'none', 'mcj---'],
  ['member', 'public', 'can_add_subscribers_group', 'mcja--'],
  ['member', 'public', 'can_remove_subscribers_group', 'mcj-r-'],
  ['member', 'public', 'can_administer_channel_group', 'mcjard'],
  ['member', 'web-public', 'none', 'mcj---'],
  ['member', 'private', 'none', '------'],
  ['member', 'private', 'subscribed', 'mcj---'],
  ['member', 'private', 'can_subscribe_group', 'mcj---'],
  ['member', 'private', 'can_add_subscribers_group', 'mcja--'],
  ['member', 'private', 'can_administer_channel_group', 'm---rd'],
  ['member', 'private', 'can_remove_subscribers_group', '------'],
  ['member', 'private', 'can_send_message_group', '------'],
  ['member', 'archived', 'none', 'mc----'],
  ['moderator', 'private', 'none', '------'],
  ['admin', 'public', 'none', 'mcjard'],
  ['admin', 'private', 'none', 'm---rd'],
  ['admin', 'private', 'subscribed', 'mcjard'],
  ['admin', 'archived', 'none', 'mc--rd'],
  ['owner', 'private', 'none', 'm---rd'],
  ['owner', 'web-public', 'none', 'mcjard'],
];

describe('a channel', () => {
  it.each(table)('%s, %s channel, %s: %s', (who, kind, relation, expected) => {
    const person = readers[who];
    const channel = channels[kind];
    const relationOf = standing(relation);
    const letters = [
      maySeeMetadata(person, channel, relationOf) ? 'm' : '-',
      mayReadContent(person, channel, relationOf) ? 'c' : '-',
    ];
    if (person !== visitor) {
      letters.push(
        mayJoin(person, channel, relationOf) ? 'j' : '-',
        mayAddSubscribers(person, channel, relationOf, nobody) ? 'a' : '-',
        mayRemoveSubscribers(person, channel, relationOf, { botOwnerId: 0 }) ? 'r' : '-',
        mayAdminister(person, channel, relationOf) ? 'd' : '-',
      );
    }
    expect(letters.join('').padEnd(expected.length)).toBe(expected);
  });

  it('lets people with the organization’s permission add others to channels that they may read', () => {
    const may = only('can_add_subscribers_group');
    const { member, guest, admin } = people;
    expect(mayAddSubscribers(member, channels.public, standing('none'), may)).toBe(true);
    expect(mayAddSubscribers(member, channels.private, standing('none'), may)).toBe(false);
    expect(mayAddSubscribers(member, channels.private, standing('subscribed'), may)).toBe(true);
    expect(mayAddSubscribers(admin, channels.private, standing('none'), may)).toBe(false);
    expect(mayAddSubscribers(guest, channels.public, standing('subscribed'), may)).toBe(false);
    expect(mayAddSubscribers(member, channels.archived, standing('subscribed'), may)).toBe(false);
  });

  it('lets everyone unsubscribe their own bots', () => {
    const { guest, member } = people;
    const ownedBy = (botOwnerId: UserId) => ({ botOwnerId });
    expect(mayRemoveSubscribers(member, channels.public, standing('none'), ownedBy(4))).toBe(true);
    expect(mayRemoveSubscribers(guest, channels.public, standing('none'), ownedBy(6))).toBe(true);
    expect(mayRemoveSubscribers(member, channels.public, standing('none'), ownedBy(5))).toBe(false);
  });
});

describe('creating a channel', () => {
  const plain: NewChannelFacts = {
    isPrivate: false,
    isWebPublic: false,
    isDefault: false,
    pushesByDefault: false,
    setsRetention: false,
    setsTopicsPolicy: false,
    setsDeletePolicy: false,
  };
  const all = () => true;
  const cases: [
    keyof typeof people,
    Partial<NewChannelFacts>,
    OrganizationRight | 'all' | 'none',
    boolean,
    boolean,
  ][] = [
    ['member', {}, 'can_create_public_channel_group', false, true],
    ['member', {}, 'can_create_private_channel_group', false, false],
    ['member', { isPrivate: true }, 'can_create_private_channel_group', false, true],
    ['member', { isPrivate: true }, 'can_create_public_channel_group', false, false],
    ['member', { isWebPublic: true }, 'can_create_web_public_channel_group', true, true],
    ['member', { isWebPublic: true }, 'can_create_web_public_channel_group', false, false],
    ['owner', { isWebPublic: true }, 'can_create_public_channel_group', true, false],
    ['guest', {}, 'all', true, false],
    ['guest', { isPrivate: true }, 'all', true, false],
    ['admin', {}, 'none', true, false],
    ['member', { isDefault: true }, 'all', false, false],
    ['moderator', { isDefault: true }, 'all', false, false],
    ['admin', { isDefault: true }, 'all', false, true],
    ['admin', { setsRetention: true }, 'all', false, false],
    ['owner', { setsRetention: true }, 'all', false, true],
    ['member', { setsTopicsPolicy: true }, 'can_create_public_channel_group', false, false],
    ['member', { setsTopicsPolicy: true }, 'all', false, true],
    ['member', { setsDeletePolicy: true }, 'can_create_public_channel_group', false, false],
    ['member', { setsDeletePolicy: true }, 'all', false, true],
  ];
  it.each(cases)('%s, %j, holding %s, visitors admitted %s: %s', (who, facts, right, admitted, expected) => {
    const holds = right === 'all' ? all : right === 'none' ? nobody : only(right);
    expect(mayCreate(people[who], { ...plain, ...facts }, holds, admitted)).toBe(expected);
  });
});

describe('the list of all channels', () => {
  const none: ChannelFilter = {
    includePublic: false,
    includeWebPublic: false,
    includeSubscribed: false,
    excludeArchived: true,
    includeAll: false,
    includeDefault: false,
    includeOwnerSubscribed: false,
    includeCanAccessContent: false,
  };
  type Kind = keyof typeof channels;
  const cases: [keyof typeof people, Kind, string, Partial<ChannelFilter>, boolean][] = [
    ['member', 'public', 'none', {}, false],
    ['member', 'public', 'none', { includePublic: true }, true],
    ['member', 'web-public', 'none', { includePublic: true }, true],
    ['member', 'private', 'none', { includePublic: true, includeAll: true }, false],
    ['guest', 'public', 'none', { includePublic: true, includeAll: true, includeDefault: true }, false],
    ['guest', 'public', 'subscribed', { includePublic: true }, false],
    ['guest', 'public', 'subscribed', { includeSubscribed: true }, true],
    ['guest', 'web-public', 'none', { includePublic: true }, false],
    ['guest', 'web-public', 'none', { includeWebPublic: true }, true],
    ['member', 'public', 'none', { includeWebPublic: true }, false],
    ['member', 'public', 'none', { includeSubscribed: true }, false],
    ['member', 'private', 'subscribed', { includeSubscribed: true }, true],
    ['admin', 'private', 'none', { includeAll: true }, true],
    ['admin', 'private', 'none', { includeCanAccessContent: true }, false],
    ['member', 'private', 'can_subscribe_group', { includeCanAccessContent: true }, true],
    ['member', 'private', 'can_administer_channel_group', { includeAll: true }, true],
    ['member', 'private', 'can_administer_channel_group', { includeCanAccessContent: true }, false],
    ['member', 'archived', 'subscribed', { includeAll: true, includeSubscribed: true }, false],
    ['member', 'archived', 'subscribed', { includeSubscribed: true, excludeArchived: false }, true],
    ['member', 'public', 'default', { includeDefault: true }, true],
    ['member', 'public', 'none', { includeDefault: true }, false],
    ['member', 'private', 'owner', { includeOwnerSubscribed: true }, true],
    ['member', 'private', 'owner', { includeAll: true }, false],
  ];
  it.each(cases)('%s, %s channel, %s, %j: %s', (who, kind, relation, filter, expected) => {
    expect(
      isListed(
        people[who],
        { ...channels[kind], isDefault: relation === 'default' },
        { ...standing(relation), isOwnerSubscribed: relation === 'owner' },
        { ...none, ...filter },
      ),
    ).toBe(expected);
  });
});
