import {
  changeableOrganizationSettings,
  changeableUserSettingDefaults,
  organizationPermissions,
  organizationSetting,
  userSettingNames,
  userSettingSchema,
} from '@parley/settings';
import {
  type AnyNetwork,
  anyNetwork,
  type Body,
  type EventReader,
  type Method,
  Organization,
  type Params,
  type Person,
} from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';

// Tests every setting: it can be read, permitted people can change it, other people and invalid values are refused, and other
// people receive an event.

let network: AnyNetwork;
let owner: Person;
let admin: Person;
let member: Person;
let channelId: number;
let groups: ReadonlyMap<string, number>;

beforeAll(async () => {
  network = await anyNetwork({ replicas: { 'user-admin': 2, channel: 2, messaging: 2, gateway: 2 } });
  const organization = await Organization.create(network);
  owner = organization.owner;
  ({ admin, member } = await organization.add('admin', 'member'));
  await owner.api.patch(`/users/${admin.userId}`, { role: 200 });
  await owner.subscribe(['notices']);
  const { streams } = await owner.api.get('/streams');
  channelId = streams.find((stream: Body) => stream.name === 'notices').stream_id;
  const { realm_user_groups } = await register(owner, ['realm_user_groups']);
  groups = new Map(realm_user_groups.map((group: Body) => [group.name, group.id]));
});

afterAll(() => network?.stop());

async function register(person: Person, fetch: readonly string[]): Promise<Body> {
  return (await person.register({ event_types: [], fetch_event_types: fetch })).initial;
}

const refused = { status: 400, body: { result: 'error', code: 'BAD_REQUEST' } };
/** Expected error for a caller whose role is insufficient. */
const forbidden = { status: 400, body: { result: 'error', code: 'UNAUTHORIZED_PRINCIPAL' } };

/**
 * Values that differ from the default, for settings for which the schema alone does not suffice to find one. Undefined means
 * that there is no other permitted value.
 */
const values: Readonly<Record<string, () => unknown>> = {
  accent_color: () => '#336699',
  authentication_methods: () => undefined,
  default_avatar_source: () => undefined,
  default_code_block_language: () => 'python',
  default_language: () => 'de',
  description: () => 'What **we** do',
  empty_topic_display_name: () => 'Sundries',
  // The others need a key of the operator.
  gif_provider: () => undefined,
  gif_rating_policy: () => 0,
  digest_frequency: () => 'daily',
  media_preview_size: () => 150,
  jitsi_server_url: () => 'https://jitsi.example.com',
  sidebar_color: () => '#203040',
  web_sidebar_order: () => 'c1,f2',
  message_edit_history_visibility_policy: () => 'moves',
  message_retention_days: () => 365,
  name: () => 'Renamed "here"',
  require_second_factor: () => 'owners',
  topics_policy: () => 'disable_empty_topic',
  zulip_update_announcements_stream_id: () => undefined,
  welcome_message_custom_text: () => 'Welcome!',
  web_home_view: () => 'recent',
};

/** Returns a permitted value other than `before`, by trying candidates against the schema. */
function another(name: string, schema: z.ZodType, before: unknown): unknown {
  if (values[name]) return values[name]();
  if (name.endsWith('_channel_id') || name.endsWith('_stream_id')) return channelId;
  const candidates = [!before, 1, 2, 3, 13, 120, 'always', 'never', 'google', 'text', 'ding', 'U'];
  return candidates.find((value) => value !== before && schema.safeParse(value).success);
}

/** Returns an invalid value. Parameters are strings, so a free text can be invalid only because of its length. */
const wrongValue = (schema: z.ZodType): unknown =>
  ['no such value', 'x'.repeat(9_000)].find((value) => !schema.safeParse(value).success);

it.each(['javascript:alert(1)', 'view-source:https://meet.example', 'https:meet.example', 'meet.example'])(
  'no call starts at %s',
  async (url) => {
    await expect(owner.api.patch('/realm', { jitsi_server_url: url })).rejects.toMatchObject(refused);
  },
);

