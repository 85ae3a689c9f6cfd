import { type Body, Network, Organization, Person, until } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Tests additions of feature levels above the announced one (docs/api/levels.json).

let network: Network;
let organization: Organization;
let owner: Person;
let alice: Person;
let bob: Person;
let home: string;

beforeAll(async () => {
  network = await Network.start();
  organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice, bob } = await organization.add('alice', 'bob'));
  await alice.subscribe(['open'], [alice, bob]);
  home = (await network.client().get('/server_settings')).realm_url;
});

afterAll(() => network?.stop());

const idOf = async (name: string): Promise<number> =>
  (await owner.api.get('/streams', { include_all: true })).streams.find(
    (channel: Body) => channel.name === name,
  ).stream_id;

describe('the answer to a send', () => {
  it('has the address of the message, and a link to it', async () => {
    const open = await idOf('open');
    const send = { type: 'channel', to: 'open', content: 'x' };
    const first = await alice.api.post('/messages', { ...send, topic: 'a *new* topic' });
    const url = `${home}/#narrow/channel/${open}-open/topic/a.20.2Anew.2A.20topic/near/${first.id}`;
    expect(first).toMatchObject({
      message_url: url,
      message_link: `[#open > a &#42;new&#42; topic @ 💬](${url})`,
    });
    const unnamed = await alice.api.post('/messages', { ...send, topic: '' });
    expect(unnamed.message_link).toBe(`[#open > general chat @ 💬](${unnamed.message_url})`);
    const direct = await alice.api.post('/messages', { type: 'direct', to: [bob.userId], content: 'x' });
    const dm = `${home}/#narrow/dm/${alice.userId},${bob.userId}/near/${direct.id}`;
    expect(direct).toMatchObject({ message_url: dm, message_link: dm });
  });

  it('names no channel that the bot which sends may not know', async () => {
    await bob.subscribe(['closed'], [bob], { invite_only: true });
    const { user_id, api_key, bot } = await bob.api.post('/bots', {
      full_name: 'poster',
      short_name: 'poster',
    });
    const { email } = bot;
    const poster = new Person(
      { userId: user_id, email, apiKey: api_key },
      network.client({ email, apiKey: api_key }),
    );
    const { stream_id: closed } = await bob.api.get('/get_stream_id', { stream: 'closed' });
    const sent = await poster.api.post('/messages', {
      type: 'channel',
      to: closed,
      topic: 't',
      content: 'x',
    });
    const url = `${home}/#narrow/channel/${closed}/topic/t/near/${sent.id}`;
    expect(sent).toMatchObject({ message_url: url, message_link: url });
  });
});

it('shows when a person was active in both forms, and the time of the server', async () => {
  await bob.api.post('/users/me/presence', { status: 'active', new_user_input: true });
  const answer = await until('the presence is known', () =>
    alice.api.get(`/users/${bob.userId}/presence`).catch(() => undefined),
  );
  const { active_timestamp: active } = answer.presence;
  const older = { status: 'active', timestamp: active };
  expect(answer.presence).toEqual({
    active_timestamp: expect.any(Number),
    idle_timestamp: active,
    website: older,
    aggregated: older,
  });
  expect(Math.abs(answer.server_timestamp - active)).toBeLessThan(60);
});

describe('the mark of deleted users', () => {
  const markOf = async (userId: number) => (await alice.api.get(`/users/${userId}`)).user.is_deleted;

  it('is shown and announced when the profile of a deactivated user is deleted, and ends with a reactivation', async () => {
    const { carol } = await organization.add('carol');
    const queue = await alice.register({ event_types: ['realm_user'], fetch_event_types: [] });
    expect(await markOf(carol.userId)).toBeUndefined();
    await owner.api.delete(`/users/${carol.userId}`);
    expect(await markOf(carol.userId)).toBeUndefined();
    await owner.api.delete(`/users/${carol.userId}`, { actions: { delete_profile: true } });
    expect(await markOf(carol.userId)).toBe(true);
    const { initial } = await alice.register({ event_types: ['realm_user'] });
    expect(initial.realm_non_active_users).toContainEqual(
      expect.objectContaining({ user_id: carol.userId, is_active: false, is_deleted: true }),
    );
    await owner.api.post(`/users/${carol.userId}/reactivate`);
    expect(await markOf(carol.userId)).toBeUndefined();
    await network.caughtUp();
    const marks = (await queue.pollNow())
      .filter(({ person }) => person?.is_deleted !== undefined)
      .map(({ person }) => person);
    expect(marks).toEqual([
      { user_id: carol.userId, is_deleted: true },
      { user_id: carol.userId, is_deleted: false },
    ]);
  });

  it('is shown for erased people and their bots', async () => {
    const { dave } = await organization.add('dave');
    const { user_id: bot } = await dave.api.post('/bots', { full_name: 'helper', short_name: 'helper' });
    await owner.api.post(`/users/${dave.userId}/erase`);
    expect([await markOf(dave.userId), await markOf(bot)]).toEqual([true, true]);
  });
});

