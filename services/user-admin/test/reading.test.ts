import { type Visitor, visitor } from '@parley/core';
import { sql } from '@parley/db';
import { testCall } from '@parley/rpc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerFields } from '../src/register-fields.ts';

const ownFetchTypes = Object.keys(registerFields({} as Parameters<typeof registerFields>[0]));

import { as, type Env, operator, owner, startEnv } from './support.ts';

type Json = Record<string, unknown>;

let env: Env;
let memberId: number;
let guestId: number;
let shyId: number;
let goneId: number;
let botId: number;

beforeAll(async () => {
  env = await startEnv();
  memberId = await env.account('member');
  guestId = (
    await env.client.createUser(
      { email: 'guest@demo.example', password: 'parley-tests-only', fullName: 'guest', role: 600 },
      operator(),
    )
  ).userId;
  shyId = await env.account('shy');
  goneId = await env.account('gone');
  botId = (
    await env.client.createBot(
      { ownerUserId: memberId, email: 'helper-bot@demo.example', fullName: 'Helper' },
      operator(),
    )
  ).userId;
  await env.db.execute(sql`update user_admin.users set email_address_visibility = 3,
    email = 'user' || user_id || '@chat.test', email_key = 'user' || user_id || '@chat.test' where user_id = ${shyId}`);
  await env.db.execute(sql`update user_admin.users set is_active = false where user_id = ${goneId}`);
});
afterAll(() => env.stop());

async function usersAs(userId: number, over: object = {}): Promise<Json[]> {
  const request = {
    includeCustomProfileFields: false,
    userIds: [],
    hasUserIds: false,
    ...over,
  };
  const texts: string[] = [];
  for await (const { usersJson } of env.client.getUsers(request, as(userId)))
    texts.push(usersJson.toString());
  return JSON.parse(`[${texts.join(',')}]`);
}

async function stateAs(reader: number | Visitor, types: readonly string[], over: object = {}) {
  const { state, role } = await env.client.getInitialState(
    {
      options: {
        fetchEventTypes: [...types],
        capabilities: [],
        slimPresence: false,
        presenceHistoryLimitDays: 14,
        includeSubscribers: 'false',
        takesShared: false,
        asksAgain: false,
        heldTexts: [],
        ...over,
      },
    },
    reader === visitor ? testCall({ principal: visitor }) : as(reader),
  );
  return { fields: JSON.parse(state!.fieldsJson.toString()) as Json, snapshot: state!.snapshot!, role };
}

