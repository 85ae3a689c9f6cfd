import type { ParleyError } from '@parley/core';
import { sql } from '@parley/db';
import type { User } from '@parley/facts';
import { GetChannelsRequest, GetInitialStateRequest } from '@parley/proto/channel/v1/channel';
import { changesSettled } from '@parley/test-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createChannelLists } from '../src/context.ts';
import { deleteChannel } from '../src/db/imports.ts';
import { getChannels } from '../src/rpc/get-channels.ts';
import { getInitialState } from '../src/rpc/get-initial-state.ts';
import { type Env, scopeOf, startChannel } from './support.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers as clients do
type Fields = Record<string, any>;

let env: Env;
let owner: User;
let reader: User;
let guest: User;
let ids: number[];

/** Returns the context of another replica, which shares only the database. */
const replica = () => ({ ...env.ctx, channelLists: createChannelLists() });

beforeAll(async () => {
  env = await startChannel();
  owner = env.organization.add('owner');
  reader = env.organization.add('member');
  guest = env.organization.add('guest');
  const people = [owner, reader, guest].map(({ userId }) => userId);
  ids = [];
  // These are more channels than one block contains.
  for (let index = 0; index < 70; index++) {
    const created = await env.as(owner).create(`channel ${index}`, {
      inviteOnly: index % 10 === 3,
      isWebPublic: index % 10 === 5,
      principalUserIds: index % 4 === 0 ? people : [owner.userId],
    });
    ids.push(created.channelId);
  }
});
afterAll(() => env[Symbol.asyncDispose]());

/** Returns the fields about channels of a register response. */
async function registered(ctx: Env['ctx'], user: User, more: Fields = {}): Promise<Fields> {
  const request = GetInitialStateRequest.fromPartial({
    options: {
      fetchEventTypes: ['subscription', 'stream', 'default_streams'],
      capabilities: ['archived_channels'],
      includeSubscribers: 'true',
      ...more,
    },
    notifications: more.notifications,
  });
  const { state } = await getInitialState(ctx, request, scopeOf(ctx, user));
  return JSON.parse(state!.fieldsJson.toString());
}

/** Returns the channels that a person sees, each of which is read from the database. */
async function visible(user: User): Promise<Fields[]> {
  const rows = await env.db.many<{ id: number }>(
    sql`select channel_id as id from channels order by channel_id`,
  );
  const seen = await Promise.all(
    rows.map(({ id }) =>
      env
        .as(user)
        .channel(id)
        .catch((error: ParleyError) => {
          if (error.status >= 500) throw error;
          return undefined;
        }),
    ),
  );
  return seen.filter((each) => each !== undefined);
}

/** Returns the answer to GET /streams with all channels. */
async function listed(ctx: Env['ctx'], user: User): Promise<Fields[]> {
  const filter = { includePublic: true, includeSubscribed: true, includeAll: true };
  const { streamsJson } = await getChannels(ctx, GetChannelsRequest.fromPartial(filter), scopeOf(ctx, user));
  return JSON.parse(streamsJson.toString());
}

/** Checks lists of channels against operations that read the database each time. */
async function check(ctx: Env['ctx'], user: User, streams: Fields[], when: string): Promise<void> {
  const fields = await registered(ctx, user);
  expect(await listed(ctx, user), when).toEqual(streams);
  const subscriptions = await env.as(user).subscriptions('true');
  expect(fields.streams, when).toEqual(streams);
  expect(
    fields.subscriptions.filter((each: Fields) => !each.is_archived),
    when,
  ).toEqual(subscriptions);
  const others = [...fields.unsubscribed, ...fields.never_subscribed];
  expect(
    [...fields.subscriptions, ...others].map((each) => each.stream_id).toSorted((one, two) => one - two),
    when,
  ).toEqual(streams.map((each) => each.stream_id));
  for (const { subscribers, color: _, ...rest } of fields.never_subscribed) {
    const expected = streams.find((each) => each.stream_id === rest.stream_id);
    expect([rest, subscribers], when).toEqual([expected, await subscribersOf(rest.stream_id)]);
  }
}

async function subscribersOf(channelId: number): Promise<number[]> {
  const rows = await env.db.many<{ userId: number }>(sql`
    select user_id as "userId" from subscriptions
     where channel_id = ${channelId} and is_subscribed and is_user_active order by user_id`);
  return rows.map(({ userId }) => userId);
}

it('shows the current channels after each change, to every role and at every replica', async () => {
  const run = (query: ReturnType<typeof sql>) => env.db.execute(query);
  const [one, two, three] = ids as [number, number, number];
  const changes: [string, () => Promise<unknown>][] = [
    ['nothing', async () => undefined],
    ['a name', () => env.as(owner).update(one, { newName: 'renamed' })],
    ['another subscriber', () => env.as(reader).subscribe('channel 1')],
    ['a subscriber less', () => env.as(reader).unsubscribe(['channel 4'])],
    [
      'a deactivated person',
      () =>
        run(sql`
      update subscriptions set is_user_active = false where user_id = ${guest.userId}`),
    ],
    [
      'an active person',
      () =>
        run(sql`
      update subscriptions set is_user_active = true where user_id = ${guest.userId}`),
    ],
    [
      'a deleted subscription',
      () =>
        run(sql`
      delete from subscriptions where user_id = ${guest.userId} and channel_id = ${ids[8]}`),
    ],
    [
      'a personal colour',
      () =>
        run(sql`
      update subscriptions set color = '#123456', is_pinned = true where user_id = ${reader.userId} and channel_id = ${two}`),
    ],
    [
      'traffic',
      () =>
        run(sql`
      with old as (update channels set created_at = now() - interval '30 days' where channel_id = ${three})
      insert into channel_traffic values (${three}, current_date - 1, 280)`),
    ],
    ['more traffic', () => run(sql`update channel_traffic set message_count = 560`)],
    [
      'an archived channel',
      () => run(sql`update channels set archived_at = now() where channel_id = ${three}`),
    ],
    ['a new channel', () => env.as(owner).create('newest', { inviteOnly: true })],
    ['every channel', () => run(sql`update channels set description = description || '!'`)],
  ];
  const other = replica();
  for (const [what, change] of changes) {
    await change();
    for (const user of [owner, reader, guest]) {
      const streams = await visible(user);
      await check(env.ctx, user, streams, `after ${what}, for user ${user.userId}`);
      await check(other, user, streams, `after ${what}, at the other replica, for user ${user.userId}`);
    }
  }
});

