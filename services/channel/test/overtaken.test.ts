import type { User } from '@parley/facts';
import {
  ChangeSubscriptionsRequest,
  SubscribeRequest,
  UnsubscribeRequest,
} from '@parley/proto/channel/v1/channel';
import { GroupChanged, UserChanged } from '@parley/proto/events/v1/facts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { changeSubscriptions } from '../src/rpc/subscriptions/change-subscriptions.ts';
import { subscribe } from '../src/rpc/subscriptions/subscribe.ts';
import { unsubscribe } from '../src/rpc/subscriptions/unsubscribe.ts';
import { followGroups } from '../src/workers/groups.ts';
import { followPeople } from '../src/workers/people.ts';
import type { ClientEvent } from './emitted.ts';
import { type Env, followed, scopeOf, startChannel } from './support.ts';

// Tests that a request decides again when a concurrent change makes its decision obsolete before it is written.

let env: Env;
let alice: User;
let bob: User;
let carol: User;

beforeAll(async () => {
  env = await startChannel();
  env.organization.add('owner');
  alice = env.organization.add('member');
  bob = env.organization.add('member');
  carol = env.organization.add('member');
});
afterAll(() => env[Symbol.asyncDispose]());
beforeEach(async () => {
  await env.received();
});

const ids = (...people: User[]) => people.map((person) => person.userId);
const group = (groupId: number) => ({ value: { $case: 'groupId' as const, groupId } });
const signal = new AbortController().signal;
const opsOf = (events: readonly ClientEvent[] | undefined) => events?.map(({ type, op }) => `${type}/${op}`);

/** Returns a context in which a concurrent change commits just before the first transaction of the request. */
function overtakenBy(change: () => Promise<unknown>): Env['ctx'] {
  let isOvertaken = false;
  return {
    ...env.ctx,
    db: {
      ...env.ctx.db,
      async tx(fn) {
        if (!isOvertaken) {
          isOvertaken = true;
          await change();
          await env.received();
        }
        return env.ctx.db.tx(fn);
      },
    },
  };
}

const whileItTurnsPrivate = (channelId: number) =>
  overtakenBy(() => env.as(alice).update(channelId, { isPrivate: true }));

it('a person who leaves a channel that turned private may no longer see it, and only viewers are notified', async () => {
  const { channelId } = await env.as(alice).create('pier', { principalUserIds: ids(alice, bob) });
  const request = UnsubscribeRequest.fromPartial({ channelNames: ['pier'] });
  await unsubscribe(whileItTurnsPrivate(channelId), request, scopeOf(env.ctx, bob));
  const received = await env.received();
  expect(opsOf(received.get(bob.userId))).toEqual(['subscription/remove', 'stream/delete']);
  expect(opsOf(received.get(alice.userId))).toEqual(['subscription/peer_remove']);
  expect(received.get(carol.userId)).toBeUndefined();
});

it('a request to leave and join does both, or nothing', async () => {
  const { channelId } = await env.as(alice).create('mole', { principalUserIds: ids(alice, bob) });
  const add = { subscriptions: [{ name: 'elsewhere' }] };
  const request = ChangeSubscriptionsRequest.fromPartial({ delete: ['mole'], add });
  const { deleted, added } = await changeSubscriptions(
    whileItTurnsPrivate(channelId),
    request,
    scopeOf(env.ctx, bob),
  );
  expect(deleted!.removed).toEqual(['mole']);
  expect(JSON.parse(added!.subscribedJson.toString())).toEqual({ [bob.userId]: ['elsewhere'] });
  const received = await env.received();
  expect(opsOf(received.get(bob.userId))).toEqual([
    'stream/create',
    'subscription/add',
    'subscription/remove',
    'stream/delete',
  ]);
  expect(opsOf(received.get(carol.userId))).toEqual(['stream/create', 'subscription/peer_add']);
});

