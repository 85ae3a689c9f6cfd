import { sql } from '@parley/db';
import { type Body, Network, Organization, Person, until } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../open-database.ts';

// Tests what newer feature levels of the API promise (docs/api/levels.json), where no other test does.

let network: Network;
let organization: Organization;
let owner: Person;
let admin: Person;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  network = await Network.start();
  organization = await Organization.create(network);
  owner = organization.owner;
  ({ admin, alice, bob } = await organization.add('admin', 'alice', 'bob'));
  await owner.api.patch(`/users/${admin.userId}`, { role: 200 });
  await alice.subscribe(['open'], [alice, bob]);
});

afterAll(() => network?.stop());

const refused = (code = 'BAD_REQUEST') => ({ status: 400, body: { result: 'error', code } });

const idOf = async (name: string): Promise<number> =>
  (await owner.api.get('/streams', { include_all: true })).streams.find(
    (channel: Body) => channel.name === name,
  ).stream_id;

/** Returns the events that a person receives during an action. */
async function eventsDuring(
  person: Person,
  types: readonly string[],
  action: () => Promise<unknown>,
): Promise<Body[]> {
  const queue = await person.register({ event_types: types, fetch_event_types: [] });
  await action();
  await network.caughtUp();
  return queue.pollNow();
}

async function settingsOf(person: Person): Promise<Body> {
  const { initial } = await person.register({ event_types: [], fetch_event_types: ['user_settings'] });
  return initial.user_settings as Body;
}

async function createBot(creator: Person, name: string): Promise<Person> {
  const { user_id, api_key, bot } = await creator.api.post('/bots', { full_name: name, short_name: name });
  const { email } = bot;
  return new Person({ userId: user_id, email, apiKey: api_key }, network.client({ email, apiKey: api_key }));
}

it('lists the channels of users and bots, except those that the caller may not see', async () => {
  await bob.subscribe(['hidden'], [bob], { invite_only: true });
  const bot = await createBot(bob, 'walker');
  await bob.subscribe(['open'], [bot]);
  const [open, hidden] = [await idOf('open'), await idOf('hidden')];
  const channelsOf = async (reader: Person, { userId }: Person) =>
    (await reader.api.get(`/users/${userId}/channels`)).subscribed_channel_ids;
  expect(await channelsOf(bob, bob)).toEqual([open, hidden].sort((one, other) => one - other));
  expect(await channelsOf(alice, bob)).toEqual([open]);
  expect(await channelsOf(alice, bot)).toEqual([open]);
  await expect(alice.api.get('/users/999999/channels')).rejects.toMatchObject(refused());
});

it('lets only those begin topics whom the channel permits', async () => {
  await alice.subscribe(['few topics'], [alice, bob]);
  const stream_id = await idOf('few topics');
  await alice.send('few topics', 'begun', 'old');
  const { realm_user_groups } = (await owner.register({ fetch_event_types: ['realm_user_groups'] })).initial;
  const nobody = (realm_user_groups as Body[]).find(({ name }) => name === 'role:nobody')!.id;
  await owner.api.patch(`/streams/${stream_id}`, { can_create_topic_group: { new: nobody } });
  await network.caughtUp();
  await expect(bob.send('few topics', 'refused', 'new')).rejects.toMatchObject({ status: 400 });
  expect(await bob.send('few topics', 'goes on', 'old')).toBeGreaterThan(0);
});

