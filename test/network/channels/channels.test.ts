import {
  type AnyNetwork,
  anyNetwork,
  type EventReader,
  Network,
  Organization,
  type Person,
} from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Tests channels and groups through the API: requests, answers, and the recipients of events.

let network: AnyNetwork;
let organization: Organization;
let owner: Person;
let people: Record<'alice' | 'bob' | 'carol' | 'eve', Person>;

beforeAll(async () => {
  network = await anyNetwork({ replicas: { channel: 2, messaging: 2, 'user-admin': 2 } });
  organization = await Organization.create(network);
  owner = organization.owner;
  people = await organization.add('alice', 'bob', 'carol', 'eve');
});

afterAll(() => network?.stop());

const refusal = (msg: string | RegExp, code = 'BAD_REQUEST') => ({
  body: { result: 'error', code, msg: typeof msg === 'string' ? msg : expect.stringMatching(msg) },
});

/**
 * Returns the new events of a queue. Leaves out changes of `first_message_id`, which come at unpredictable times because a
 * notice causes them.
 */
const eventsIn = async (queue: EventReader) =>
  (await queue.pollNow()).filter((event) => event.property !== 'first_message_id');

/** Waits until a call is refused. Other replicas may permit it for up to a second after the permission was removed. */
const isRefused = (attempt: () => Promise<unknown>) =>
  expect
    .poll(
      () =>
        attempt().then(
          () => 200,
          ({ status }) => status,
        ),
      { timeout: 60_000 },
    )
    .toBe(400);

async function create(person: Person, name: string, more: Record<string, unknown> = {}): Promise<number> {
  const { id } = await person.api.post('/channels/create', {
    name,
    subscribers: [person.userId],
    ...more,
  });
  return id;
}