describe('every setting of the organization', () => {
  let before: Body;
  let queue: EventReader;
  const changed = new Map<string, unknown>();
  /** Names of settings with a single permitted value. */
  const onlyOne: string[] = [];

  beforeAll(async () => {
    before = await register(member, ['realm']);
    queue = await member.register({ event_types: ['realm'] });
  });

  it.each([...changeableOrganizationSettings])('%s', async (name) => {
    const old = before[`realm_${name}`];
    expect(old).toBeDefined();
    const isPermission = Object.hasOwn(organizationPermissions, name);
    const { schema, changedBy } = organizationSetting(name);
    const wrong = isPermission ? 999_999 : wrongValue(schema);
    await expect(owner.api.patch('/realm', { [name]: wrong })).rejects.toMatchObject(refused);
    let value: unknown;
    if (isPermission) {
      const { allowed_system_groups: allowed, default_group_name: usual } =
        organizationPermissions[name as keyof typeof organizationPermissions];
      const choices =
        allowed.length > 0 ? (allowed as readonly string[]) : ['role:moderators', 'role:members'];
      const choice = choices.find((group) => group !== usual && group !== 'role:nobody');
      value = choice && groups.get(choice);
    } else value = another(name, schema, old);
    if (value === undefined) {
      onlyOne.push(name);
      return;
    }
    await expect(member.api.patch('/realm', { [name]: value })).rejects.toMatchObject(forbidden);
    if (changedBy === 'owners') {
      await expect(admin.api.patch('/realm', { [name]: value })).rejects.toMatchObject(forbidden);
    }
    const sent = isPermission ? { new: value, old } : value;
    await (changedBy === 'owners' ? owner : admin).api.patch('/realm', { [name]: sent });
    changed.set(name, value);
  });

  it('was announced to the other users, one event each, and is part of later registrations', async () => {
    await network.caughtUp();
    const received = new Map<string, unknown>();
    for (let events = await queue.pollNow(); events.length > 0; events = await queue.pollNow()) {
      for (const event of events) {
        if (event.op === 'update') received.set(event.property, event.value);
        else for (const [name, value] of Object.entries(event.data)) received.set(name, value);
      }
    }
    received.delete('mandatory_topics');
    expect(received).toEqual(changed);
    // The only enabled authentication method cannot be disabled, and features that the server lacks cannot be enabled.
    expect(onlyOne.toSorted()).toEqual([
      'authentication_methods',
      'default_avatar_source',
      'gif_provider',
      'want_advertise_in_communities_directory',
      'zulip_update_announcements_stream_id',
    ]);
    expect(changed.size).toBe(changeableOrganizationSettings.length - onlyOne.length);
    const after = await register(member, ['realm']);
    for (const [name, value] of changed) expect(after[`realm_${name}`], name).toEqual(value);
    const { realm_name } = await network.client().get('/server_settings');
    expect(realm_name).toBe('Renamed "here"');
  });

  it('reports a concurrent change, and accepts users and groups together', async () => {
    const name = 'can_create_groups';
    const people = { direct_members: [member.userId], direct_subgroups: [groups.get('role:administrators')] };
    const [stale, present] = [groups.get('role:members'), groups.get('role:moderators')];
    await expect(owner.api.patch('/realm', { [name]: { new: people, old: stale } })).rejects.toMatchObject({
      status: 400,
      code: 'EXPECTATION_MISMATCH',
      body: { current: { [name]: present } },
    });
    await owner.api.patch('/realm', { [name]: { new: people, old: present } });
    expect((await register(member, ['realm']))[`realm_${name}`]).toEqual(people);
    const stranger = { direct_members: [999_999], direct_subgroups: [] };
    await expect(owner.api.patch('/realm', { [name]: { new: stranger } })).rejects.toMatchObject(refused);
    await expect(
      owner.api.patch('/realm', { can_create_web_public_channel_group: { new: people } }),
    ).rejects.toMatchObject(refused);
  });

  it('accepts “unlimited” as the value of a limit', async () => {
    await owner.api.patch('/realm', {
      message_content_edit_limit_seconds: 'unlimited',
      message_retention_days: 'unlimited',
    });
    expect(await register(member, ['realm'])).toMatchObject({
      realm_message_content_edit_limit_seconds: null,
      realm_message_retention_days: -1,
    });
  });

  it('has only other realm_ fields that derive from a setting or belong to the server', () => {
    const others = Object.keys(before)
      .filter((field) => field.startsWith('realm_'))
      .map((field) => field.slice('realm_'.length))
      .filter((name) => !(changeableOrganizationSettings as readonly string[]).includes(name));
    expect(others.toSorted()).toEqual(
      [
        ...['icon_source', 'icon_url', 'logo_source', 'logo_url', 'night_logo_source', 'night_logo_url'],
        ...['allow_edit_history', 'mandatory_topics', 'wildcard_mention_policy'],
        ...['create_private_stream_policy', 'create_public_stream_policy', 'create_web_public_stream_policy'],
        ...['email_auth_enabled', 'password_auth_enabled', 'push_notifications_enabled'],
        ...['available_video_chat_providers', 'bot_domain', 'date_created', 'default_external_accounts'],
        ...['owner_full_content_access', 'plan_type', 'upload_quota_mib'],
        ...['push_notifications_enabled_end_timestamp', 'uri', 'url', 'uuid'],
      ].toSorted(),
    );
  });

  it('accepts only names of topics for the empty topic', async () => {
    const call = (name: string) => owner.api.patch('/realm', { empty_topic_display_name: name });
    for (const name of ['', '  ', '(no topic)', 'x'.repeat(61), 'a\u0000b', 'a\nb', '\u200b']) {
      await expect(call(name), JSON.stringify(name)).rejects.toMatchObject(refused);
    }
    for (const name of [` ${'🦜'.repeat(60)} `, 'general chat']) {
      await call(name);
      const { realm_empty_topic_display_name } = await register(member, ['realm']);
      expect(realm_empty_topic_display_name).toBe(name.trim());
    }
  });

  it('names parameters that it does not know', async () => {
    const body = await owner.api.patch('/realm', { no_such_setting: true });
    expect(body.ignored_parameters_unsupported).toEqual(['no_such_setting']);
  });

  it('announces users who became or ceased to be full members', async () => {
    await owner.api.patch('/realm', { waiting_period_threshold: 0 });
    const events = await member.register({ event_types: ['user_group'] });
    await owner.api.patch('/realm', { waiting_period_threshold: 30 });
    await owner.api.patch('/realm', { waiting_period_threshold: 0 });
    await network.caughtUp();
    const group_id = groups.get('role:fullmembers');
    expect(await events.pollNow()).toEqual([
      expect.objectContaining({ op: 'remove_members', group_id, user_ids: [member.userId] }),
      expect.objectContaining({ op: 'add_members', group_id, user_ids: [member.userId] }),
    ]);
  });
});

