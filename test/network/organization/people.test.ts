import { type Body, Network, Organization, type Person, testPassword, until } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Mailbox } from '../notifications/mailbox.ts';

let network: Network;
let organization: Organization;
let owner: Person;
let alice: Person;
let bob: Person;
const mailbox = new Mailbox();

beforeAll(async () => {
  network = await Network.start({
    replicas: { gateway: 2, 'user-admin': 2 },
    env: { PARLEY_MAIL_DIR: mailbox.folder },
  });
  organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice, bob } = await organization.add('alice', 'bob'));
});

afterAll(async () => {
  await network?.stop();
  mailbox.remove();
});

/** Returns the events of the given types that a person receives during an action. */
async function eventsDuring(
  person: Person,
  types: string[],
  action: () => Promise<unknown>,
): Promise<Body[]> {
  const queue = await person.register({ event_types: types });
  await action();
  await network.caughtUp();
  return (await queue.pollNow()).map(({ id: _, ...event }) => event);
}

const refusal = (msg: string, code = 'BAD_REQUEST') => ({ body: { msg, code } });

describe('a person', () => {
  it('is found by ID, by API address, and by a visible real address', async () => {
    const { user } = await alice.api.get(`/users/${bob.userId}`);
    expect(user).toMatchObject({ user_id: bob.userId, full_name: 'bob', delivery_email: 'bob@test.example' });
    expect((await alice.api.get('/users/BOB@test.example')).user).toEqual(user);
    await bob.api.patch('/settings', { email_address_visibility: 3 });
    await expect(alice.api.get('/users/bob@test.example')).rejects.toMatchObject(refusal('No such user'));
    const hidden = (await alice.api.get(`/users/${bob.userId}`)).user;
    expect(hidden).toMatchObject({ delivery_email: null, email: `user${bob.userId}@127.0.0.1` });
    expect((await alice.api.get(`/users/${hidden.email}`)).user).toEqual(hidden);
    expect((await owner.api.get('/users/bob@test.example')).user.delivery_email).toBe('bob@test.example');
    const write = (person: Person, to: string) =>
      person.api.post('/messages', { type: 'direct', to: [to], content: 'hi' });
    await expect(write(alice, 'bob@test.example')).rejects.toMatchObject(
      refusal("Invalid email 'bob@test.example'"),
    );
    await expect(alice.messages([['sender', 'bob@test.example']])).rejects.toMatchObject({
      body: { code: 'BAD_NARROW' },
    });
    await write(alice, hidden.email);
    await write(owner, 'bob@test.example');
    // The generated picture with the initials must not reveal the address either.
    expect(hidden.avatar_url).toMatch(/^\/user_avatars\/generated\/\d+-B\.png$/);
    for (const url of [hidden.avatar_url, hidden.avatar_url.replace('.png', '-medium.png')]) {
      const image = await fetch(network.gatewayUrl() + url);
      expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
    expect((await fetch(`${network.gatewayUrl()}/user_avatars/generated/1-<B>.png`)).status).toBe(404);
    await bob.api.patch('/settings', { email_address_visibility: 1 });
    for (const nobody of ['999999', 'nobody@test.example', 'notification-bot@127.0.0.1']) {
      await expect(alice.api.get(`/users/${nobody}`)).rejects.toMatchObject(refusal('No such user'));
    }
  });

  it('sees all fields of their own account', async () => {
    const before = await alice.api.get('/users/me');
    expect(before).toMatchObject({
      user_id: alice.userId,
      max_message_id: expect.any(Number),
      profile_data: {},
    });
    const id = await alice.sendDirect([bob], 'hello');
    expect((await alice.api.get('/users/me')).max_message_id).toBe(id);
  });
});

describe('users receive an address when they may see it, and its removal', () => {
  it('when its visibility changes', async () => {
    const admin = owner;
    const queues = {
      admin: await admin.register({ event_types: ['realm_user', 'user_settings'] }),
      alice: await alice.register({ event_types: ['realm_user'] }),
      bob: await bob.register({ event_types: ['realm_user', 'user_settings'] }),
    };
    await bob.api.patch('/settings', { email_address_visibility: 3 });
    await network.caughtUp();
    const update = (person: object) => ({ type: 'realm_user', op: 'update', person });
    const newEmail = update({ user_id: bob.userId, new_email: `user${bob.userId}@127.0.0.1` });
    const shown = update({ user_id: bob.userId, delivery_email: 'bob@test.example' });
    expect(await queues.admin.pollNow()).toMatchObject([newEmail, shown]);
    expect(await queues.alice.pollNow()).toMatchObject([
      newEmail,
      update({ user_id: bob.userId, delivery_email: null }),
    ]);
    expect(await queues.bob.pollNow()).toMatchObject([
      newEmail,
      shown,
      { type: 'user_settings', op: 'update', property: 'email_address_visibility', value: 3 },
    ]);
    await bob.api.patch('/settings', { email_address_visibility: 1 });
  });
});

describe('an administrator', () => {
  it('changes names and roles, and all users are notified', async () => {
    const received = await eventsDuring(alice, ['realm_user', 'user_group'], async () => {
      await owner.api.patch(`/users/${bob.userId}`, { full_name: ' Bob the Builder ' });
      await owner.api.patch('/users/bob@test.example', { role: 300 });
    });
    expect(received).toMatchObject([
      { op: 'update', person: { user_id: bob.userId, full_name: 'Bob the Builder' } },
      // The picture shows the initials.
      { op: 'update', person: { user_id: bob.userId, avatar_source: 'J' } },
      { op: 'update', person: { user_id: bob.userId, role: 300 } },
      { type: 'user_group', op: 'remove_members', user_ids: [bob.userId] },
      { type: 'user_group', op: 'remove_members', user_ids: [bob.userId] },
      { type: 'user_group', op: 'add_members', user_ids: [bob.userId] },
    ]);
    expect(await bob.api.get('/users/me')).toMatchObject({ full_name: 'Bob the Builder', role: 300 });
    await owner.api.patch(`/users/${bob.userId}`, { full_name: 'bob', role: 400 });
  });

  it.each([
    ['\u200b\u200b', 'Name too short!'],
    ['\u3164', 'Name too short!'],
    ['bo\u200bb', 'Invalid characters in name!'],
    ['b**b', 'Invalid characters in name!'],
  ])('gives nobody a name that cannot be read: %j', async (full_name, msg) => {
    await expect(owner.api.patch(`/users/${bob.userId}`, { full_name })).rejects.toMatchObject(refusal(msg));
  });

  it('is required: other users are refused', async () => {
    const denied = refusal('Insufficient permission');
    for (const request of [
      () => alice.api.patch(`/users/${bob.userId}`, { full_name: 'x' }),
      () => alice.api.patch('/users/bob@test.example', { role: 600 }),
      () => alice.api.delete(`/users/${bob.userId}`),
      () => alice.api.post(`/users/${bob.userId}/reactivate`),
    ]) {
      await expect(request()).rejects.toMatchObject(denied);
    }
  });

  it('cannot change owners, and the last owner cannot leave', async () => {
    const { chief, newbie } = await organization.add('chief', 'newbie');
    await owner.api.patch(`/users/${chief.userId}`, { role: 200 });
    const ownersOnly = refusal('Must be an organization owner', 'UNAUTHORIZED_PRINCIPAL');
    await expect(chief.api.patch(`/users/${owner.userId}`, { role: 400 })).rejects.toMatchObject(ownersOnly);
    await expect(chief.api.patch(`/users/${chief.userId}`, { role: 100 })).rejects.toMatchObject(ownersOnly);
    await expect(chief.api.delete(`/users/${owner.userId}`)).rejects.toMatchObject(ownersOnly);
    await expect(owner.api.patch(`/users/${owner.userId}`, { role: 200 })).rejects.toMatchObject(
      refusal('The owner permission cannot be removed from the only organization owner.'),
    );
    await expect(owner.api.delete(`/users/${owner.userId}`)).rejects.toMatchObject(
      refusal('Cannot deactivate the only organization owner'),
    );
    await expect(owner.api.delete('/users/me')).rejects.toMatchObject({
      body: { code: 'CANNOT_DEACTIVATE_LAST_USER', is_last_owner: true, entity: 'organization owner' },
    });
    await chief.api.patch(`/users/${newbie.userId}`, { role: 600 });
    await expect(owner.api.patch(`/users/${newbie.userId}`, { role: 200 })).rejects.toMatchObject(
      refusal('Guests cannot be organization administrators'),
    );
    await expect(owner.api.patch(`/users/${newbie.userId}`, { role: 150 })).rejects.toMatchObject(
      refusal('Invalid role'),
    );
    await expect(
      owner.api.patch(`/users/${newbie.userId}`, { new_email: 'other@test.example' }),
    ).rejects.toMatchObject(refusal('User not authorized to change user emails'));
  });
});

describe('profile data', () => {
  it('is set by an administrator, for each kind of field, and announced to all users', async () => {
    const { id } = await owner.api.post('/realm/profile_fields', { field_type: 1, name: 'Team' });
    const people = await owner.api.post('/realm/profile_fields', { field_type: 6, name: 'Manager' });
    const received = await eventsDuring(alice, ['realm_user'], async () => {
      await owner.api.patch(`/users/${bob.userId}`, {
        profile_data: [
          { id, value: '**Blue**' },
          { id: people.id, value: [alice.userId] },
        ],
      });
      await owner.api.patch(`/users/${bob.userId}`, { profile_data: [{ id: people.id, value: null }] });
    });
    expect(received.map(({ person }) => person.custom_profile_field)).toEqual([
      { id, value: '**Blue**', rendered_value: '<p><strong>Blue</strong></p>' },
      { id: people.id, value: `[${alice.userId}]` },
      { id: people.id, value: null },
    ]);
    const { user } = await alice.api.get(`/users/${bob.userId}`, { include_custom_profile_fields: true });
    expect(user.profile_data).toEqual({
      [id]: { value: '**Blue**', rendered_value: '<p><strong>Blue</strong></p>' },
    });
    expect((await bob.api.get('/users/me')).profile_data).toEqual(user.profile_data);
    const change = (value: unknown, field = people.id) =>
      owner.api.patch(`/users/${bob.userId}`, { profile_data: [{ id: field, value }] });
    await expect(change([999_999])).rejects.toMatchObject(refusal('Invalid user ID: 999999'));
    await expect(change('alice')).rejects.toMatchObject(refusal('Manager is not a list of user IDs'));
    await expect(change('x', 999)).rejects.toMatchObject(refusal('Field id 999 not found.'));
  });
});

describe('one’s own profile', () => {
  it('is set by its user if the field permits it, and announced to all users', async () => {
    const field = (name: string, more = {}) =>
      owner.api
        .post('/realm/profile_fields', { field_type: 1, name, ...more })
        .then(({ id }) => id as number);
    const [hobby, badge] = [await field('Hobby'), await field('Badge', { editable_by_user: false })];
    const fillIn = (person: Person, id: number, value: unknown) =>
      person.api.patch('/users/me/profile_data', { data: [{ id, value }] });
    const received = await eventsDuring(alice, ['realm_user'], async () => {
      await fillIn(bob, hobby, '*chess*');
      await bob.api.delete('/users/me/profile_data', { data: [hobby] });
      await fillIn(owner, badge, '1');
    });
    const profileEvent = (person: Person, custom_profile_field: Body) => ({
      person: { user_id: person.userId, custom_profile_field },
    });
    expect(received).toMatchObject([
      profileEvent(bob, { id: hobby, value: '*chess*', rendered_value: '<p><em>chess</em></p>' }),
      profileEvent(bob, { id: hobby, value: null }),
      profileEvent(owner, { id: badge, value: '1' }),
    ]);
    const notTheirs = refusal(
      'You are not allowed to change this field. Contact an administrator to update it.',
    );
    await expect(fillIn(bob, badge, '1')).rejects.toMatchObject(notTheirs);
    await expect(bob.api.delete('/users/me/profile_data', { data: [badge] })).rejects.toMatchObject(
      notTheirs,
    );
    await expect(fillIn(bob, hobby, 'x'.repeat(51))).rejects.toMatchObject(
      refusal('Hobby is too long (limit: 50 characters)'),
    );
    await expect(fillIn(bob, 999_999, 'x')).rejects.toMatchObject(refusal('Field id 999999 not found.'));
  });

  it('does not exist for bots and cannot be set for them', async () => {
    const { id } = await owner.api.post('/realm/profile_fields', { field_type: 1, name: 'Pet' });
    const { user_id } = await bob.api.post('/bots', { full_name: 'Pet', short_name: 'pet' });
    await expect(
      owner.api.patch(`/users/${user_id}`, { profile_data: [{ id, value: 'x' }] }),
    ).rejects.toMatchObject(refusal('Bots have no profile fields.'));
    await owner.api.delete(`/bots/${user_id}`);
  });
});

describe('leaving', () => {
  it('ends keys and bots immediately; reactivation restores the account, but not its former keys', async () => {
    const { leaver } = await organization.add('leaver');
    const bot = await leaver.api.post('/bots', { full_name: 'Helper', short_name: 'helper' });
    const botApi = network.client({ email: bot.bot.email, apiKey: bot.api_key });
    await botApi.get('/users/me');
    const received = await eventsDuring(alice, ['realm_user'], () =>
      owner.api.delete(`/users/${leaver.userId}`, { deactivation_notification_comment: 'Farewell' }),
    );
    expect(received).toEqual([
      { type: 'realm_user', op: 'update', person: { user_id: leaver.userId, is_active: false } },
      { type: 'realm_user', op: 'update', person: { user_id: bot.user_id, is_active: false } },
    ]);
    const gone = { status: 401, body: { code: 'USER_DEACTIVATED' } };
    for (const api of [leaver.api, botApi]) {
      await until('both gateways refuse', async () => (await api.raw('GET', '/users/me')).status === 401);
      await expect(api.get('/users/me')).rejects.toMatchObject(gone);
      await expect(api.get('/users/me')).rejects.toMatchObject(gone);
    }
    expect((await mailbox.waitFor('leaver@test.example', 'deactivated')).text).toContain('Farewell');
    await owner.api.post(`/users/${leaver.userId}/reactivate`);
    await expect(leaver.api.get('/users/me')).rejects.toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED' },
    });
    const { api_key } = await network
      .client()
      .post('/fetch_api_key', { username: leaver.email, password: testPassword });
    const back = network.client({ email: leaver.email, apiKey: api_key });
    expect((await back.get('/users/me')).is_active).toBe(true);
    await expect(botApi.get('/users/me')).rejects.toMatchObject(gone);
    await back.delete('/users/me');
    await until('both gateways refuse', async () => (await back.raw('GET', '/users/me')).status === 401);
    // The bot's owner is deactivated, so the person who reactivates the bot becomes its owner.
    await owner.api.post(`/users/${bot.user_id}/reactivate`);
    // The former owner knows the bot's former key.
    await expect(botApi.get('/users/me')).rejects.toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED' },
    });
    expect((await owner.api.get('/bots')).bots).toMatchObject([
      { user_id: bot.user_id, owner_id: owner.userId },
    ]);
  });
});