it('says who begins topics in a channel, wherever a channel is described', async () => {
  const { realm_user_groups } = (await owner.register({ fetch_event_types: ['realm_user_groups'] })).initial;
  const groupOf = (name: string) => (realm_user_groups as Body[]).find((group) => group.name === name)!.id;
  const [everyone, admins] = [groupOf('role:everyone'), groupOf('role:administrators')];
  await alice.api.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'guarded' }],
    principals: [alice.userId, bob.userId],
    can_create_topic_group: admins,
  });
  const stream_id = await idOf('guarded');
  const permissionIn = (channels: Body[]) =>
    channels.find((channel) => channel.stream_id === stream_id)?.can_create_topic_group;
  const everywhere = async () => [
    permissionIn((await bob.api.get('/users/me/subscriptions')).subscriptions),
    permissionIn((await bob.api.get('/streams')).streams),
    (await bob.api.get(`/streams/${stream_id}`)).stream.can_create_topic_group,
    permissionIn((await bob.register()).initial.subscriptions as Body[]),
  ];
  expect(await everywhere()).toEqual([admins, admins, admins, admins]);
  const inOneHour = Math.floor(Date.now() / 1_000) + 3_600;
  const later = {
    ...{ type: 'channel', to: stream_id, topic: 'later', content: 'x' },
    scheduled_delivery_timestamp: inOneHour,
  };
  await expect(bob.api.post('/scheduled_messages', later)).rejects.toMatchObject({ status: 400 });
  const sent = await bob.send('open', 'to be moved', 'elsewhere');
  await owner.api.patch('/realm', { move_messages_between_streams_limit_seconds: 'unlimited' });
  const move = { stream_id, topic: 'moved in' };
  await expect(bob.api.patch(`/messages/${sent}`, move)).rejects.toMatchObject({ status: 400 });
  await admin.subscribe(['guarded'], [admin]);
  await admin.send('guarded', 'begun', 'Begun');
  const { api } = owner;
  const events = await eventsDuring(bob, ['stream'], () =>
    api.patch(`/streams/${stream_id}`, { can_create_topic_group: { new: everyone, old: admins } }),
  );
  expect(events).toMatchObject([
    { op: 'update', property: 'can_create_topic_group', value: everyone, stream_id },
  ]);
  expect(await bob.send('guarded', 'begun by bob', 'now')).toBeGreaterThan(0);
});

it('finds the messages of a date', async () => {
  const db = openDatabase(network);
  onTestFinished(() => db.close());
  await alice.subscribe(['dated'], [alice]);
  // In the future, because times ascend with IDs.
  const days = [
    '2046-03-01T23:30:00Z',
    '2046-03-02T00:00:00Z',
    '2046-03-02T10:00:00Z',
    '2046-03-04T08:00:00Z',
  ];
  const ids: number[] = [];
  for (const day of days) {
    const id = await alice.send('dated', day, 'days');
    ids.push(id);
    await db.execute(sql`update messaging.messages set sent_at = ${day}::timestamptz where id = ${id}`);
  }
  const at = async (anchor_date: unknown, num_before = 0) => {
    const narrow = [{ operator: 'channel', operand: 'dated' }];
    const window = { num_before, num_after: 0, narrow };
    const answer = await alice.api.get('/messages', { anchor: 'date', anchor_date, ...window });
    return [answer.anchor, answer.messages.map(({ id }: Body) => id)];
  };
  const found = (index: number) => [ids[index], [ids[index]]];
  expect(await at('2046-03-01')).toEqual(found(0));
  expect(await at('2046-03-02')).toEqual(found(1));
  expect(await at('2046-03-02T00:00:01')).toEqual(found(2));
  expect(await at('2046-03-02T12:00:00+02:00')).toEqual(found(2));
  expect(await at('2046-03-02T10:00:01Z')).toEqual(found(3));
  expect(await at('2046-03-03')).toEqual(found(3));
  // Nothing is newer, so it is the newest.
  expect((await at('2046-03-05', 1))[1]).toEqual([ids[3]]);
  for (const wrong of ['2046-02-30', 'yesterday', '', undefined]) {
    await expect(at(wrong), String(wrong)).rejects.toMatchObject({ status: 400 });
  }
});

it('calls the view of recent conversations by its new and its former name', async () => {
  const events = await eventsDuring(alice, ['user_settings'], () =>
    alice.api.patch('/settings', { web_home_view: 'recent' }),
  );
  expect(events).toMatchObject([{ op: 'update', property: 'web_home_view', value: 'recent' }]);
  expect((await settingsOf(alice)).web_home_view).toBe('recent');
  await owner.api.patch('/realm/user_settings_defaults', { web_home_view: 'recent' });
  const fetched = { event_types: [], fetch_event_types: ['realm_user_settings_defaults'] };
  const { initial } = await owner.register(fetched);
  expect(initial.realm_user_settings_defaults).toMatchObject({ web_home_view: 'recent' });
  await alice.api.patch('/settings', { web_home_view: 'recent_topics' });
  expect((await settingsOf(alice)).web_home_view).toBe('recent');
  await alice.api.patch('/settings', { web_home_view: 'inbox' });
});

