import type { User } from '@parley/facts';
import { createTestFactCache, type TestLookup } from '@parley/facts/testing';
import { SubscribeRequest } from '@parley/proto/channel/v1/channel';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { getInitialState } from '../src/rpc/get-initial-state.ts';
import { subscribe } from '../src/rpc/subscriptions/subscribe.ts';
import { type Env, scopeOf, startChannel } from './support.ts';

// Tests that facts of other services are looked up once per request, even if it is about many channels.

let env: Env;
let alice: User;
let bob: User;
const lookups: TestLookup[] = [];

beforeAll(async () => {
  env = await startChannel();
  env.organization.add('owner');
  alice = env.organization.add('member');
  bob = env.organization.add('member');
  env.ctx.factCache = createTestFactCache(env.organization, lookups);
});
afterAll(() => env[Symbol.asyncDispose]());
beforeEach(() => {
  lookups.length = 0;
});

const asked = () => lookups.map(({ what, isConfirmed }) => (isConfirmed ? `${what}!` : what)).toSorted();
const names = Array.from({ length: 20 }, (_, at) => `channel ${at}`);

it('creating and joining twenty channels looks up each person, the groups and the settings once', async () => {
  const request = SubscribeRequest.fromPartial({
    subscriptions: names.map((name) => ({ name, description: 'about **it**' })),
    principalUserIds: [alice.userId, bob.userId],
    inviteOnly: true,
    authorizationErrorsFatal: true,
  });
  await subscribe(env.ctx, request, scopeOf(env.ctx, alice));
  expect(asked()).toEqual(['groups', 'organization', `user ${alice.userId}`, `users ${bob.userId}`]);
});

it('a request that cached facts refuse is decided again with facts from the owning services', async () => {
  const request = SubscribeRequest.fromPartial({
    subscriptions: names.map((name) => ({ name })),
    authorizationErrorsFatal: true,
  });
  const stranger = env.organization.add('member');
  await expect(subscribe(env.ctx, request, scopeOf(env.ctx, stranger))).rejects.toThrow('Unable to access');
  const once = ['groups', 'organization', `user ${stranger.userId}`];
  expect(asked()).toEqual(once.flatMap((what) => [what, `${what}!`]).toSorted());
});

it('registering looks up the caller, the groups and the settings once', async () => {
  const options = { fetchEventTypes: ['stream', 'subscription', 'user_topic', 'muted_topics'] };
  const request = {
    options: { ...noOptions, ...options },
    notifications: undefined,
    withoutHistories: false,
  };
  await getInitialState(env.ctx, request, scopeOf(env.ctx, bob));
  expect(asked()).toEqual(['groups', 'organization', `user ${bob.userId}`]);
});

it('a registration without unread counts gets the IDs of subscribed channels, and no histories', async () => {
  const options = { ...noOptions, fetchEventTypes: ['message'] };
  const get = (withoutHistories: boolean) =>
    getInitialState(env.ctx, { options, notifications: undefined, withoutHistories }, scopeOf(env.ctx, bob));
  const [withThem, without] = await Promise.all([get(false), get(true)]);
  const subscribed = withThem.histories.filter(({ isSubscribed }) => isSubscribed);
  expect(subscribed).toHaveLength(names.length);
  expect(without.histories).toEqual([]);
  expect(without.channelIds.toSorted()).toEqual(subscribed.map(({ channelId }) => channelId).toSorted());
});

const noOptions = {
  capabilities: [],
  slimPresence: false,
  presenceHistoryLimitDays: 0,
  includeSubscribers: '',
  takesShared: false,
  asksAgain: false,
  heldTexts: [],
};