describe.each([
  ['personal', '/settings', 'user_settings', userSettingNames],
  [
    'of new people',
    '/realm/user_settings_defaults',
    'realm_user_settings_defaults',
    changeableUserSettingDefaults,
  ],
] as const)('every setting %s', (_kind, path, type, names) => {
  const changed = new Map<string, unknown>();
  const who = (): Person => (type === 'user_settings' ? member : admin);
  let before: Body;
  let queue: EventReader;

  beforeAll(async () => {
    before = (await register(who(), [type]))[type];
    queue = await who().register({ event_types: [type] });
  });

  it.each([...names])('%s', async (name) => {
    const schema = userSettingSchema(name)!;
    expect(before[name]).toBeDefined();
    const value = another(name, schema, before[name]);
    expect(value, 'another value').toBeDefined();
    const wrong = wrongValue(schema);
    await expect(who().api.patch(path, { [name]: wrong })).rejects.toMatchObject(refused);
    if (who() === admin) {
      await expect(member.api.patch(path, { [name]: value })).rejects.toMatchObject(forbidden);
    }
    await who().api.patch(path, { [name]: value });
    changed.set(name, value);
  });

  it('was announced to the user’s other clients, one event each', async () => {
    await network.caughtUp();
    const received = new Map<string, unknown>();
    for (let events = await queue.pollNow(); events.length > 0; events = await queue.pollNow()) {
      for (const event of events) received.set(event.property, event.value);
    }
    expect(received).toEqual(changed);
    const after = (await register(who(), [type]))[type];
    for (const [name, value] of changed) expect(after[name], name).toEqual(value);
  });
});