it('answers for bots where it asks about subscriptions and groups', async () => {
  const bot = await createBot(bob, 'member');
  await bob.subscribe(['open'], [bot]);
  const [open, closed] = [await idOf('open'), await idOf('hidden')];
  const isSubscribed = async (id: number) =>
    (await bob.api.get(`/users/${bot.userId}/subscriptions/${id}`)).is_subscribed;
  expect([await isSubscribed(open), await isSubscribed(closed)]).toEqual([true, false]);
  const { group_id } = await owner.api.post('/user_groups/create', {
    name: 'machines',
    description: '',
    members: [bot.userId],
  });
  const isMember = async (userId: number) =>
    (await alice.api.get(`/user_groups/${group_id}/members/${userId}`)).is_user_group_member;
  expect([await isMember(bot.userId), await isMember(bob.userId)]).toEqual([true, false]);
});

it('keeps a queue as long as the client asks', async () => {
  const { initial } = await alice.register({ event_types: [], idle_queue_timeout: 1_800 });
  expect(initial.idle_queue_timeout_secs).toBe(1_800);
  const { event_queues } = await alice.api.get('/event_queues');
  expect(event_queues).toContainEqual(expect.objectContaining({ idle_queue_timeout_secs: 1_800 }));
});

it('reads archived channels and their topics', async () => {
  await alice.subscribe(['closed down'], [alice]);
  const stream_id = await idOf('closed down');
  const id = await alice.send('closed down', 'kept', 'history');
  await owner.api.delete(`/streams/${stream_id}`);
  await network.caughtUp();
  const { topics } = await alice.api.get(`/users/me/${stream_id}/topics`);
  expect((topics as Body[]).map(({ name }) => name)).toContain('history');
  for (const reader of [alice, bob]) {
    const found = await reader.messages([{ operator: 'channel', operand: stream_id }]);
    expect(found.map((message) => message.id)).toContain(id);
    expect((await reader.api.get(`/streams/${stream_id}`)).stream).toMatchObject({ is_archived: true });
  }
  await expect(alice.send('closed down', 'more', 'history')).rejects.toMatchObject({ status: 400 });
});

it('accepts the former name of the policy for GIFs', async () => {
  const events = await eventsDuring(alice, ['realm'], () => owner.api.patch('/realm', { giphy_rating: 4 }));
  expect(events).toMatchObject([{ op: 'update', property: 'gif_rating_policy', value: 4 }]);
  const fetched = { event_types: ['realm'], fetch_event_types: ['realm', 'giphy', 'tenor'] };
  const { initial } = await alice.register(fetched);
  expect(initial).toMatchObject({ realm_gif_rating_policy: 4, tenor_api_key: '', giphy_api_key: '' });
});