describe('one channel', () => {
  it('is created, found and described for users who may see it', async () => {
    const { alice, bob, eve } = people;
    const id = await create(alice, 'Harbour', {
      description: 'Boats',
      subscribers: [alice.userId, bob.userId],
    });
    const { stream } = await eve.api.get(`/streams/${id}`);
    expect(stream).toMatchObject({ stream_id: id, name: 'Harbour', subscriber_count: 2, invite_only: false });
    expect(await eve.api.get('/get_stream_id', { stream: 'harBOUR' })).toMatchObject({ stream_id: id });
    expect((await eve.api.get(`/streams/${id}/members`)).subscribers).toEqual([alice.userId, bob.userId]);
    const status = (person: Person) => eve.api.get(`/users/${person.userId}/subscriptions/${id}`);
    expect(await status(bob)).toMatchObject({ is_subscribed: true });
    expect(await status(eve)).toMatchObject({ is_subscribed: false });
    await expect(create(bob, 'harbour')).rejects.toMatchObject({
      status: 409,
      code: 'CHANNEL_ALREADY_EXISTS',
    });
  });

  it('has no mail address where the deployment receives no mail', async (context) => {
    if (!(network instanceof Network)) context.skip('The containers of test:e2e receive mail.');
    const { alice } = people;
    const id = await create(alice, 'unaddressed');
    expect((await alice.api.get(`/streams/${id}/email_address`)).email).toBe('');
  });

  it('does not exist for users who may not see it', async () => {
    const { alice, eve } = people;
    const id = await create(alice, 'vault', { invite_only: true });
    await expect(eve.api.get(`/streams/${id}`)).rejects.toMatchObject(refusal('Invalid channel ID'));
    await expect(eve.api.get(`/streams/${id}/members`)).rejects.toMatchObject(refusal('Invalid channel ID'));
    await expect(eve.api.get('/get_stream_id', { stream: 'vault' })).rejects.toMatchObject(
      refusal("Invalid channel name 'vault'"),
    );
    await expect(eve.api.patch(`/streams/${id}`, { new_name: 'mine' })).rejects.toMatchObject(
      refusal('Invalid channel ID'),
    );
    // Administrators can see the channel and change its description, but cannot give themselves access to its messages.
    await owner.api.patch(`/streams/${id}`, { description: 'locked' });
    await expect(owner.api.patch(`/streams/${id}`, { is_private: false })).rejects.toMatchObject(
      refusal('Channel content access is required.'),
    );
  });

  it('announces each change to users who see it', async () => {
    const { alice, bob, eve } = people;
    const id = await create(alice, 'news', { subscribers: [alice.userId, bob.userId] });
    await network.caughtUp();
    const eves = await eve.register({ event_types: ['stream', 'subscription'] });
    await alice.api.patch(`/streams/${id}`, { new_name: 'news today', description: '**daily**' });
    await network.caughtUp();
    expect(await eventsIn(eves)).toMatchObject([
      { type: 'stream', op: 'update', property: 'name', name: 'news', value: 'news today', stream_id: id },
      {
        property: 'description',
        name: 'news today',
        value: '**daily**',
        rendered_description: '<p><strong>daily</strong></p>',
      },
    ]);
    const { members } = await alice.api
      .get('/user_groups')
      .then(({ user_groups }) =>
        Object.fromEntries(
          user_groups.map((group: { name: string; id: number }) => [group.name.slice(5), group.id]),
        ),
      );
    await expect(
      alice.api.patch(`/streams/${id}`, { can_send_message_group: { new: members, old: 1 } }),
    ).rejects.toMatchObject({
      body: {
        code: 'EXPECTATION_MISMATCH',
        msg: expect.stringMatching(/old/),
        current: { can_send_message_group: expect.anything() },
      },
    });
    await expect(bob.api.patch(`/streams/${id}`, { new_name: 'x' })).rejects.toMatchObject(
      refusal('You do not have permission to administer this channel.'),
    );
    await expect(alice.api.patch(`/streams/${id}`, { new_name: 'HARBOUR' })).rejects.toMatchObject(
      refusal('Channel name already in use.'),
    );
    await expect(alice.api.patch(`/streams/${id}`, { message_retention_days: 3 })).rejects.toMatchObject(
      refusal('Must be an organization owner', 'UNAUTHORIZED_PRINCIPAL'),
    );
    for (const days of [0, 36_501]) {
      await expect(owner.api.patch(`/streams/${id}`, { message_retention_days: days })).rejects.toMatchObject(
        {
          status: 400,
        },
      );
    }
    await owner.api.patch(`/streams/${id}`, { message_retention_days: 3, folder_id: 'null' });
    await network.caughtUp();
    expect(await eventsIn(eves)).toMatchObject([{ property: 'message_retention_days', value: 3 }]);
  });

  it('accepts the posting policy of older clients', async () => {
    const { alice } = people;
    const policies = async (id: number) => {
      const { stream_post_policy, is_announcement_only } = (await alice.api.get(`/streams/${id}`)).stream;
      return [stream_post_policy, is_announcement_only];
    };
    const id = await create(alice, 'bulletins', { is_announcement_only: true });
    expect(await policies(id)).toEqual([2, true]);
    const changed = await alice.api.patch(`/streams/${id}`, {
      stream_post_policy: 4,
      is_announcement_only: true,
    });
    expect(changed).not.toHaveProperty('ignored_parameters_unsupported');
    expect(await policies(id)).toEqual([4, false]);
    await alice.api.patch(`/streams/${id}`, { is_announcement_only: false });
    expect(await policies(id)).toEqual([1, false]);
  });

  it('becomes private and public again: outsiders lose it, and later receive it with its subscribers', async () => {
    const { alice, bob, eve } = people;
    const id = await create(alice, 'garden', { subscribers: [alice.userId, bob.userId] });
    await network.caughtUp();
    const [eves, bobs, owners] = await Promise.all(
      [eve, bob, owner].map((person) => person.register({ event_types: ['stream', 'subscription'] })),
    );
    await alice.api.patch(`/streams/${id}`, { is_private: true });
    await network.caughtUp();
    const change = {
      op: 'update',
      property: 'invite_only',
      value: true,
      history_public_to_subscribers: false,
      is_web_public: false,
    };
    expect(await eventsIn(eves!)).toMatchObject([{ type: 'stream', op: 'delete', stream_ids: [id] }]);
    expect(await eventsIn(bobs!)).toMatchObject([change]);
    expect(await eventsIn(owners!)).toMatchObject([change]);
    await alice.api.patch(`/streams/${id}`, { is_private: false });
    await network.caughtUp();
    expect(await eventsIn(eves!)).toMatchObject([
      { type: 'stream', op: 'create', streams: [{ stream_id: id, subscriber_count: 0, invite_only: false }] },
      { type: 'subscription', op: 'peer_add', stream_ids: [id], user_ids: [alice.userId, bob.userId] },
    ]);
    expect((await eventsIn(bobs!))[0]).toMatchObject({ op: 'update', property: 'invite_only', value: false });
  });

  it('is archived and restored, for clients with and without support for archived channels', async () => {
    const { alice, bob } = people;
    const id = await create(alice, 'attic', { subscribers: [alice.userId, bob.userId], folder_id: 'null' });
    await network.caughtUp();
    const types = ['stream', 'subscription'];
    const old = await bob.register({ event_types: types });
    const stranger = await people.carol.register({ event_types: types });
    const recent = await bob.register({
      event_types: types,
      client_capabilities: { archived_channels: true },
    });
    await alice.api.delete(`/streams/${id}`);
    await isRefused(() => alice.send(id, 'too late'));
    await network.caughtUp();
    expect(await eventsIn(old)).toMatchObject([{ op: 'delete', stream_ids: [id] }]);
    expect(await eventsIn(recent)).toMatchObject([{ op: 'update', property: 'is_archived', value: true }]);
    const names = async () =>
      (await bob.api.get('/streams')).streams.map((each: { name: string }) => each.name);
    expect(await names()).not.toContain('attic');
    await alice.api.patch(`/streams/${id}`, { is_archived: false });
    await network.caughtUp();
    const whole = { type: 'stream', op: 'create', streams: [{ stream_id: id, subscriber_count: 0 }] };
    const members = [alice.userId, bob.userId];
    expect(await eventsIn(old)).toMatchObject([
      whole,
      { op: 'add', subscriptions: [{ stream_id: id, subscribers: members, subscriber_count: 2 }] },
    ]);
    expect((await eventsIn(stranger)).slice(1)).toMatchObject([
      whole,
      { type: 'subscription', op: 'peer_add', stream_ids: [id], user_ids: members },
    ]);
    expect(await eventsIn(recent)).toMatchObject([{ op: 'update', property: 'is_archived', value: false }]);
    expect(await names()).toContain('attic');
    await alice.send(id, 'again');
  });

  it('accepts only the empty topic once all its messages are in it', async () => {
    const { alice } = people;
    const id = await create(alice, 'hall');
    await alice.send(id, 'in a topic', 'topic');
    await expect(
      alice.api.patch(`/streams/${id}`, { topics_policy: 'empty_topic_only' }),
    ).rejects.toMatchObject(refusal(/general chat topic/));
    const plain = await create(alice, 'plain');
    await alice.send(plain, 'in none', '');
    await alice.api.patch(`/streams/${plain}`, { topics_policy: 'empty_topic_only' });
    await isRefused(() => alice.send(plain, 'in a topic', 'topic'));
  });
});