describe('settings', () => {
  it('are validated, stored, and announced only to the user’s own clients', async () => {
    const others = await bob.register({ event_types: ['user_settings', 'realm_user'] });
    const received = await eventsDuring(alice, ['user_settings', 'realm_user'], () =>
      alice.api.patch('/settings', {
        enter_sends: true,
        color_scheme: 2,
        default_language: 'fr',
        notification_sound: '"ding"',
        timezone: 'Europe/Berlin',
        web_font_size_px: 16,
      }),
    );
    const setting = (property: string, value: unknown) => ({
      property,
      value,
      op: 'update',
      type: 'user_settings',
    });
    expect(received).toEqual([
      {
        type: 'realm_user',
        op: 'update',
        person: { user_id: alice.userId, email: 'alice@test.example', timezone: 'Europe/Berlin' },
      },
      setting('color_scheme', 2),
      { ...setting('default_language', 'fr'), language_name: 'French' },
      setting('enter_sends', true),
      setting('notification_sound', 'ding'),
      setting('timezone', 'Europe/Berlin'),
    ]);
    expect(await others.pollNow()).toMatchObject([{ type: 'realm_user' }]);
    const { user_settings } = await alice.api.post('/register', { fetch_event_types: ['user_settings'] });
    expect(user_settings).toMatchObject({ enter_sends: true, color_scheme: 2, timezone: 'Europe/Berlin' });
  });

  it('have limits of passwords that registrations announce', async () => {
    const state = await alice.api.post('/register', { fetch_event_types: ['realm'], event_types: [] });
    expect(state).toMatchObject({ password_min_length: 12, password_min_guesses: 1_000_000 });
  });

  it.each([
    [{ color_scheme: 9 }, /color_scheme/],
    [{ default_language: 'nonsense-language-tag' }, /default_language/],
    [{ timezone: 'Mars/Olympus' }, /timezone/],
    [{ web_font_size_px: 500 }, /web_font_size_px/],
    [{ full_name: 'a@b' }, /Invalid characters/],
    [{ new_password: 'another fine one', old_password: 'wrong' }, /Wrong password/],
    [{ new_password: '12345678', old_password: testPassword }, /at least 12/],
    [{ new_password: 'Password123!', old_password: testPassword }, /easily guessed/],
    [{ email: 'bob@test.example' }, /already in use/],
  ])('are refused: %j', async (given, msg) => {
    await expect(alice.api.patch('/settings', given)).rejects.toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', msg: expect.stringMatching(msg) },
    });
  });

  it('change the password, which is required for later sign-ins', async () => {
    const { keeper } = await organization.add('keeper');
    await keeper.api.patch('/settings', { old_password: testPassword, new_password: 'another fine one' });
    const signIn = (password: string) =>
      network.client().post('/fetch_api_key', { username: keeper.email, password });
    await expect(signIn(testPassword)).rejects.toMatchObject({ code: 'AUTHENTICATION_FAILED' });
    expect((await signIn('another fine one')).api_key).toBe(keeper.apiKey);
    expect(await mailbox.waitFor(keeper.email, 'was changed')).toBeDefined();
  });

  it('change the password, which voids an earlier confirmation link for another address', async () => {
    const { robbed } = await organization.add('robbed');
    await robbed.api.patch('/settings', { email: 'thief@test.example' });
    const { link } = await mailbox.waitFor('thief@test.example', 'Confirm');
    await robbed.api.patch('/settings', { old_password: testPassword, new_password: 'another fine one' });
    expect((await fetch(link, { method: 'POST' })).status).toBe(400);
    expect((await robbed.api.get('/users/me')).delivery_email).toBe('robbed@test.example');
  });

  it('limit changes of the address, so that mailboxes are not flooded', async () => {
    const { fickle } = await organization.add('fickle');
    const offer = (n: number) => fickle.api.patch('/settings', { email: `fickle${n}@test.example` });
    for (let n = 0; n < 3; n++) await offer(n);
    await expect(offer(3)).rejects.toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_HIT' } });
  });

  it('change the address after the new address is confirmed', async () => {
    const { mover } = await organization.add('mover');
    const forgotten = new URLSearchParams({ email: mover.email });
    await fetch(`${network.gatewayUrl()}/reset-password`, { method: 'POST', body: forgotten });
    const { link: reset } = await mailbox.waitFor(mover.email, 'Reset your password');
    await mover.api.patch('/settings', { email: 'moved@test.example' });
    expect((await mover.api.get('/users/me')).delivery_email).toBe('mover@test.example');
    const { link } = await mailbox.waitFor('moved@test.example', 'Confirm');
    expect(await (await fetch(link)).text()).toContain('<form method="post">');
    // The request is refused while people may not change their addresses. The link remains valid.
    await owner.api.patch('/realm', { email_changes_disabled: true });
    expect((await fetch(link, { method: 'POST' })).status).toBe(400);
    await owner.api.patch('/realm', { email_changes_disabled: false });
    const received = await eventsDuring(alice, ['realm_user'], () => fetch(link, { method: 'POST' }));
    expect(received).toMatchObject([
      { person: { user_id: mover.userId, new_email: 'moved@test.example' } },
      { person: { user_id: mover.userId, delivery_email: 'moved@test.example' } },
    ]);
    expect((await fetch(link, { method: 'POST' })).status).toBe(400);
    // A password link that was mailed to the former address no longer works.
    const body = new URLSearchParams({ password: 'one that comes late' });
    expect((await fetch(reset, { method: 'POST', body })).status).toBe(400);
    const renamed = network.client({ email: 'moved@test.example', apiKey: mover.apiKey });
    expect((await renamed.get('/users/me')).delivery_email).toBe('moved@test.example');
  });
});

