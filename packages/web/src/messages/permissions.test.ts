import { type Channel, type Message, type Registration, Store } from '@parley/client';
import { describe, expect, it } from 'vitest';
import {
  canDelete,
  canDeleteTopics,
  canEdit,
  canMove,
  canPost,
  canResolve,
  channelsToMoveTo,
  moveRights,
} from './permissions.ts';

const people = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;
type Role = keyof typeof people;
const roleNames = Object.keys(people) as Role[];
/** The signed-in person has ID 1. Person 2 is another author, and 3 is a bot of the signed-in person. */
const selfId = 1;

/** IDs of system groups, each named after the weakest role that it contains. Defaults of permissions refer to them. */
const groupOf = { nobody: 10, administrators: 11, moderators: 12, members: 13, everyone: 14 } as const;
const groupMinimum = { nobody: 0, administrators: 200, moderators: 300, members: 400, everyone: 600 };
type Group = keyof typeof groupOf;

type Setup = {
  readonly role?: Role;
  /** Fields of the organization, without the prefix `realm_`. */
  readonly realm?: Readonly<Record<string, unknown>>;
  readonly channel?: Readonly<Record<string, unknown>>;
  readonly isSubscribed?: boolean;
};

const channelRights = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group',
  'can_resolve_topics_group',
  'can_subscribe_group',
];

function storeWith({ role = 'member', realm = {}, channel = {}, isSubscribed = true }: Setup): Store {
  const nobody = Object.fromEntries(channelRights.map((name) => [name, groupOf.nobody]));
  const channelOf = (id: number, more: object) => ({
    stream_id: id,
    name: `channel ${id}`,
    invite_only: false,
    is_web_public: false,
    is_archived: false,
    ...nobody,
    can_send_message_group: groupOf.everyone,
    can_create_topic_group: groupOf.everyone,
    ...more,
  });
  const own = channelOf(1, channel);
  const values = {
    can_delete_any_message_group: groupOf.administrators,
    can_delete_own_message_group: groupOf.everyone,
    can_move_messages_between_channels_group: groupOf.members,
    can_move_messages_between_topics_group: groupOf.everyone,
    can_resolve_topics_group: groupOf.everyone,
    allow_message_editing: true,
    message_content_edit_limit_seconds: null,
    message_content_delete_limit_seconds: null,
    move_messages_within_stream_limit_seconds: null,
    move_messages_between_streams_limit_seconds: null,
    ...realm,
  };
  const store = new Store();
  store.load({
    user_id: selfId,
    realm_users: [
      { user_id: selfId, role: people[role] },
      { user_id: 2, role: 400 },
      { user_id: 3, role: 400, is_bot: true, bot_owner_id: selfId },
    ],
    realm_user_groups: Object.entries(groupOf).map(([name, id]) => ({
      id,
      name: `role:${name}`,
      members: people[role] <= groupMinimum[name as Group] ? [selfId] : [],
      direct_subgroup_ids: [],
    })),
    subscriptions: [...(isSubscribed ? [own] : []), channelOf(2, {})],
    streams: isSubscribed ? [] : [own],
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`realm_${name}`, value])),
  } as unknown as Registration);
  return store;
}

const now = () => Math.floor(Date.now() / 1000);
const messageOf = (more: object = {}): Message =>
  ({
    id: 1,
    type: 'stream',
    stream_id: 1,
    subject: 'plans',
    sender_id: selfId,
    timestamp: now(),
    submessages: [],
    ...more,
  }) as unknown as Message;

/** Returns the roles of the signed-in person for which `ask` returns true. */
const rolesThat = (ask: (store: Store) => boolean, setup: Omit<Setup, 'role'> = {}): Role[] =>
  roleNames.filter((role) => ask(storeWith({ ...setup, role })));