describe('a personal setting of a channel', () => {
  it('reaches the other clients of the user, a mute under both names', async () => {
    const { alice, bob } = people;
    const id = await create(alice, 'quiet', { subscribers: [alice.userId, bob.userId] });
    await network.caughtUp();
    const queue = await bob.register({ event_types: ['subscription'] });
    const others = await alice.register({ event_types: ['subscription'] });
    await bob.api.post('/users/me/subscriptions/properties', {
      subscription_data: [
        { stream_id: id, property: 'in_home_view', value: false },
        { stream_id: id, property: 'color', value: '#ABC' },
        { stream_id: id, property: 'desktop_notifications', value: false },
        { stream_id: id, property: 'audible_notifications', value: true },
      ],
    });
    await bob.api.patch(`/users/me/subscriptions/${id}`, { property: 'pin_to_top', value: true });
    await network.caughtUp();
    expect(await eventsIn(queue)).toMatchObject([
      { op: 'update', stream_id: id, property: 'in_home_view', value: false },
      { property: 'is_muted', value: true },
      { property: 'color', value: '#aabbcc' },
      { property: 'desktop_notifications', value: false },
      { property: 'audible_notifications', value: true },
      { property: 'pin_to_top', value: true },
    ]);
    expect(await eventsIn(others)).toEqual([]);
    const { subscriptions } = await bob.api.get('/users/me/subscriptions');
    expect(subscriptions.find((each: { stream_id: number }) => each.stream_id === id)).toMatchObject({
      is_muted: true,
      in_home_view: false,
      color: '#aabbcc',
      desktop_notifications: false,
      audible_notifications: true,
      pin_to_top: true,
    });
    const set = (subscription_data: unknown) =>
      bob.api.post('/users/me/subscriptions/properties', { subscription_data });
    await expect(set([{ stream_id: id, property: 'is_muted', value: 'yes' }])).rejects.toMatchObject(
      refusal('is_muted is not a boolean'),
    );
    await expect(set([{ stream_id: id, property: 'smell', value: true }])).rejects.toMatchObject(
      refusal('Unknown subscription property: smell'),
    );
    await expect(people.eve.api.patch(`/users/me/subscriptions/${id}`, { property: 'is_muted', value: true }))
      .rejects //
      .toMatchObject(refusal(`Not subscribed to channel ID ${id}`));
  });

  it('applies to topics, also with the parameters of older clients', async () => {
    const { alice, eve } = people;
    const id = await create(alice, 'topics');
    const queue = await alice.register({
      event_types: ['user_topic', 'muted_topics'],
      client_capabilities: { empty_topic_name: true },
    });
    await alice.api.post('/user_topics', { stream_id: id, topic: 'Lunch', visibility_policy: 1 });
    await alice.api.post('/user_topics', { stream_id: id, topic: 'lunch', visibility_policy: 3 });
    await alice.api.post('/user_topics', { stream_id: id, topic: '', visibility_policy: 2 });
    await alice.api.patch('/users/me/subscriptions/muted_topics', {
      stream: 'topics',
      topic: 'tea',
      op: 'add',
    });
    await network.caughtUp();
    expect(await eventsIn(queue)).toMatchObject([
      { type: 'user_topic', stream_id: id, topic_name: 'Lunch', visibility_policy: 1 },
      { type: 'muted_topics', muted_topics: [['topics', 'Lunch', expect.any(Number)]] },
      { type: 'user_topic', topic_name: 'Lunch', visibility_policy: 3 },
      { type: 'muted_topics', muted_topics: [] },
      { type: 'user_topic', topic_name: '', visibility_policy: 2 },
      { type: 'user_topic', topic_name: 'tea', visibility_policy: 1 },
      { type: 'muted_topics' },
    ]);
    const { initial } = await alice.register({ fetch_event_types: ['user_topic'] });
    // Alice automatically follows topics that she starts.
    const here = initial.user_topics.filter((each: { stream_id: number }) => each.stream_id === id);
    expect(here).toMatchObject([
      { topic_name: 'general chat', visibility_policy: 2 },
      { topic_name: 'Lunch', visibility_policy: 3 },
      { topic_name: 'tea', visibility_policy: 1 },
    ]);
    const mute = (op: string) =>
      alice.api.patch('/users/me/subscriptions/muted_topics', { stream_id: id, topic: 'tea', op });
    // Muting a muted topic and unmuting another one succeed, and change nothing.
    const policyOfTea = async () =>
      (await alice.register({ fetch_event_types: ['user_topic'] })).initial.user_topics.find(
        ({ topic_name: name }: { topic_name: string }) => name === 'tea',
      )?.visibility_policy;
    await mute('add');
    expect(await policyOfTea()).toBe(1);
    await mute('remove');
    await mute('remove');
    expect(await policyOfTea()).toBeUndefined();
    await alice.api.post('/user_topics', { stream_id: id, topic: 'tea', visibility_policy: 3 });
    await mute('remove');
    expect(await policyOfTea()).toBe(3);
    const hidden = await create(alice, 'hidden topics', { invite_only: true });
    await expect(
      eve.api.post('/user_topics', { stream_id: hidden, topic: 'x', visibility_policy: 1 }),
    ).rejects.toMatchObject(refusal('Invalid channel ID'));
  });

  it('changes several subscriptions in one request', async () => {
    const { alice, carol } = people;
    await create(alice, 'one');
    await create(alice, 'two');
    await carol.subscribe(['one']);
    const answer = await carol.api.patch('/users/me/subscriptions', {
      delete: ['one'],
      add: [{ name: 'two' }],
    });
    expect(answer).toMatchObject({
      subscribed: { [carol.userId]: ['two'] },
      removed: ['one'],
      not_removed: [],
    });
    await expect(
      carol.api.patch('/users/me/subscriptions', { delete: ['two'], add: [{ name: ' ' }] }),
    ).rejects.toMatchObject({ status: 400 });
    const { subscriptions } = await carol.api.get('/users/me/subscriptions');
    expect(subscriptions.map((each: { name: string }) => each.name)).toContain('two');
    await expect(carol.api.patch('/users/me/subscriptions', {})).rejects.toMatchObject(
      refusal(/^Nothing to do/),
    );
  });
});