it('replaces missing personal settings for clients that do not accept null', async () => {
  const notifications = { desktop: true, email: false, push: true, audible: false, wildcardMentions: true };
  const { subscriptions } = await registered(env.ctx, reader, { notifications });
  expect(subscriptions.length).toBeGreaterThan(10);
  for (const each of subscriptions) {
    expect(each).toMatchObject({ desktop_notifications: true, email_notifications: false });
    expect(Array.isArray(each.subscribers)).toBe(true);
  }
});

it('omits archived channels and subscribers that the client does not request', async () => {
  const all = await registered(env.ctx, owner);
  const archived = all.streams.filter((each: Fields) => each.is_archived);
  expect(archived).toHaveLength(1);
  const without = await registered(env.ctx, owner, { capabilities: [], includeSubscribers: 'false' });
  expect(without.streams).toEqual(all.streams.filter((each: Fields) => !each.is_archived));
  expect(without.subscriptions[0]).not.toHaveProperty('subscribers');
  expect(without.subscriptions).toHaveLength(all.subscriptions.length - 1);
});

it('gives empty lists to a person who sees nothing', async () => {
  const stranger = env.organization.add('guest');
  const fields = await registered(env.ctx, stranger);
  const isWebPublic = (each: Fields) => each.is_web_public;
  expect(fields).toMatchObject({ subscriptions: [], unsubscribed: [], realm_default_streams: [] });
  expect(fields.never_subscribed.every(isWebPublic)).toBe(true);
  expect(fields.never_subscribed).toHaveLength(7);
});

it('shows a change that was uncommitted when the list was read', async () => {
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
  const describing = env.db.tx(async (tx) => {
    await tx.execute(sql`update channels set description = 'At last' where channel_id = ${ids[1]}`);
    begin();
    await mayCommit;
  });
  await hasBegun;
  const description = async () =>
    (await registered(env.ctx, owner)).streams.find((each: Fields) => each.stream_id === ids[1]).description;
  for (const channelId of [ids[2], ids[6]]) {
    await env.db.execute(sql`update channels set description = 'Meanwhile' where channel_id = ${channelId}`);
    expect(await description()).not.toBe('At last');
  }
  commit();
  await describing;
  expect(await description()).toBe('At last');
});

it('sends only the blocks of channels that changed since the gateway received them', async () => {
  await changesSettled(env.db, sql`channel_changes`);
  const options = (heldTexts: Buffer[]) =>
    GetInitialStateRequest.fromPartial({
      options: {
        fetchEventTypes: ['subscription', 'stream'],
        includeSubscribers: 'true',
        takesShared: true,
        asksAgain: false,
        heldTexts,
      },
    });
  const shared = async (user: User, heldTexts: Buffer[]) =>
    (await getInitialState(env.ctx, options(heldTexts), scopeOf(env.ctx, user))).state!.shared;
  const sentOf = (members: Awaited<ReturnType<typeof shared>>) =>
    members.filter((each) => each.text.length > 0);
  const digestsOf = (members: Awaited<ReturnType<typeof shared>>) =>
    [...new Set(members.map(({ digest }) => digest.toString('hex')))].map((each) => Buffer.from(each, 'hex'));
  const first = await shared(owner, []);
  const digests = digestsOf(first);
  // 71 channels are three blocks. Each block has three texts (with personal settings, with subscribers, without both), and
  // there is the text of an empty list. So at most ten texts are sent, even if several fields contain the same text.
  expect(digests.length).toBeLessThanOrEqual(10);
  expect(sentOf(first)).toHaveLength(digests.length);
  expect(sentOf(await shared(owner, digests))).toEqual([]);
  // Two people receive the same texts for what they see alike.
  const others = digestsOf(await shared(reader, []));
  const known = [...digests, ...others];
  expect(new Set(known.map(String)).size).toBeLessThanOrEqual(10);
  expect(sentOf(await shared(reader, known))).toEqual([]);

  await env.db.execute(sql`update channels set description = 'Changed' where channel_id = ${ids[40]}`);
  const changed = sentOf(await shared(reader, known));
  expect(changed.length).toBeGreaterThan(0);
  expect(changed.length).toBeLessThanOrEqual(3);
  for (const { text } of changed) {
    expect(text.toString()).toContain('"Changed"');
    expect(text.toString()).toContain('"channel 39"');
  }
});

it('does not show a channel any more that was deleted, whether it had subscribers or not', async () => {
  const [left, read] = await Promise.all(
    ['left', 'read'].map((name) => env.as(owner).create(name, { principalUserIds: [owner.userId] })),
  );
  const names = async () => (await registered(env.ctx, owner)).streams.map(({ name }: Fields) => name);
  await env.db.execute(sql`delete from subscriptions where channel_id = ${left!.channelId}`);
  expect(await names()).toEqual(expect.arrayContaining(['left', 'read']));
  for (const { channelId } of [left!, read!]) await env.db.tx((tx) => deleteChannel(tx, channelId));
  for (const name of ['left', 'read']) expect(await names()).not.toContain(name);
});