describe('settings of others', () => {
  const change = (person: Person, target: Body, settings: Body) =>
    person.api.patch('/settings', { target_users: target, ...settings });

  it('are changed by administrators, whose own settings stay', async () => {
    const events = await eventsDuring(bob, ['user_settings'], () =>
      change(
        admin,
        { user_ids: [bob.userId], skip_if_already_edited: false },
        { starred_message_counts: false },
      ),
    );
    expect(events).toMatchObject([{ property: 'starred_message_counts', value: false }]);
    expect((await settingsOf(bob)).starred_message_counts).toBe(false);
    expect((await settingsOf(admin)).starred_message_counts).toBe(true);
    expect((await settingsOf(alice)).starred_message_counts).toBe(true);
    const entry = await until('the audit log has the change', async () => {
      const { entries } = await owner.api.get('/realm/audit_log', { limit: 500 });
      return (entries as Body[]).find(({ action }) => action === 'user.settings_changed');
    });
    expect(entry).toMatchObject({
      user_id: bob.userId,
      details: { setting: 'starred_message_counts', to: false },
    });
  });

  it('are changed for members of groups, and can leave out what people changed themselves', async () => {
    const { group_id } = await owner.api.post('/user_groups/create', {
      name: 'crew',
      description: '',
      members: [alice.userId, bob.userId],
    });
    await alice.api.patch('/settings', { web_font_size_px: 18 });
    const wanted = { web_font_size_px: 12, fluid_layout_width: true };
    await change(admin, { group_ids: [group_id], skip_if_already_edited: true }, wanted);
    expect(await settingsOf(alice)).toMatchObject({ web_font_size_px: 18, fluid_layout_width: true });
    expect(await settingsOf(bob)).toMatchObject(wanted);
    // Some clients send it beside the targets.
    await change(admin, { group_ids: [group_id] }, { skip_if_already_edited: true, web_font_size_px: 14 });
    expect((await settingsOf(alice)).web_font_size_px).toBe(18);
    await change(admin, { group_ids: [group_id] }, { web_font_size_px: 14 });
    expect((await settingsOf(alice)).web_font_size_px).toBe(14);
  });

  it.each([
    ['a name', { full_name: 'Other' }],
    ['an address', { email: 'other@test.example' }],
    ['a password', { old_password: 'x', new_password: 'a long new password' }],
    ['a time zone', { timezone: 'Europe/Berlin' }],
    ['the visibility of the address', { email_address_visibility: 1 }],
    ['presence', { presence_enabled: false }],
    ['read receipts', { send_read_receipts: false }],
    ['typing notifications', { send_private_typing_notifications: false }],
    ['the consent to exports', { allow_private_data_export: true }],
    ['mails', { enable_digest_emails: true }],
  ])('never include %s', async (_what, settings) => {
    const attempt = change(owner, { user_ids: [bob.userId] }, settings);
    await expect(attempt).rejects.toMatchObject(refused());
  });

  it('are refused for members, for nobody, and for people who do not exist', async () => {
    const settings = { fluid_layout_width: false };
    await expect(change(alice, { user_ids: [bob.userId] }, settings)).rejects.toMatchObject(refused());
    await expect(change(admin, {}, settings)).rejects.toMatchObject(refused());
    await expect(change(admin, { user_ids: [bob.userId, 999_999] }, settings)).rejects.toMatchObject(
      refused(),
    );
    await expect(change(admin, { group_ids: [999_999] }, settings)).rejects.toMatchObject(refused());
  });
});

describe('the narrow operator mentions', () => {
  it('selects messages that mention a user loudly: by name, through a group, or by a wildcard that reached the user', async () => {
    const name = `bob|${bob.userId}`;
    const loud = await alice.send('open', `hello @**${name}**`);
    await alice.send('open', `hello @_**${name}**`);
    const toAll = await alice.send('open', 'hello @**all**');
    await owner.api.post('/user_groups/create', { name: 'bobs', description: '', members: [bob.userId] });
    await network.caughtUp();
    const toGroup = await alice.send('open', 'hello @*bobs*');
    await alice.send('open', 'hello @_*bobs*');
    await alice.send('open', `said \`@**${name}**\``);
    const found = async (reader: Person, operand: unknown) =>
      (await reader.messages([{ operator: 'mentions', operand }])).map(({ id }) => id);
    expect(await found(alice, bob.userId)).toEqual([loud, toAll, toGroup]);
    expect(await found(bob, 'me')).toEqual([loud, toAll, toGroup]);
    expect(await found(admin, bob.email)).toEqual([]);
    expect(
      (
        await admin.messages([
          ['channels', 'public'],
          ['mentions', bob.email],
        ])
      ).map(({ id }) => id),
    ).toEqual([loud, toAll, toGroup]);
    // The wildcard reached its sender, too, but not the administrator, who is not subscribed.
    expect(await found(alice, alice.userId)).toEqual([toAll]);
    expect(await found(alice, admin.userId)).toEqual([]);
    await expect(found(alice, 999_999)).rejects.toMatchObject({ body: { code: 'BAD_NARROW' } });
  });

  it('selects messages of a queue', async () => {
    const narrow = [['mentions', String(bob.userId)]];
    const queue = await alice.register({ event_types: ['message'], narrow });
    const id = await alice.send('open', `again @**bob|${bob.userId}**`);
    await alice.send('open', 'no mention');
    await network.caughtUp();
    expect((await queue.pollNow()).map(({ message }) => message.id)).toEqual([id]);
  });
});

