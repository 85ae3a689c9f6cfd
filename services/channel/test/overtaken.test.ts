import type { User } from '@parley/directory';
import {
  ChangeSubscriptionsRequest,
  SubscribeRequest,
  UnsubscribeRequest,
} from '@parley/proto/channel/v1/channel';
import { GroupChanged, UserChanged } from '@parley/proto/events/v1/facts';
import { backgroundCall } from '@parley/rpc';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { changeSubscriptions } from '../src/rpc/change-subscriptions.ts';
import { subscribe } from '../src/rpc/subscribe.ts';
import { unsubscribe } from '../src/rpc/unsubscribe.ts';
import { followGroups } from '../src/workers/groups.ts';
import { followPeople } from '../src/workers/people.ts';
import type { ClientEvent } from './emitted.ts';
import { type Env, followed, startChannel } from './support.ts';

// What was decided on has changed when it comes to writing: somebody else was faster.

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
  await env.heard();
});

const ids = (...people: User[]) => people.map((person) => person.userId);
const group = (groupId: number) => ({ value: { $case: 'groupId' as const, groupId } });
const call = (user: User) => backgroundCall({ timeoutMs: 30_000, principal: { userId: user.userId } });
const signal = new AbortController().signal;
const opsOf = (events: readonly ClientEvent[] | undefined) => events?.map(({ type, op }) => `${type}/${op}`);

/** The service for one call whose first transaction somebody else's change overtakes. */
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
          await env.heard();
        }
        return env.ctx.db.tx(fn);
      },
    },
  };
}

const whileItTurnsPrivate = (channelId: number) =>
  overtakenBy(() => env.as(alice).update(channelId, { isPrivate: true }));

it('who leaves a channel that turned private loses sight of it, and nobody else hears of them', async () => {
  const { channelId } = await env.as(alice).create('pier', { principalUserIds: ids(alice, bob) });
  const request = UnsubscribeRequest.fromPartial({ channelNames: ['pier'] });
  await unsubscribe(whileItTurnsPrivate(channelId), request, call(bob));
  const heard = await env.heard();
  expect(opsOf(heard.get(bob.userId))).toEqual(['subscription/remove', 'stream/delete']);
  expect(opsOf(heard.get(alice.userId))).toEqual(['subscription/peer_remove']);
  expect(heard.get(carol.userId)).toBeUndefined();
});

it('who leaves and joins in one does both, or nothing', async () => {
  const { channelId } = await env.as(alice).create('mole', { principalUserIds: ids(alice, bob) });
  const add = { subscriptions: [{ name: 'elsewhere' }] };
  const request = ChangeSubscriptionsRequest.fromPartial({ delete: ['mole'], add });
  const { deleted, added } = await changeSubscriptions(whileItTurnsPrivate(channelId), request, call(bob));
  expect(deleted!.removed).toEqual(['mole']);
  expect(JSON.parse(added!.subscribedJson.toString())).toEqual({ [bob.userId]: ['elsewhere'] });
  const heard = await env.heard();
  expect(opsOf(heard.get(bob.userId))).toEqual([
    'stream/create',
    'subscription/add',
    'subscription/remove',
    'stream/delete',
  ]);
  expect(opsOf(heard.get(carol.userId))).toEqual(['stream/create', 'subscription/peer_add']);
});

it('who may know of a channel that turned private hears that a subscriber was deactivated', async () => {
  const friends = env.organization.addGroup('friends', ids(carol)).groupId;
  const gone = env.organization.add('member');
  const tell = (ctx: Env['ctx'], user: User) =>
    followPeople(
      ctx,
      followed({ $case: 'userChanged', userChanged: UserChanged.fromPartial({ user }) }),
      signal,
    );
  await tell(env.ctx, gone);
  const { channelId } = await env.as(alice).create('berth', {
    principalUserIds: ids(alice, gone),
    groupSettings: { can_subscribe_group: group(friends) },
  });
  await tell(whileItTurnsPrivate(channelId), env.organization.change(gone, { isActive: false }));
  const heard = await env.heard();
  expect(opsOf(heard.get(carol.userId))).toEqual(['subscription/peer_remove']);
  expect(heard.get(bob.userId)).toBeUndefined();
});

it('nobody is subscribed whom a cache takes for active and who is deactivated, or returned a moment ago', async () => {
  const { organization } = env;
  const gone = organization.add('member');
  const tell = (user: User) =>
    followPeople(
      env.ctx,
      followed({ $case: 'userChanged', userChanged: UserChanged.fromPartial({ user }) }),
      signal,
    );
  const { channelId } = await env.as(alice).create('raft', { principalUserIds: ids(alice) });
  await tell(gone);
  await tell({ ...gone, isActive: false });
  /** The owner knows what the cache has not heard yet. */
  const lateCache = (isActive: boolean): Env['ctx'] => {
    const { users } = env.ctx.directory;
    const many: typeof users.many = async (userIds, given, options) => {
      const people = await users.many(userIds, given, options);
      if (options?.confirm && people.has(gone.userId)) people.set(gone.userId, { ...gone, isActive });
      return people;
    };
    return { ...env.ctx, directory: { ...env.ctx.directory, users: { ...users, many } } };
  };
  const request = SubscribeRequest.fromPartial({
    subscriptions: [{ name: 'raft' }],
    principalUserIds: ids(gone),
    authorizationErrorsFatal: true,
  });
  await expect(subscribe(lateCache(false), request, call(alice))).rejects.toMatchObject({
    message: `User is deactivated: ${gone.userId}`,
  });
  expect((await env.as(alice).channel(channelId)).subscriber_count).toBe(1);
  await subscribe(lateCache(true), request, call(alice));
  await tell(gone);
  expect((await env.as(alice).channel(channelId)).subscriber_count).toBe(2);
});

it('a group shows nobody a channel that no longer names it', async () => {
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
  expect(await env.heard()).toEqual(new Map());
  // It does, as long as the channel names it.
  await env
    .as(alice)
    .update(channelId, { groupSettings: { can_subscribe_group: { new: group(crew.groupId) } } });
  await env.heard();
  const renamed = overtakenBy(() => env.as(alice).update(channelId, { newName: 'cargo hold' }));
  await followGroups(renamed, followed({ $case: 'groupChanged', groupChanged }), signal);
  const [shown] = (await env.heard()).get(bob.userId)!;
  expect((shown!.streams as { name: string }[])[0]!.name).toBe('cargo hold');
});