describe('GET /users', () => {
  it('lists all users except system bots, including deactivated ones, in order of ID', async () => {
    const ids = (await usersAs(memberId)).map((user) => user.user_id);
    expect(ids).toEqual([env.ownerId, memberId, guestId, shyId, goneId, botId].sort((a, b) => a - b));
  });

  it('shows real addresses only to readers who may see them, and pictures that do not reveal them', async () => {
    const shy = (users: Json[]) => users.find((user) => user.user_id === shyId)!;
    expect(shy(await usersAs(memberId))).toMatchObject({
      delivery_email: null,
      email: `user${shyId}@chat.test`,
      avatar_url: expect.stringMatching(/^\/user_avatars\/generated\//),
    });
    const full = { delivery_email: 'shy@demo.example' };
    expect(shy(await usersAs(env.ownerId))).toMatchObject(full);
    expect(shy(await usersAs(shyId))).toMatchObject(full);
    const owner = (users: Json[]) => users.find((user) => user.user_id === env.ownerId)!;
    expect(owner(await usersAs(memberId)).avatar_url).toMatch(/^\/user_avatars\/generated\//);
  });

  it('returns profile data of people, not of bots, on request', async () => {
    const [plain] = await usersAs(memberId, { hasUserIds: true, userIds: [memberId, 10 ** 9] });
    expect(plain).not.toHaveProperty('profile_data');
    const both = await usersAs(memberId, {
      hasUserIds: true,
      userIds: [memberId, botId],
      includeCustomProfileFields: true,
    });
    expect(both.map((user) => user.profile_data)).toEqual([{}, undefined]);
    expect(both[1]).toMatchObject({ is_bot: true, bot_type: 1, bot_owner_id: memberId });
    expect(await usersAs(memberId, { hasUserIds: true })).toEqual([]);
  });

  it('streams more people than one page', async () => {
    await env.db.execute(sql`
      insert into user_admin.users (delivery_email, delivery_email_key, email, email_key, full_name, role)
      select 'p' || n || '@many.example', 'p' || n || '@many.example', 'p' || n || '@many.example',
             'p' || n || '@many.example', 'Person ' || n, 400 from generate_series(1, 2500) as n`);
    const users = await usersAs(memberId);
    await env.db.execute(sql`delete from user_admin.users where delivery_email like '%@many.example'`);
    expect(users.length).toBe(2506);
    const ids = users.map((user) => user.user_id as number);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });
});

describe('GET /users/me', () => {
  it('always shows the real address', async () => {
    const { userJson } = await env.client.getOwnUser({}, as(shyId));
    expect(JSON.parse(userJson.toString())).toMatchObject({
      user_id: shyId,
      email: `user${shyId}@chat.test`,
      delivery_email: 'shy@demo.example',
      role: 400,
      is_admin: false,
      is_bot: false,
      profile_data: {},
      date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
    });
  });
});

describe('GET /server_settings', () => {
  it('describes the organization', async () => {
    const settings = JSON.stringify({ description: 'We *build*.\n@**all** <b>' });
    await env.db.execute(sql`update user_admin.organization set settings = settings || ${settings}::jsonb`);
    const { fieldsJson } = await env.client.getServerSettings({}, operator());
    expect(JSON.parse(fieldsJson.toString())).toMatchObject({
      realm_name: 'Demo',
      realm_url: 'http://chat.test:9991',
      realm_uri: 'http://chat.test:9991',
      realm_description: '<p>We <em>build</em>.<br>\n@<strong>all</strong> &lt;b&gt;</p>',
      email_auth_enabled: true,
      authentication_methods: { password: true, dev: true, ldap: false },
    });
  });
});

describe('initial state', () => {
  it('answers its own event types and ignores the others', async () => {
    const { fields, role } = await stateAs(memberId, ['alert_words', 'message', 'subscription', '__proto__']);
    expect(fields).toEqual({ alert_words: [], receives_typing_notifications: true });
    expect(role).toBe(400);
  });

  it('has a value for each of its event types', async () => {
    for (const type of ownFetchTypes) {
      const { fields } = await stateAs(memberId, [type]);
      expect(Object.keys(fields).length, type).toBeGreaterThan(1);
    }
  });

  it('lists active and deactivated people, and describes the caller', async () => {
    const { fields } = await stateAs(memberId, ['realm_user']);
    const ids = (value: unknown) => (value as Json[]).map((user) => user.user_id);
    expect(ids(fields.realm_users)).toEqual([env.ownerId, memberId, guestId, shyId, botId]);
    expect(ids(fields.realm_non_active_users)).toEqual([goneId]);
    expect((fields.cross_realm_bots as Json[]).map((bot) => bot.email)).toEqual([
      'notification-bot@chat.test',
      'welcome-bot@chat.test',
    ]);
    expect(fields).toMatchObject({
      user_id: memberId,
      email: 'member@demo.example',
      is_admin: false,
      can_create_public_streams: true,
      can_create_web_public_streams: false,
      can_invite_others_to_realm: true,
    });
  });

  it('gives guests no rights of members', async () => {
    const { fields } = await stateAs(guestId, ['realm_user']);
    expect(fields).toMatchObject({
      is_guest: true,
      can_create_streams: false,
      can_subscribe_other_users: false,
      can_invite_others_to_realm: false,
    });
  });

  it('lists groups with their direct members', async () => {
    const { fields } = await stateAs(memberId, ['realm_user_groups']);
    const members = Object.fromEntries(
      (fields.realm_user_groups as Json[]).map((group) => [group.name, group.members]),
    );
    expect(members).toEqual({
      'role:internet': [],
      'role:everyone': [guestId],
      'role:members': [memberId, shyId, botId],
      'role:fullmembers': [memberId, shyId, botId],
      'role:moderators': [],
      'role:administrators': [],
      'role:owners': [env.ownerId],
      'role:nobody': [],
    });
  });

  it('shows bots to their owner and to administrators, never with a key', async () => {
    const bots = async (userId: number) => (await stateAs(userId, ['realm_bot'])).fields.realm_bots as Json[];
    expect(await bots(shyId)).toEqual([]);
    for (const userId of [memberId, env.ownerId]) {
      const [bot] = await bots(userId);
      expect(bot).toMatchObject({ user_id: botId, owner_id: memberId });
      expect(bot).not.toHaveProperty('api_key');
    }
  });

  it('names settings as the API does, with legacy names', async () => {
    const { fields } = await stateAs(memberId, ['realm']);
    const groups = new Map(
      (await env.client.listGroups({}, operator())).groups.map((group) => [group.name, group.groupId]),
    );
    expect(fields).toMatchObject({
      realm_name: 'Demo',
      realm_can_mention_many_users_group: groups.get('role:administrators'),
      realm_wildcard_mention_policy: 5,
      realm_create_public_stream_policy: 1,
      realm_create_web_public_stream_policy: 7,
      realm_topics_policy: 'allow_empty_topic',
      realm_mandatory_topics: false,
      realm_empty_topic_display_name: 'general chat',
      realm_authentication_methods: { Email: { enabled: true, available: true } },
    });
  });

  it('gives new people the organization’s defaults, and lets existing people keep theirs', async () => {
    await env.db.execute(sql`insert into user_admin.user_settings (user_id, settings)
      values (${memberId}, '{"enter_sends": true, "color_scheme": "no number"}')`);
    await env.db.execute(
      sql`update user_admin.organization set user_settings_defaults = '{"color_scheme": 2, "enter_sends": false}'`,
    );
    const newcomer = await env.account('newcomer');
    const { fields } = await stateAs(memberId, ['user_settings', 'realm_user_settings_defaults']);
    await env.db.execute(sql`update user_admin.organization set user_settings_defaults = '{}'`);
    expect(fields.user_settings).toMatchObject({ enter_sends: true, color_scheme: 1, emojiset: 'google' });
    expect(fields.realm_user_settings_defaults).toMatchObject({ enter_sends: false, color_scheme: 2 });
    const theirs = await stateAs(newcomer, ['user_settings']);
    expect(theirs.fields.user_settings).toMatchObject({ color_scheme: 2, enter_sends: false });
  });

  it('admits visitors only where the organization does, and shows them no people', async () => {
    await expect(stateAs(visitor, ownFetchTypes)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const settings = JSON.stringify({ enable_spectator_access: true });
    await env.db.execute(sql`update user_admin.organization set settings = settings || ${settings}::jsonb`);
    const { fields, role } = await stateAs(visitor, ownFetchTypes);
    expect(role).toBeUndefined();
    const text = JSON.stringify(fields);
    expect(text).not.toContain(owner.email);
    expect(text).not.toContain('Olive');
    expect(fields).toMatchObject({ realm_users: [], realm_bots: [], is_admin: false });
    for (const group of fields.realm_user_groups as Json[]) expect(group.members).toEqual([]);
  });

  it('contains a snapshot that excludes later changes', async () => {
    const { snapshot } = await stateAs(memberId, ['realm_user']);
    const { xid } = await env.db.one<{ xid: number }>(sql`select pg_current_xact_id()::text::int8 as xid`);
    expect(xid).toBeGreaterThanOrEqual(snapshot.xmax);
  });
});

describe('operating', () => {
  it('exposes metrics', async () => {
    const metrics = await (await fetch(`${env.opsUrl}/metrics`)).text();
    expect(metrics).toContain('parley_user_admin_users_created_total');
  });
});