it('changes the address of a bot by its short name, and tells its administrators', async () => {
  const bot = await createBot(bob, 'old-name');
  await createBot(bob, 'taken');
  const events = await eventsDuring(bob, ['realm_bot', 'realm_user'], () =>
    bob.api.patch(`/bots/${bot.userId}`, { short_name: 'new-name' }),
  );
  const email = bot.email.replace('old-name', 'new-name');
  expect(events).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'realm_bot', bot: { user_id: bot.userId, email } }),
      expect.objectContaining({ type: 'realm_user', person: { user_id: bot.userId, new_email: email } }),
    ]),
  );
  const { user } = await alice.api.get(`/users/${bot.userId}`);
  expect(user.email).toBe(email);
  await expect(bob.api.patch(`/bots/${bot.userId}`, { short_name: 'taken' })).rejects.toMatchObject(
    refused(),
  );
  await expect(bob.api.patch(`/bots/${bot.userId}`, { short_name: 'a b' })).rejects.toMatchObject(refused());
  await expect(alice.api.patch(`/bots/${bot.userId}`, { short_name: 'mine' })).rejects.toMatchObject(
    refused(),
  );
});

it('has times in seconds and IDs of messages in attachments', async () => {
  const form = new FormData();
  form.set('file', new Blob(['text']), 'note.txt');
  const headers = { authorization: `Basic ${btoa(`${alice.email}:${alice.apiKey}`)}` };
  const uploaded = await fetch(`${network.gatewayUrl()}/api/v1/user_uploads`, {
    method: 'POST',
    body: form,
    headers,
  });
  const { url } = (await uploaded.json()) as Body;
  const id = await alice.send('open', `[note](${url})`);
  await until('the file is linked', async () => {
    const { attachments } = await alice.api.get('/attachments');
    return attachments[0]?.message_ids.includes(id) ? true : undefined;
  });
  const [file] = (await alice.api.get('/attachments')).attachments as Body[];
  expect(Object.keys(file!).sort()).toEqual([
    'create_time',
    'id',
    'message_ids',
    'messages',
    'name',
    'path_id',
    'size',
    // Of this server: whether searches find the file by its text.
    'text_status',
  ]);
  expect(Math.abs(file!.create_time - Date.now() / 1000)).toBeLessThan(600);
});

it('shows the mail address of a channel only to people who may post there', async () => {
  const { stream_id } = await owner.api.get('/get_stream_id', { stream: 'open' });
  const { realm_user_groups } = (await owner.register({ fetch_event_types: ['realm_user_groups'] })).initial;
  const nobody = (realm_user_groups as Body[]).find(({ name }) => name === 'role:nobody')!.id;
  const everyone = (realm_user_groups as Body[]).find(({ name }) => name === 'role:everyone')!.id;
  const { cross_realm_bots } = (await alice.register({ fetch_event_types: ['realm_user'] })).initial;
  const notifier = (cross_realm_bots as Body[]).find(({ email }) => email.startsWith('notification-bot'))!;
  await owner.api.patch(`/streams/${stream_id}`, { can_send_message_group: { new: nobody } });
  onTestFinished(async () => {
    await owner.api.patch(`/streams/${stream_id}`, { can_send_message_group: { new: everyone } });
  });
  const path = `/streams/${stream_id}/email_address`;
  await expect(alice.api.get(path)).rejects.toMatchObject(refused());
  await expect(alice.api.get(path, { sender_id: notifier.user_id })).rejects.toMatchObject(refused());
});