describe('for the organization', () => {
  it('administrators set default channels, and members are notified', async () => {
    const { alice } = people;
    const id = await create(alice, 'lobby');
    const queue = await alice.register({ event_types: ['default_streams'] });
    await expect(alice.api.post('/default_streams', { stream_id: id })).rejects.toMatchObject(
      refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'),
    );
    await owner.api.post('/default_streams', { stream_id: id });
    await network.caughtUp();
    expect(await eventsIn(queue)).toMatchObject([{ type: 'default_streams', default_streams: [id] }]);
    const { newcomer } = await organization.add('newcomer');
    await expect
      .poll(async () => (await newcomer.api.get('/users/me/subscriptions')).subscriptions.length)
      .toBe(1);
    await owner.api.delete('/default_streams', { stream_id: id });
    await network.caughtUp();
    expect(await eventsIn(queue)).toMatchObject([{ default_streams: [] }]);
    const secret = await create(owner, 'not by default', { invite_only: true });
    await expect(owner.api.post('/default_streams', { stream_id: secret })).rejects.toMatchObject(
      refusal('Private channels cannot be made default.'),
    );
  });

  it('folders are created, ordered, filled and emptied', async () => {
    const { alice } = people;
    const queue = await alice.register({ event_types: ['channel_folder', 'stream'] });
    await expect(alice.api.post('/channel_folders/create', { name: 'Mine' })).rejects.toMatchObject(
      refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'),
    );
    const folder = async (name: string) =>
      (await owner.api.post('/channel_folders/create', { name, description: '*d*' }))
        .channel_folder_id as number;
    const [first, second] = [await folder('First'), await folder('Second')];
    await expect(folder('first')).rejects.toMatchObject(refusal('Channel folder name already in use'));
    await owner.api.patch('/channel_folders', { order: [second, first] });
    await expect(owner.api.patch('/channel_folders', { order: [second] })).rejects.toMatchObject(
      refusal('Invalid order mapping.'),
    );
    const id = await create(owner, 'filed', { folder_id: first });
    await expect(owner.api.patch(`/channel_folders/${first}`, { is_archived: true })).rejects.toMatchObject(
      refusal(/remove all the channels/),
    );
    await owner.api.patch(`/streams/${id}`, { folder_id: null });
    await owner.api.patch(`/channel_folders/${first}`, { is_archived: true, name: 'Old' });
    await network.caughtUp();
    expect(await eventsIn(queue)).toMatchObject([
      { op: 'add', channel_folder: { id: first, name: 'First', rendered_description: '<p><em>d</em></p>' } },
      { op: 'add', channel_folder: { id: second, order: 1 } },
      { op: 'reorder', order: [second, first] },
      { type: 'stream', op: 'create' },
      { type: 'stream', property: 'folder_id', value: null },
      { op: 'update', channel_folder_id: first, data: { name: 'Old', is_archived: true } },
    ]);
    const { channel_folders } = await alice.api.get('/channel_folders');
    expect(channel_folders.map((each: { id: number }) => each.id)).toEqual([second]);
    const all = await alice.api.get('/channel_folders', { include_archived: true });
    expect(all.channel_folders).toHaveLength(2);
  });
});