describe('an avatar', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  );

  it('is uploaded, visible to all users, and removed', async () => {
    const basic = (person: Person) => ({
      authorization: `Basic ${Buffer.from(`${person.email}:${person.apiKey}`).toString('base64')}`,
    });
    const url = network.gatewayUrl();
    const change = async (method: string, body?: FormData) => {
      const headers = basic(bob);
      const response = await fetch(`${url}/api/v1/users/me/avatar`, {
        method,
        headers,
        ...(body && { body }),
      });
      return { status: response.status, body: (await response.json()) as Body };
    };
    const form = new FormData();
    form.set('file', new Blob([png], { type: 'image/png' }), 'me.png');
    const { avatar_version } = await bob.api.get('/users/me');
    const received = await eventsDuring(alice, ['realm_user'], async () => {
      const { body } = await change('POST', form);
      expect(body.avatar_url).toMatch(/^\/user_avatars\/.*\.png$/);
    });
    const avatar_url = received[0]!.person.avatar_url as string;
    expect(received).toEqual([
      {
        type: 'realm_user',
        op: 'update',
        person: {
          user_id: bob.userId,
          avatar_url,
          avatar_url_medium: avatar_url.replace('.png', '-medium.png'),
          avatar_source: 'U',
          avatar_version: avatar_version + 1,
        },
      },
    ]);
    for (const size of ['', '/medium']) {
      const headers = basic(alice);
      const picture = await fetch(`${url}/avatar/${bob.userId}${size}`, { headers });
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
    expect((await fetch(`${url}/avatar/${bob.userId}`, { redirect: 'manual' })).status).toBe(401);
    expect((await change('DELETE')).body.avatar_url).toContain('/user_avatars/generated/');
    const none = new FormData();
    none.set('file', new Blob(['no picture']), 'me.png');
    expect(await change('POST', none)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });
});