it('keeps the previews of a message hidden for the person who hid them', async () => {
  const id = await alice.send('open', 'https://example.com');
  const [own, others] = [
    await bob.register({ event_types: ['update_message_flags', 'update_message'], fetch_event_types: [] }),
    await alice.register({ event_types: ['update_message_flags', 'update_message'], fetch_event_types: [] }),
  ];
  const change = { messages: [id], op: 'add', flag: 'hide_link_previews' };
  expect(await bob.api.post('/messages/flags', change)).toMatchObject({ messages: [id] });
  await alice.api.patch(`/messages/${id}`, { content: 'https://example.com again' });
  await network.caughtUp();
  expect(await own.pollNow()).toEqual([
    expect.objectContaining({
      type: 'update_message_flags',
      op: 'add',
      flag: 'hide_link_previews',
      messages: [id],
    }),
    expect.objectContaining({ type: 'update_message', flags: ['hide_link_previews'] }),
  ]);
  expect(await others.pollNow()).toEqual([expect.objectContaining({ type: 'update_message', flags: [] })]);
  const flagsOf = async (reader: Person) => (await reader.api.get(`/messages/${id}`)).message.flags;
  expect(await flagsOf(bob)).toEqual(['hide_link_previews']);
  expect(await flagsOf(alice)).toEqual([]);
  await bob.api.post('/messages/flags', { ...change, op: 'remove' });
  expect(await flagsOf(bob)).toEqual([]);
});

describe('mobile notifications of a channel by default', () => {
  const settingOf = async (person: Person, id: number) =>
    (await person.api.get('/users/me/subscriptions')).subscriptions.find(
      ({ stream_id }: Body) => stream_id === id,
    )?.push_notifications;

  it('are for people who are subscribed for the first time', async () => {
    const people = await organization.add('former', 'later');
    const { id } = await owner.api.post('/channels/create', {
      name: 'alerts',
      subscribers: [people.former.userId],
      default_push_notifications: true,
    });
    expect(await settingOf(people.former, id)).toBe(true);
    const queue = await alice.register({ event_types: ['stream'], fetch_event_types: [] });
    await owner.api.patch(`/streams/${id}`, { default_push_notifications: false });
    await network.caughtUp();
    expect(await queue.pollNow()).toEqual([
      expect.objectContaining({ op: 'update', property: 'default_push_notifications', value: false }),
    ]);
    await people.later.subscribe(['alerts'], [people.later]);
    expect(await settingOf(people.later, id)).toBeNull();
    await owner.api.patch(`/streams/${id}`, { default_push_notifications: true });
    // Who was subscribed before keeps the setting.
    await people.later.api.delete('/users/me/subscriptions', { subscriptions: ['alerts'] });
    await people.later.subscribe(['alerts'], [people.later]);
    expect(await settingOf(people.later, id)).toBeNull();
    await alice.subscribe(['alerts'], [alice]);
    expect(await settingOf(alice, id)).toBe(true);
    expect((await alice.api.get(`/streams/${id}`)).stream.default_push_notifications).toBe(true);
  });

  it('are decided by administrators', async () => {
    const open = await idOf('open');
    await expect(
      alice.api.patch(`/streams/${open}`, { default_push_notifications: true }),
    ).rejects.toMatchObject({ status: 400 });
    await expect(
      alice.api.post('/channels/create', { name: 'mine', subscribers: [], default_push_notifications: true }),
    ).rejects.toMatchObject({ status: 400 });
    expect((await alice.api.get(`/streams/${open}`)).stream.default_push_notifications).toBe(false);
  });
});
