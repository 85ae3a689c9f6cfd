import { type Body, Network, Organization, type Person, until } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Tests requests of existing libraries and programs, in the formats that they use.

let network: Network;
let owner: Person;
let alice: Person;

beforeAll(async () => {
  network = await Network.start();
  const organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice } = await organization.add('alice'));
});

afterAll(() => network?.stop());

const refused = (msg: string) => ({ status: 400, body: { result: 'error', code: 'BAD_REQUEST', msg } });

describe('/bot_storage', () => {
  const stored = async (person: Person, keys?: string[]) =>
    (await person.api.get('/bot_storage', keys && { keys })).storage as Body;

  it('stores texts by key, separately for each account', async () => {
    expect(await stored(alice)).toEqual({});
    await alice.api.put('/bot_storage', { storage: { a: '1', b: '"two"', '': 'ü\n💬' } });
    await alice.api.put('/bot_storage', { storage: { a: '{"x":3}' } });
    expect(await stored(alice)).toEqual({ a: '{"x":3}', b: '"two"', '': 'ü\n💬' });
    expect(await stored(alice, ['b', 'a', 'a'])).toEqual({ a: '{"x":3}', b: '"two"' });
    expect(await stored(alice, [])).toEqual({});
    expect(await stored(owner)).toEqual({});
    expect(await owner.api.raw('GET', '/bot_storage', { keys: ['a'] })).toMatchObject(
      refused('Key does not exist.'),
    );
  });

  it('deletes some keys, or all', async () => {
    await alice.api.put('/bot_storage', { storage: { a: '1', b: '2', c: '3' } });
    const unknown = await alice.api.raw('DELETE', '/bot_storage', { keys: ['a', 'z'] });
    expect(unknown).toMatchObject(refused('Key does not exist.'));
    expect(await stored(alice, ['a', 'b', 'c'])).toEqual({ a: '1', b: '2', c: '3' });
    await alice.api.delete('/bot_storage', { keys: ['a'] });
    expect(await alice.api.raw('GET', '/bot_storage', { keys: ['a', 'b'] })).toMatchObject({ status: 400 });
    await alice.api.delete('/bot_storage');
    expect(await stored(alice)).toEqual({});
  });

  it('limits sizes and accepts only texts', async () => {
    const put = (storage: unknown) => alice.api.raw('PUT', '/bot_storage', { storage });
    expect(await put({ ['k'.repeat(501)]: '' })).toMatchObject(
      refused('storage has a key that is too long (limit: 500 characters)'),
    );
    expect(await put({ a: 1 })).toMatchObject(refused('storage["a"] is not a string'));
    expect(await put(['a'])).toMatchObject({ status: 400 });
    expect(await put({ a: 'null\0byte' })).toMatchObject({ status: 400 });
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`${at}`, '']));
    expect(await put({ ...many, more: '' })).toMatchObject(refused('At most 10000 keys can be stored.'));
    expect(await stored(alice)).toEqual({});
  });

  it('is available to bots and people, and requires an account', async () => {
    const names = { full_name: 'Keeper', short_name: 'keeper' };
    const { api_key: apiKey, user_id: botId } = await owner.api.post('/bots', names);
    const { user } = await owner.api.get(`/users/${botId}`);
    const keeper = network.client({ email: user.email, apiKey });
    await keeper.put('/bot_storage', { storage: { state: '7' } });
    expect((await keeper.get('/bot_storage')).storage).toEqual({ state: '7' });
    expect(await network.client().raw('GET', '/bot_storage')).toMatchObject({ status: 401 });
  });
});

it('settings are accepted at their former addresses', async () => {
  await alice.api.patch('/settings/notifications', { enable_sounds: false });
  await alice.api.patch('/settings/display', { twenty_four_hour_time: true });
  const { initial } = await alice.register({ event_types: [], fetch_event_types: ['user_settings'] });
  expect(initial.user_settings).toMatchObject({ enable_sounds: false, twenty_four_hour_time: true });
});

it('a group that is removed is deactivated', async () => {
  const { group_id: id } = await owner.api.post('/user_groups/create', {
    name: 'former',
    description: '',
    members: [alice.userId],
  });
  expect(await alice.api.raw('DELETE', `/user_groups/${id}`)).toMatchObject({ status: 400 });
  await owner.api.delete(`/user_groups/${id}`);
  const { user_groups: shown } = await owner.api.get('/user_groups', { include_deactivated_groups: true });
  expect(shown.find((group: Body) => group.id === id)).toMatchObject({ name: 'former', deactivated: true });
});

it('a new subscription has explicit notification settings for clients that do not support null', async () => {
  await alice.api.patch('/settings', {
    enable_stream_push_notifications: true,
    wildcard_mentions_notify: true,
  });
  const types = { event_types: ['subscription'], fetch_event_types: [] };
  const older = await alice.register({ ...types, client_capabilities: {} });
  const newer = await alice.register({ ...types, client_capabilities: { notification_settings_null: true } });
  await alice.subscribe(['horn']);
  const added = async (queue: typeof older) => {
    let shown: Body | undefined;
    await until('the subscription arrives', async () => {
      const events = await queue.pollNow();
      shown = events.find(({ op }) => op === 'add')?.subscriptions[0];
      return shown !== undefined;
    });
    return [shown!.desktop_notifications, shown!.push_notifications, shown!.wildcard_mentions_notify];
  };
  expect(await added(older)).toEqual([false, true, true]);
  expect(await added(newer)).toEqual([null, null, null]);
  await alice.api.patch('/settings', { enable_stream_push_notifications: false });
});

it('channels have explicit notification settings for clients that do not support null', async () => {
  const { subscribed } = await alice.subscribe(['bell', 'whistle']);
  expect(subscribed).toBeDefined();
  const { stream_id: bell } = await alice.api.get('/get_stream_id', { stream: 'bell' });
  await alice.api.patch('/settings', {
    enable_stream_email_notifications: true,
    wildcard_mentions_notify: false,
  });
  const loud = { stream_id: bell, property: 'desktop_notifications', value: true };
  await alice.api.post('/users/me/subscriptions/properties', { subscription_data: [loud] });
  await alice.unsubscribe(['whistle']);
  const settings = async (client_capabilities: Body) => {
    const wanted = { event_types: [], fetch_event_types: ['subscription'], client_capabilities };
    const { subscriptions, unsubscribed } = (await alice.register(wanted)).initial;
    return [...subscriptions, ...unsubscribed]
      .filter(({ name }: Body) => name === 'bell' || name === 'whistle')
      .map((each: Body) => [
        each.desktop_notifications,
        each.email_notifications,
        each.push_notifications,
        each.audible_notifications,
        each.wildcard_mentions_notify,
      ]);
  };
  expect(await settings({ notification_settings_null: true })).toEqual([
    [true, null, null, null, null],
    [null, null, null, null, null],
  ]);
  expect(await settings({})).toEqual([
    [true, true, false, false, false],
    [false, true, false, false, false],
  ]);
});