describe('the notification bot', () => {
  const messagesIn = async (person: Person, narrow: unknown[]) =>
    (await person.messages(narrow)).map((message) => message.content as string);

  it('announces each change of a channel once, in the channel', async () => {
    const { alice, bob } = people;
    const id = await create(alice, 'notices', { subscribers: [alice.userId, bob.userId] });
    await alice.api.patch(`/streams/${id}`, { new_name: 'notes', description: 'All of it' });
    await owner.api.post('/default_streams', { stream_id: id });
    await owner.api.patch(`/streams/${id}`, {
      topics_policy: 'disable_empty_topic',
      is_default_stream: false,
    });
    await alice.api.patch(`/streams/${id}`, { is_private: true });
    const narrow = [{ operator: 'channel', operand: id }];
    await expect.poll(() => messagesIn(bob, narrow), { timeout: 60_000 }).toHaveLength(6);
    expect(await messagesIn(bob, narrow)).toEqual([
      expect.stringContaining('renamed channel **notices** to **notes**'),
      expect.stringContaining('changed the description'),
      expect.stringContaining('made this channel a default channel'),
      expect.stringContaining('topics'),
      expect.stringContaining('default channel'),
      expect.stringContaining('from **Public** to **Private, protected history**'),
    ]);
  });

  it('is silent about changes of channels where send_channel_events_messages is off', async () => {
    const { alice } = people;
    const id = await create(alice, 'quiet changes');
    await owner.api.patch('/realm', { send_channel_events_messages: false });
    await network.caughtUp();
    await alice.api.patch(`/streams/${id}`, { description: 'Unsaid' });
    await network.caughtUp();
    await owner.api.patch('/realm', { send_channel_events_messages: true });
    await network.caughtUp();
    await alice.api.patch(`/streams/${id}`, { description: 'Said' });
    const narrow = [{ operator: 'channel', operand: id }];
    // The bot handles events in order, so a notice of the first change would have arrived before the second one.
    await expect.poll(() => messagesIn(alice, narrow), { timeout: 60_000 }).toHaveLength(1);
    expect(await messagesIn(alice, narrow)).toEqual([expect.stringContaining('Said')]);
  });

  it('notifies users whom another user subscribed, unless the request turns notices off', async () => {
    const { alice, carol } = people;
    const narrow = [{ operator: 'is', operand: 'dm' }];
    const silent = await alice.subscribe(['unsaid'], [carol], { send_new_subscription_messages: false });
    expect(silent.new_subscription_messages_sent).toBe(false);
    const answer = await alice.subscribe(['said'], [carol, alice]);
    expect(answer.new_subscription_messages_sent).toBe(true);
    await expect
      .poll(() => messagesIn(carol, narrow), { timeout: 60_000 })
      .toEqual([`@_**alice|${alice.userId}** subscribed you to the channel #**said**.`]);
    expect(await messagesIn(alice, narrow)).toEqual([]);
  });

  it('announces new channels if the organization enables it, but never private ones', async () => {
    const { alice, bob } = people;
    const place = await create(owner, 'town crier', { subscribers: [bob.userId] });
    await owner.api.patch('/realm', { new_stream_announcements_stream_id: place });
    await network.caughtUp();
    await create(alice, 'unannounced');
    await create(alice, 'whispered', { announce: true, invite_only: true });
    await create(alice, 'proclaimed', { announce: true });
    const narrow = [
      { operator: 'channel', operand: place },
      { operator: 'topic', operand: 'new channels' },
    ];
    await expect
      .poll(() => messagesIn(bob, narrow), { timeout: 60_000 })
      .toEqual([`@_**alice|${alice.userId}** created a new channel #**proclaimed**.`]);
  });
});