const all = roleNames;
const members: Role[] = ['owner', 'administrator', 'moderator', 'member'];
const moderators: Role[] = ['owner', 'administrator', 'moderator'];
const administrators: Role[] = ['owner', 'administrator'];
const old = messageOf({ timestamp: now() - 1000 });
const hourly = { realm: { move_messages_within_stream_limit_seconds: 3600 } };
const late = { realm: { move_messages_within_stream_limit_seconds: 600 } };

describe('moving to another topic', () => {
  const moves = (message: Message) => (store: Store) => moveRights(store, message).toTopics;
  it.each<[string, Omit<Setup, 'role'>, Role[]]>([
    ['as the organization permits it', {}, all],
    ['to nobody', { realm: { can_move_messages_between_topics_group: groupOf.nobody } }, []],
    [
      'to moderators',
      { realm: { can_move_messages_between_topics_group: groupOf.moderators } },
      ['owner', 'administrator', 'moderator'],
    ],
    [
      'as the channel permits it',
      {
        realm: { can_move_messages_between_topics_group: groupOf.nobody },
        channel: { can_move_messages_within_channel_group: groupOf.administrators },
      },
      administrators,
    ],
    ['within the time limit', hourly, all],
    ['after the time limit only to moderators', late, moderators],
    ['not in an archived channel', { channel: { is_archived: true } }, []],
    ['not where they may not post', { channel: { can_send_message_group: groupOf.moderators } }, moderators],
    ['not in a private channel of others', { channel: { invite_only: true }, isSubscribed: false }, []],
  ])('is offered %s', (_case, setup, expected) => expect(rolesThat(moves(old), setup)).toEqual(expected));

  it('is not offered for direct messages', () => {
    expect(rolesThat((store) => canMove(store, messageOf({ stream_id: undefined })))).toEqual([]);
  });
});

describe('moving to another channel', () => {
  const moves = (store: Store) => moveRights(store, old).toChannels;
  it.each<[string, Omit<Setup, 'role'>, Role[]]>([
    ['as the organization permits it', {}, members],
    ['to nobody', { realm: { can_move_messages_between_channels_group: groupOf.nobody } }, []],
    [
      'as the channel permits it',
      {
        realm: { can_move_messages_between_channels_group: groupOf.nobody },
        channel: { can_move_messages_out_of_channel_group: groupOf.everyone },
      },
      all,
    ],
    [
      'after its time limit only to moderators',
      { realm: { move_messages_between_streams_limit_seconds: 600 } },
      moderators,
    ],
    ['after the time limit of topics', late, members],
  ])('is offered %s', (_case, setup, expected) => expect(rolesThat(moves, setup)).toEqual(expected));

  it('is offered to channels in which the person may post', () => {
    const store = storeWith({});
    const from = store.channels.channels.get(1)!;
    expect(channelsToMoveTo(store, from).map((channel: Channel) => channel.stream_id)).toEqual([2]);
    expect(channelsToMoveTo(store, { stream_id: 2 }).map((channel) => channel.stream_id)).toEqual([1]);
    const closed = storeWith({ channel: { can_send_message_group: groupOf.nobody } });
    expect(channelsToMoveTo(closed, { stream_id: 2 })).toEqual([]);
  });
});

describe('resolving a topic', () => {
  const resolves = (store: Store) => canResolve(store, 1, 'plans');
  it.each<[string, Omit<Setup, 'role'>, Role[]]>([
    ['as the organization permits it', {}, all],
    ['to members', { realm: { can_resolve_topics_group: groupOf.members } }, members],
    ['to nobody', { realm: { can_resolve_topics_group: groupOf.nobody } }, []],
    [
      'as the channel permits it',
      {
        realm: { can_resolve_topics_group: groupOf.nobody },
        channel: { can_resolve_topics_group: groupOf.moderators },
      },
      moderators,
    ],
    ['not in an archived channel', { channel: { is_archived: true } }, []],
    ['to guests only where they are subscribed', { isSubscribed: false }, members],
  ])('is offered %s', (_case, setup, expected) => expect(rolesThat(resolves, setup)).toEqual(expected));

  it('is not offered for the empty topic, nor without a channel', () => {
    expect(canResolve(storeWith({}), 1, '')).toBe(false);
    expect(canResolve(storeWith({}), undefined, 'plans')).toBe(false);
    expect(canResolve(storeWith({}), 9, 'plans')).toBe(false);
  });
});