describe('a revoked permission ends on every replica within a second', () => {
  let own: number;

  const system = (name: string) => ({ new: groups.get(name) });

  beforeAll(async () => {
    await owner.api.patch('/realm', {
      allow_message_editing: true,
      message_content_edit_limit_seconds: 'unlimited',
      can_create_public_channel_group: system('role:members'),
      can_invite_users_group: system('role:members'),
      can_create_groups: system('role:members'),
      create_multiuse_invite_group: system('role:members'),
      direct_message_permission_group: system('role:everyone'),
      direct_message_initiator_group: system('role:everyone'),
      topics_policy: 'allow_empty_topic',
    });
    await member.subscribe(['rights']);
    own = await member.send('rights', 'first', 'here');
  });

  const dm = () => ({ type: 'direct', to: [admin.userId], content: 'hello' });
  const channelMessage = (more: object) => ({ type: 'channel', to: 'rights', content: 'hello', ...more });

  it.each<[string, () => Params, (attempt: number) => [Method, string, Params]]>([
    [
      'creating channels',
      () => ({ can_create_public_channel_group: system('role:administrators') }),
      (attempt) => ['POST', '/users/me/subscriptions', { subscriptions: [{ name: `attempt ${attempt}` }] }],
    ],
    [
      'editing messages',
      () => ({ allow_message_editing: false }),
      (attempt) => ['PATCH', `/messages/${own}`, { content: `edit ${attempt}` }],
    ],
    [
      'direct messages',
      () => ({ direct_message_permission_group: system('role:nobody') }),
      () => ['POST', '/messages', dm()],
    ],
    [
      'messages without a topic',
      () => ({ topics_policy: 'disable_empty_topic' }),
      () => ['POST', '/messages', channelMessage({ topic: '' })],
    ],
    [
      'invitation links',
      () => ({ create_multiuse_invite_group: system('role:administrators') }),
      () => ['POST', '/invites/multiuse', {}],
    ],
    [
      'creating groups',
      () => ({ can_create_groups: system('role:administrators') }),
      (attempt) => ['POST', '/user_groups/create', { name: `g${attempt}`, description: '', members: [] }],
    ],
  ])('%s', async (_what, change, ask) => {
    expect(await member.api.raw(...ask(-1))).toMatchObject({ status: 200 });
    await owner.api.patch('/realm', change());
    const answered = performance.now();
    let allowed = 0;
    let refusedInARow = 0;
    /**
     * Start of the last successful attempt, in milliseconds after the answer to the change. The guarantee does not depend on
     * the duration of the attempt.
     */
    let lastAllowedAt = 0;
    // Consecutive requests go to different replicas of the gateway and the services.
    for (let attempt = 0; refusedInARow < 12; attempt++) {
      const begun = performance.now() - answered;
      const { status } = await member.api.raw(...ask(attempt));
      if (status === 200) {
        allowed++;
        refusedInARow = 0;
        lastAllowedAt = begun;
      } else refusedInARow++;
    }
    expect(lastAllowedAt, `${allowed} allowed`).toBeLessThan(1_000);
  });
});