describe('bots', () => {
  it('are created, changed, transferred and announced to users who may see them', async () => {
    const { botter } = await organization.add('botter');
    const outsider = await alice.register({ event_types: ['realm_bot'] });
    const received = await eventsDuring(botter, ['realm_bot'], async () => {
      const { user_id, api_key } = await botter.api.post('/bots', { full_name: 'Echo', short_name: 'echo' });
      expect((await botter.api.get(`/bots/${user_id}/api_key`)).api_key).toBe(api_key);
      await botter.api.patch(`/bots/${user_id}`, { full_name: 'Echo 2' });
      const renewed = await botter.api.post(`/bots/${user_id}/api_key/regenerate`);
      expect(renewed.api_key).not.toBe(api_key);
      await owner.api.patch(`/bots/${user_id}`, { bot_owner_id: bob.userId });
    });
    const { bots } = await bob.api.get('/bots');
    const [bot] = bots;
    expect(bot).toMatchObject({ full_name: 'Echo 2', owner_id: bob.userId, email: 'echo-bot@127.0.0.1' });
    expect(received).toMatchObject([
      { op: 'add', bot: { user_id: bot.user_id, full_name: 'Echo' } },
      { op: 'update', bot: { user_id: bot.user_id, full_name: 'Echo 2' } },
      { op: 'delete', bot: { user_id: bot.user_id } },
    ]);
    expect(JSON.stringify(received)).not.toMatch(/api_key/);
    expect(await outsider.pollNow()).toEqual([]);
    const denied = refusal('Insufficient permission');
    await expect(botter.api.get(`/bots/${bot.user_id}/api_key`)).rejects.toMatchObject(denied);
    await expect(alice.api.patch(`/bots/${bot.user_id}`, { full_name: 'x' })).rejects.toMatchObject(denied);
    await expect(alice.api.delete(`/bots/${bot.user_id}`)).rejects.toMatchObject(denied);
    await expect(owner.api.delete(`/bots/${alice.userId}`)).rejects.toMatchObject(refusal('No such bot'));
    await bob.api.delete(`/bots/${bot.user_id}`);
    expect((await bob.api.get('/bots')).bots).toEqual([]);
  });

  it.each([
    [{ full_name: 'X', short_name: 'no spaces' }, 'Bad name or username'],
    [{ full_name: '', short_name: 'fine' }, 'Name too short!'],
    [{ full_name: 'X', short_name: 'fine', bot_type: 4 }, 'Embedded bots are not supported by this server.'],
  ])('are refused: %j', async (given, msg) => {
    await expect(alice.api.post('/bots', given)).rejects.toMatchObject(refusal(msg));
  });

  it('of type 3 need the address of a program', async () => {
    const given = { full_name: 'X', short_name: 'fine', bot_type: 3 };
    const missing = refusal("Missing 'payload_url' argument", 'REQUEST_VARIABLE_MISSING');
    await expect(alice.api.post('/bots', given)).rejects.toMatchObject(missing);
  });
});