describe('deleting a message', () => {
  const own = (store: Store) => canDelete(store, old);
  const other = (store: Store) => canDelete(store, messageOf({ sender_id: 2 }));
  const limited = { realm: { message_content_delete_limit_seconds: 600 } };
  const nobodyOwn = { can_delete_own_message_group: groupOf.nobody };
  it.each<[string, (store: Store) => boolean, Omit<Setup, 'role'>, Role[]]>([
    ['is offered to everyone for their own messages', own, {}, all],
    [
      'is offered after the time limit only to people who may delete any message',
      own,
      limited,
      administrators,
    ],
    [
      'is offered to everyone for their own messages within the time limit',
      own,
      { realm: { message_content_delete_limit_seconds: 3600 } },
      all,
    ],
    [
      'is offered only to administrators if nobody may delete their own messages',
      own,
      { realm: nobodyOwn },
      administrators,
    ],
    [
      'is offered for own messages as the channel permits it',
      own,
      { realm: nobodyOwn, channel: { can_delete_own_message_group: groupOf.members } },
      members,
    ],
    ['is offered to administrators for messages of others', other, {}, administrators],
    [
      'is offered for messages of others as the channel permits it',
      other,
      { channel: { can_delete_any_message_group: groupOf.members } },
      members,
    ],
    [
      'is offered for messages of others as the organization permits it',
      other,
      { realm: { can_delete_any_message_group: groupOf.everyone } },
      all,
    ],
    ['is not offered in an archived channel', own, { channel: { is_archived: true } }, []],
    [
      'is offered to everyone for messages of their own bots',
      (store) => canDelete(store, messageOf({ sender_id: 3 })),
      {},
      all,
    ],
    [
      'is offered in direct conversations as the organization permits it',
      (store) => canDelete(store, messageOf({ stream_id: undefined })),
      { realm: nobodyOwn },
      administrators,
    ],
    [
      'is offered in direct conversations within the time limit',
      (store) => canDelete(store, messageOf({ stream_id: undefined, timestamp: now() - 1000 })),
      limited,
      administrators,
    ],
  ])('%s', (_case, ask, setup, expected) => expect(rolesThat(ask, setup)).toEqual(expected));
});

describe('deleting a topic', () => {
  it('is offered to administrators who can read the channel', () => {
    expect(rolesThat((store) => canDeleteTopics(store, 1))).toEqual(administrators);
    const hidden = { channel: { invite_only: true }, isSubscribed: false };
    expect(rolesThat((store) => canDeleteTopics(store, 1), hidden)).toEqual([]);
  });
});

describe('editing a message', () => {
  it('is offered to its sender, as long as the organization permits it', () => {
    expect(canEdit(storeWith({}), old)).toBe(true);
    expect(canEdit(storeWith({ role: 'owner' }), messageOf({ sender_id: 2 }))).toBe(false);
    expect(canEdit(storeWith({ realm: { allow_message_editing: false } }), old)).toBe(false);
    expect(canEdit(storeWith({ realm: { message_content_edit_limit_seconds: 600 } }), old)).toBe(false);
    expect(canEdit(storeWith({}), messageOf({ submessages: [{}] }))).toBe(false);
  });
});

it('posting in a channel follows its permission, and guests must be subscribed', () => {
  const posts = (store: Store) => canPost(store, store.channels.channels.get(1)!);
  expect(rolesThat(posts)).toEqual(all);
  expect(rolesThat(posts, { isSubscribed: false })).toEqual(members);
  expect(rolesThat(posts, { channel: { can_send_message_group: groupOf.administrators } })).toEqual(
    administrators,
  );
});