it('has fields by which clients find people', async () => {
  const field = { name: 'Nickname', field_type: 1, use_for_user_matching: true };
  const [event] = await eventsDuring(alice, ['custom_profile_fields'], () =>
    owner.api.post('/realm/profile_fields', field),
  );
  expect(event!.fields.at(-1)).toMatchObject({ name: 'Nickname', use_for_user_matching: true });
  const { id } = event!.fields.at(-1);
  await owner.api.patch(`/realm/profile_fields/${id}`, { use_for_user_matching: false });
  const { custom_fields } = await alice.api.get('/realm/profile_fields');
  expect(custom_fields.at(-1)).toMatchObject({ id, use_for_user_matching: false });
  const date = { name: 'Day', field_type: 4, use_for_user_matching: true };
  await expect(owner.api.post('/realm/profile_fields', date)).rejects.toMatchObject(refused());
});

it('shows long texts in summaries of profiles', async () => {
  const field = { name: 'About', field_type: 2, display_in_profile_summary: true };
  await owner.api.post('/realm/profile_fields', field);
  const { custom_fields } = await alice.api.get('/realm/profile_fields');
  expect(custom_fields.at(-1)).toMatchObject({ name: 'About', display_in_profile_summary: true });
});

it('has avatars of its own, and an ID of the organization', async () => {
  const { initial } = await alice.register({ event_types: ['realm', 'realm_user'], client_gravatar: true });
  expect(initial).toMatchObject({
    realm_default_avatar_source: 'J',
    realm_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    avatar_source: 'J',
  });
  const everyone = [...initial.realm_users, ...initial.cross_realm_bots] as Body[];
  for (const { avatar_url } of everyone) expect(avatar_url).toMatch(/^\/user_avatars\//);
  await alice.send('open', 'a picture');
  for (const { avatar_url } of await alice.messages([], { client_gravatar: true })) {
    expect(avatar_url).toMatch(/^\/user_avatars\//);
  }
  const again = await bob.register({ event_types: ['realm'] });
  expect(again.initial.realm_uuid).toBe(initial.realm_uuid);
  await expect(owner.api.patch('/realm', { default_avatar_source: 'G' })).rejects.toMatchObject(refused());
});

describe('deactivating a user', () => {
  it('deletes profile and messages as the request says, those of bots too, and nothing else', async () => {
    const { spammer } = await organization.add('spammer');
    await alice.subscribe(['closed'], [alice, spammer], { invite_only: true });
    await alice.subscribe(['open'], [spammer]);
    const bot = await createBot(spammer, 'spambot');
    await spammer.subscribe(['open'], [bot]);
    const inOpen = [await spammer.send('open', 'buy'), await bot.send('open', 'buy more')];
    const inClosed = await spammer.send('closed', 'buy here');
    const direct = await spammer.sendDirect([alice], 'psst');
    const kept = await alice.send('open', 'not mine');
    const queue = await alice.register({
      event_types: ['delete_message', 'realm_user'],
      client_capabilities: { bulk_message_deletion: true },
    });
    const actions = {
      delete_profile: true,
      delete_public_channel_messages: true,
      delete_direct_messages: true,
    };
    await admin.api.delete(`/users/${spammer.userId}`, { actions });
    const left = async () => {
      const asked = { message_ids: [...inOpen, inClosed, direct, kept] };
      const { messages } = await alice.api.get('/messages', asked);
      return (messages as Body[]).map(({ id }) => id);
    };
    await until('the messages are deleted', async () => ((await left()).length === 2 ? true : undefined));
    expect(await left()).toEqual([inClosed, kept]);
    await network.caughtUp();
    const events = await queue.pollNow();
    const deleted = events
      .filter(({ type }) => type === 'delete_message')
      .flatMap((each) => each.message_ids);
    expect(deleted.sort((one, other) => one - other)).toEqual([...inOpen, direct]);
    const { user } = await alice.api.get(`/users/${spammer.userId}`);
    expect(user).toMatchObject({ full_name: `Deleted user ${spammer.userId}`, is_active: false });
    expect((await alice.api.get(`/users/${bot.userId}`)).user).toMatchObject({
      full_name: `Deleted bot ${bot.userId}`,
      is_active: false,
    });
    // The rest can be deleted later.
    await admin.api.delete(`/users/${spammer.userId}`, {
      actions: { delete_private_channel_messages: true },
    });
    await until('the last message is deleted', async () => ((await left()).length === 1 ? true : undefined));
  });

  it('deletes messages only for administrators', async () => {
    const bot = await createBot(bob, 'tool');
    const id = await bot.sendDirect([bob], 'kept');
    const actions = { delete_direct_messages: true };
    await expect(bob.api.delete(`/users/${bot.userId}`, { actions })).rejects.toMatchObject({ status: 400 });
    expect((await bob.api.get(`/messages/${id}`)).message.id).toBe(id);
  });
});

it('announces the description of the organization with other settings', async () => {
  const events = await eventsDuring(alice, ['realm'], () =>
    owner.api.patch('/realm', { description: 'About us' }),
  );
  expect(events).toMatchObject([
    { op: 'update_dict', property: 'default', data: { description: 'About us' } },
  ]);
});

it('lists devices in every registration, whatever it chooses', async () => {
  const choices = [
    {},
    { event_types: [] },
    { event_types: ['message'] },
    { event_types: ['message'], fetch_event_types: [] },
    { fetch_event_types: [], client_capabilities: { notification_settings_null: true } },
    { fetch_event_types: ['realm', 'push_device'] },
    { event_types: ['device'], fetch_event_types: ['device'] },
  ];
  // Twice, because gateways keep what registrations without lists need.
  const listed = async (): Promise<unknown[]> => {
    const all: unknown[] = [];
    for (const chosen of [...choices, ...choices]) {
      const { devices } = (await alice.register(chosen)).initial;
      all.push(Object.keys(devices));
    }
    return all;
  };
  const everywhere = (ids: readonly number[]) => [...choices, ...choices].map(() => ids.map(String));
  expect(await listed()).toEqual(everywhere([]));
  const { device_id } = await alice.api.post('/register_client_device');
  expect(await listed()).toEqual(everywhere([device_id]));
  await alice.api.post('/remove_client_device', { device_id });
  expect(await listed()).toEqual(everywhere([]));
});

it('lets bots with the rights of an administrator set the status of others', async () => {
  const bot = await createBot(owner, 'helper');
  await expect(bot.api.post(`/users/${bob.userId}/status`, { status_text: 'away' })).rejects.toMatchObject(
    refused(),
  );
  await owner.api.patch(`/bots/${bot.userId}`, { role: 200 });
  await bot.api.post(`/users/${bob.userId}/status`, { status_text: 'away' });
  expect((await alice.api.get(`/users/${bob.userId}/status`)).status).toMatchObject({ status_text: 'away' });
});

it('announces the first sign-in of an account that an administrator created', async () => {
  const userId = await organization.createAccount('newcomer');
  const db = openDatabase(network);
  onTestFinished(() => db.close());
  await db.execute(sql`
    update user_admin.users set joined_at = now() - interval '3 days' where user_id = ${userId}`);
  const events = await eventsDuring(alice, ['realm_user'], async () => {
    await network.client().post('/fetch_api_key', {
      username: 'newcomer@test.example',
      password: 'parley-tests-only',
    });
  });
  const { user } = await alice.api.get(`/users/${userId}`);
  expect(events).toContainEqual(
    expect.objectContaining({ op: 'update', person: { user_id: userId, date_joined: user.date_joined } }),
  );
  expect(Date.now() - Date.parse(user.date_joined)).toBeLessThan(600_000);
});

it('sends no deletion events for messages that the deleter may not see', async () => {
  const { stream_id } = await bob.api.get('/get_stream_id', { stream: 'hidden' });
  const id = await bob.send('hidden', 'a secret');
  const events = await eventsDuring(alice, ['delete_message'], () => bob.api.delete(`/messages/${id}`));
  expect(events).toEqual([]);
  expect(stream_id).toBeGreaterThan(0);
});

it('accepts a move to the channel in which a message already is', async () => {
  const id = await alice.send('open', 'stays', 'its topic');
  const stream_id = await idOf('open');
  const events = await eventsDuring(bob, ['update_message'], () =>
    alice.api.patch(`/messages/${id}`, { stream_id }),
  );
  expect(events).toEqual([]);
  expect((await bob.api.get(`/messages/${id}`)).message).toMatchObject({ stream_id, subject: 'its topic' });
});
