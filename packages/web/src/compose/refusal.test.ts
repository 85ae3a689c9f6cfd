import { type Registration, Store, type UserId } from '@parley/client';
import { describe, expect, it } from 'vitest';
import { refusalOf } from './refusal.ts';

const nobody = 10;
const onlyBob = 11;
const everyone = 12;
const [alice, bob, carol, robot] = [1, 2, 3, 4] as const;

function storeWith(more: object): Store {
  const store = new Store();
  const group = (id: number, members: number[]) => ({
    id,
    name: `group ${id}`,
    members,
    direct_subgroup_ids: [],
  });
  store.load({
    user_id: alice,
    realm_users: [alice, bob, carol, robot].map((id) => ({
      user_id: id,
      is_bot: id === robot,
      is_active: true,
    })),
    realm_user_groups: [group(nobody, []), group(onlyBob, [bob]), group(everyone, [alice, bob, carol])],
    realm_direct_message_permission_group: everyone,
    realm_direct_message_initiator_group: everyone,
    ...more,
  } as unknown as Registration);
  return store;
}

const isRefused = (store: Store, ...userIds: UserId[]): boolean =>
  refusalOf(store, { kind: 'direct', userIds }) !== undefined;

describe('a direct message', () => {
  it('is accepted when one participant has the permission', () => {
    expect(isRefused(storeWith({}), bob)).toBe(false);
    const permitted = storeWith({ realm_direct_message_permission_group: onlyBob });
    expect(isRefused(permitted, bob, carol)).toBe(false);
    expect(isRefused(permitted, carol)).toBe(true);
    expect(isRefused(storeWith({ realm_direct_message_permission_group: nobody }), bob)).toBe(true);
  });

  it('starts a conversation only with the permission to start conversations', () => {
    const store = storeWith({ realm_direct_message_initiator_group: onlyBob });
    expect(isRefused(store, carol)).toBe(true);
    const answering = storeWith({
      realm_direct_message_initiator_group: onlyBob,
      recent_private_conversations: [{ user_ids: [bob], max_message_id: 1 }],
    });
    expect(isRefused(answering, bob)).toBe(false);
    expect(isRefused(answering, carol)).toBe(true);
  });

  it('to bots and to oneself needs no permission', () => {
    const closed = storeWith({
      realm_direct_message_permission_group: nobody,
      realm_direct_message_initiator_group: nobody,
    });
    expect(isRefused(closed, alice)).toBe(false);
    expect(isRefused(closed, robot)).toBe(false);
  });
});

it('a message to a channel is refused where the person has no access to it, once the channels are known', () => {
  const place = { kind: 'topic', channelId: 5, topic: 'plans' } as const;
  expect(refusalOf(new Store(), place)).toBeUndefined();
  const store = storeWith({ streams: [{ stream_id: 6, name: 'other', is_archived: false }] });
  expect(refusalOf(store, place)).toBe('You have no access to this channel.');
  expect(refusalOf(store, { ...place, channelId: 6 })).toBeUndefined();
});
