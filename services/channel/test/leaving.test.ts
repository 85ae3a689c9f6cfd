import type { User } from '@parley/directory';
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
  await env.heard();
});

const ids = (users: readonly User[]) => users.map((user) => user.userId);

/** What the log tells of a person, as the service's worker takes it. */
const tellPerson = (user: User) =>
  followPeople(
    env.ctx,
    followed({ $case: 'userChanged', userChanged: UserChanged.fromPartial({ user }) }),
    new AbortController().signal,
  );

/** IDs that somebody heard of as having left, one by one. */
const heardLeave = (events: readonly { op: string; user_ids?: unknown }[] = []): number[] =>
  events
    .filter(({ op }) => op === 'peer_remove')
    .flatMap(({ user_ids }) => user_ids as number[])
    .sort((a, b) => a - b);

it('those who leave together hear of each other as everybody else does, once', async () => {
  const [alice, ...others] = people as [User, ...User[]];
  const leaving = [...others, guest];
  await env.as(alice).create('harbour', { principalUserIds: ids([alice, ...leaving]) });
  await env.heard();
  await env.as(owner).unsubscribe(['harbour'], { principalUserIds: ids(leaving) });
  const heard = await env.heard();
  for (const user of [owner, alice]) {
    expect(heard.get(user.userId)!.map(({ op }) => op)).toEqual(['peer_remove']);
    expect(heardLeave(heard.get(user.userId))).toEqual(ids(leaving));
  }
  for (const user of others) {
    const [first, ...rest] = heard.get(user.userId)!;
    expect(first!.op).toBe('remove');
    expect(heardLeave(rest)).toEqual(ids(leaving).filter((id) => id !== user.userId));
  }
  // The channel is gone for a guest who left it.
  expect(heard.get(guest.userId)!.map(({ type, op }) => `${type}/${op}`)).toEqual([
    'subscription/remove',
    'stream/delete',
  ]);
});

it('tells thousands who leave together of each other in a few dozen events', () => {
  const channel = { channelId: 1, name: 'crowd', isPrivate: false, isWebPublic: false };
  const left = Array.from({ length: 5_000 }, (_, at) => ({
    channelId: 1,
    userId: at + 1,
    isUserActive: true,
  }));
  const [first, ...rest] = subscriptionsRemoved(
    { channel, left, unaware: new Set([7]), holders: noHolders, boundary: 0 },
    undefined,
  );
  expect(first!.deliveries).toHaveLength(2);
  expect(rest.length).toBeLessThan(30);
  expect(Math.max(...rest.map((event) => Event.encode(event).finish().length))).toBeLessThan(200 * 1024);
  const heard = new Map<number, number[]>();
  for (const { audience, json } of rest.flatMap((event) => event.deliveries)) {
    const { user_ids } = JSON.parse(json.toString());
    for (const id of audience!.userIds)
      if ([1, 7, 2_500, 5_000].includes(id)) heard.set(id, (heard.get(id) ?? []).concat(user_ids));
  }
  const everybody = left.map((row) => row.userId);
  for (const id of [1, 2_500, 5_000]) {
    expect(heard.get(id)!.sort((a, b) => a - b)).toEqual(everybody.filter((each) => each !== id));
  }
  expect(heard.has(7)).toBe(false);
});

it('nobody hears of a deactivated person for a second time', async () => {
  const [alice, bob] = people as [User, User];
  const gone = env.organization.add('member');
  await tellPerson(gone);
  await env.as(alice).create('quay', { principalUserIds: ids([alice, bob, gone]) });
  await tellPerson(env.organization.change(gone, { isActive: false }));
  await env.heard();
  await env.as(owner).unsubscribe(['quay'], { principalUserIds: ids([gone]) });
  expect(await env.heard()).toEqual(new Map());
  await env.as(owner).unsubscribe(['quay'], { principalUserIds: ids([bob, gone]) });
  expect(heardLeave((await env.heard()).get(alice.userId))).toEqual(ids([bob]));
});
