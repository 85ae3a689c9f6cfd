import type { User } from '@parley/facts';
import { Event } from '@parley/proto/events/v1/event';
import { UserChanged } from '@parley/proto/events/v1/facts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { noHolders } from '../src/domain/audience.ts';
import { subscriptionsRemoved } from '../src/events/subscriptions-removed.ts';
import { followPeople } from '../src/workers/people.ts';
import { type Env, followed, startChannel } from './support.ts';

let env: Env;
let owner: User;
let people: User[];
let guest: User;

beforeAll(async () => {
  env = await startChannel();
  owner = env.organization.add('owner');
  people = Array.from({ length: 5 }, () => env.organization.add('member'));
  guest = env.organization.add('guest');
});
afterAll(() => env[Symbol.asyncDispose]());
beforeEach(async () => {
  await env.received();
});

const ids = (users: readonly User[]) => users.map((user) => user.userId);

/** Makes the worker handle an event about a changed person. */
const followPerson = (user: User) =>
  followPeople(
    env.ctx,
    followed({ $case: 'userChanged', userChanged: UserChanged.fromPartial({ user }) }),
    new AbortController().signal,
  );

/** Returns the IDs of the unsubscribed people that a user learned from events. */
const leftIn = (events: readonly { op: string; user_ids?: unknown }[] = []): number[] =>
  events
    .filter(({ op }) => op === 'peer_remove')
    .flatMap(({ user_ids }) => user_ids as number[])
    .sort((a, b) => a - b);

it('people who leave together are reported once to each other and to all others', async () => {
  const [alice, ...others] = people as [User, ...User[]];
  const leaving = [...others, guest];
  await env.as(alice).create('harbour', { principalUserIds: ids([alice, ...leaving]) });
  await env.received();
  await env.as(owner).unsubscribe(['harbour'], { principalUserIds: ids(leaving) });
  const received = await env.received();
  for (const user of [owner, alice]) {
    expect(received.get(user.userId)!.map(({ op }) => op)).toEqual(['peer_remove']);
    expect(leftIn(received.get(user.userId))).toEqual(ids(leaving));
  }
  for (const user of others) {
    const [first, ...rest] = received.get(user.userId)!;
    expect(first!.op).toBe('remove');
    expect(leftIn(rest)).toEqual(ids(leaving).filter((id) => id !== user.userId));
  }
  // The guest can see the channel only with a subscription, so it is removed from the guest's client.
  expect(received.get(guest.userId)!.map(({ type, op }) => `${type}/${op}`)).toEqual([
    'subscription/remove',
    'stream/delete',
  ]);
});

it('thousands of people who leave together are reported to each other in a few dozen events', () => {
  const channel = { channelId: 1, name: 'crowd', isPrivate: false, isWebPublic: false };
  const left = Array.from({ length: 5_000 }, (_, at) => ({
    channelId: 1,
    userId: at + 1,
    isUserActive: true,
  }));
  const [first, ...rest] = subscriptionsRemoved(
    { channel, left, hiddenFrom: new Set([7]), holders: noHolders, boundary: 0 },
    undefined,
  );
  expect(first!.deliveries).toHaveLength(2);
  expect(rest.length).toBeLessThan(30);
  expect(Math.max(...rest.map((event) => Event.encode(event).finish().length))).toBeLessThan(200 * 1024);
  const received = new Map<number, number[]>();
  for (const { audience, json } of rest.flatMap((event) => event.deliveries)) {
    const { user_ids } = JSON.parse(json.toString());
    for (const id of audience!.userIds)
      if ([1, 7, 2_500, 5_000].includes(id)) received.set(id, (received.get(id) ?? []).concat(user_ids));
  }
  const everyone = left.map((row) => row.userId);
  for (const id of [1, 2_500, 5_000]) {
    expect(received.get(id)!.sort((a, b) => a - b)).toEqual(everyone.filter((each) => each !== id));
  }
  expect(received.has(7)).toBe(false);
});

it('a deactivated person is reported as leaving only once', async () => {
  const [alice, bob] = people as [User, User];
  const gone = env.organization.add('member');
  await followPerson(gone);
  await env.as(alice).create('quay', { principalUserIds: ids([alice, bob, gone]) });
  await followPerson(env.organization.change(gone, { isActive: false }));
  await env.received();
  await env.as(owner).unsubscribe(['quay'], { principalUserIds: ids([gone]) });
  expect(await env.received()).toEqual(new Map());
  await env.as(owner).unsubscribe(['quay'], { principalUserIds: ids([bob, gone]) });
  expect(leftIn((await env.received()).get(alice.userId))).toEqual(ids([bob]));
});