it('viewers of a channel that turned private are notified of a deactivated subscriber', async () => {
  const friends = env.organization.addGroup('friends', ids(carol)).groupId;
  const gone = env.organization.add('member');
  const follow = (ctx: Env['ctx'], user: User) =>
    followPeople(
      ctx,
      followed({ $case: 'userChanged', userChanged: UserChanged.fromPartial({ user }) }),
      signal,
    );
  await follow(env.ctx, gone);
  const { channelId } = await env.as(alice).create('berth', {
    principalUserIds: ids(alice, gone),
    groupSettings: { can_subscribe_group: group(friends) },
  });
  await follow(whileItTurnsPrivate(channelId), env.organization.change(gone, { isActive: false }));
  const received = await env.received();
  expect(opsOf(received.get(carol.userId))).toEqual(['subscription/peer_remove']);
  expect(received.get(bob.userId)).toBeUndefined();
});

it('an outdated cache neither subscribes a deactivated person nor refuses a reactivated one', async () => {
  const { organization } = env;
  const gone = organization.add('member');
  const follow = (user: User) =>
    followPeople(
      env.ctx,
      followed({ $case: 'userChanged', userChanged: UserChanged.fromPartial({ user }) }),
      signal,
    );
  const { channelId } = await env.as(alice).create('raft', { principalUserIds: ids(alice) });
  await follow(gone);
  await follow({ ...gone, isActive: false });
  /** Returns a context in which only confirmed lookups find this `isActive`. Others still find the cached value. */
  const lateCache = (isActive: boolean): Env['ctx'] => {
    const { users } = env.ctx.factCache;
    const many: typeof users.many = async (userIds, lookup) => {
      const people = await users.many(userIds, lookup);
      if (lookup.confirm && people.has(gone.userId)) people.set(gone.userId, { ...gone, isActive });
      return people;
    };
    return { ...env.ctx, factCache: { ...env.ctx.factCache, users: { ...users, many } } };
  };
  const request = SubscribeRequest.fromPartial({
    subscriptions: [{ name: 'raft' }],
    principalUserIds: ids(gone),
    authorizationErrorsFatal: true,
  });
  await expect(subscribe(env.ctx, request, scopeOf(lateCache(false), alice))).rejects.toMatchObject({
    message: `User is deactivated: ${gone.userId}`,
  });
  expect((await env.as(alice).channel(channelId)).subscriber_count).toBe(1);
  await subscribe(env.ctx, request, scopeOf(lateCache(true), alice));
  await follow(gone);
  expect((await env.as(alice).channel(channelId)).subscriber_count).toBe(2);
});

it('a changed group makes a channel visible only while the channel names the group', async () => {
  const { organization } = env;
  const crew = organization.addGroup('crew', ids(bob));
  const { channelId } = await env.as(alice).create('hold', {
    principalUserIds: ids(alice),
    inviteOnly: true,
    groupSettings: { can_subscribe_group: group(crew.groupId) },
  });
  const groupChanged = GroupChanged.fromPartial({ group: crew, addedMemberIds: ids(bob) });
  const nobody = { can_subscribe_group: { new: group(organization.idOfRule('role:nobody')) } };
  const ctx = overtakenBy(() => env.as(alice).update(channelId, { groupSettings: nobody }));
  await followGroups(ctx, followed({ $case: 'groupChanged', groupChanged }), signal);
  expect(await env.received()).toEqual(new Map());
  // The group is added again to the channel's settings.
  await env
    .as(alice)
    .update(channelId, { groupSettings: { can_subscribe_group: { new: group(crew.groupId) } } });
  await env.received();
  const renamed = overtakenBy(() => env.as(alice).update(channelId, { newName: 'cargo hold' }));
  await followGroups(renamed, followed({ $case: 'groupChanged', groupChanged }), signal);
  const [shown] = (await env.received()).get(bob.userId)!;
  expect((shown!.streams as { name: string }[])[0]!.name).toBe('cargo hold');
});