describe('the audit log', () => {
  it('shows owners the actor, change, time and address of each entry', async () => {
    await owner.api.patch(`/users/${alice.userId}`, { full_name: 'Alice B' });
    await owner.api.patch(`/users/${alice.userId}`, { full_name: 'alice' });
    const { entries } = await owner.api.get('/realm/audit_log', { user_id: alice.userId, limit: 2 });
    expect(entries).toMatchObject([
      {
        action: 'user.name_changed',
        actor_id: owner.userId,
        user_id: alice.userId,
        details: { from: 'Alice B', to: 'alice' },
        address: '127.0.0.1',
        timestamp: expect.any(Number),
      },
      { details: { from: 'alice', to: 'Alice B' } },
    ]);
    const older = await owner.api.get('/realm/audit_log', { before: entries[1].id });
    expect(older.entries.every(({ id }: Body) => id < entries[1].id)).toBe(true);
    await expect(alice.api.get('/realm/audit_log')).rejects.toMatchObject({ status: 400 });
  });

  it('selects entries by action, actor and time', async () => {
    const since = Math.floor(Date.now() / 1000) - 1;
    await owner.api.patch(`/users/${bob.userId}`, { full_name: 'Bob B' });
    await owner.api.patch(`/users/${bob.userId}`, { role: 300 });
    await owner.api.patch(`/users/${bob.userId}`, { full_name: 'bob', role: 400 });
    const read = async (given: Body): Promise<Body[]> =>
      (await owner.api.get('/realm/audit_log', given)).entries;
    const named = { action: 'user.name_changed', user_id: bob.userId };
    const renamed = await read({ ...named, actor_id: owner.userId, from: since });
    expect(renamed.map(({ details }) => details.to)).toEqual(['bob', 'Bob B']);
    expect(await read({ ...named, actor_id: bob.userId, from: since })).toEqual([]);
    expect(await read({ ...named, from: since, to: since })).toEqual([]);
    const byOwner = await read({ actor_id: owner.userId, from: since, limit: 1_000 });
    expect(new Set(byOwner.map(({ actor_id }) => actor_id))).toEqual(new Set([owner.userId]));
    await expect(owner.api.get('/realm/audit_log', { from: 0 })).rejects.toMatchObject(
      refusal('from is too small (minimum: 1)'),
    );
    const far = 10 ** 15;
    await expect(owner.api.get('/realm/audit_log', { to: far })).rejects.toMatchObject({ status: 400 });
  });
});
