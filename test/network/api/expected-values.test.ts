import { changeableOrganizationSettings, changeableUserSettingDefaults } from '@parley/settings';
import {
  type AnyNetwork,
  anyNetwork,
  type Body,
  Organization,
  type Params,
  type Person,
} from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Verifies concurrent changes by two writers who have read the same values: one succeeds, and the other one gets the current
// value (docs/api/requests.md#expected-values).

let network: AnyNetwork;
let owner: Person;
let admin: Person;
let member: Person;

/** A field that two writers change concurrently: its location, its two values, and the parameters that set them. */
type Written = {
  readonly name: string;
  readonly path: () => string;
  readonly field: string;
  readonly first: unknown;
  readonly params: (value: unknown) => Params;
};

const ids = { channel: 0, folder: 0, group: 0, linkifier: 0, field: 0 };

beforeAll(async () => {
  network = await anyNetwork({ replicas: { 'user-admin': 2, channel: 2, gateway: 2 } });
  const organization = await Organization.create(network);
  owner = organization.owner;
  ({ admin, member } = await organization.add('admin', 'member'));
  await owner.api.patch(`/users/${admin.userId}`, { role: 100 });
  await owner.subscribe(['notices']);
  ids.channel = (await owner.api.get('/get_stream_id', { stream: 'notices' })).stream_id as number;
  const folder = await owner.api.post('/channel_folders/create', { name: 'Work', description: '' });
  ids.folder = folder.channel_folder_id as number;
  await owner.api.post('/user_groups/create', { name: 'painters', description: '', members: [] });
  const { user_groups: groups } = await owner.api.get('/user_groups');
  ids.group = (groups as Body[]).find(({ name }) => name === 'painters')!.id;
  ids.linkifier = (
    await owner.api.post('/realm/filters', {
      pattern: '#(?P<id>[0-9]+)',
      url_template: 'https://a.example/{id}',
    })
  ).id as number;
  ids.field = (await owner.api.post('/realm/profile_fields', { field_type: 1, name: 'Desk', hint: '' }))
    .id as number;
  await owner.api.post('/realm/domains', { domain: 'one.example', allow_subdomains: false });
  await network.caughtUp();
});

afterAll(() => network?.stop());

const written: readonly Written[] = [
  {
    name: 'the organization',
    path: () => '/realm',
    field: 'description',
    first: '',
    params: (description) => ({ description }),
  },
  {
    name: 'the defaults of personal settings',
    path: () => '/realm/user_settings_defaults',
    field: 'email_notifications_batching_period_seconds',
    first: 120,
    params: (value) => ({
      email_notifications_batching_period_seconds: { one: 300, two: 600, three: 900 }[String(value)],
    }),
  },
  {
    name: 'a channel',
    path: () => `/streams/${ids.channel}`,
    field: 'description',
    first: '',
    params: (description) => ({ description }),
  },
  {
    name: 'a folder',
    path: () => `/channel_folders/${ids.folder}`,
    field: 'description',
    first: '',
    params: (description) => ({ description }),
  },
  {
    name: 'a group',
    path: () => `/user_groups/${ids.group}`,
    field: 'description',
    first: '',
    params: (description) => ({ description }),
  },
  {
    name: 'a linkifier',
    path: () => `/realm/filters/${ids.linkifier}`,
    field: 'url_template',
    first: 'https://a.example/{id}',
    params: (value) => ({ pattern: '#(?P<id>[0-9]+)', url_template: `https://${value}.example/{id}` }),
  },
  {
    name: 'a profile field',
    path: () => `/realm/profile_fields/${ids.field}`,
    field: 'hint',
    first: '',
    params: (hint) => ({ hint }),
  },
  {
    name: 'the name of a person',
    path: () => `/users/${member.userId}`,
    field: 'full_name',
    first: 'member',
    params: (full_name) => ({ full_name }),
  },
  {
    name: 'the profile of a person',
    path: () => `/users/${member.userId}`,
    field: 'profile_data',
    first: null,
    params: (value) => ({ profile_data: [{ id: ids.field, value }] }),
  },
];

describe('expected values', () => {
  it.each(written)('let one of two writers succeed: $name', async ({ path, field, first, params }) => {
    const before =
      field === 'full_name'
        ? ((await owner.api.get(`/users/${member.userId}`)).user as Body).full_name
        : field === 'profile_data'
          ? { [ids.field]: null }
          : first;
    const write = (person: Person, value: string) =>
      person.api.raw('PATCH', path(), { ...params(value), expected: { [field]: before } });
    const answers = await Promise.all([write(owner, 'one'), write(admin, 'two')]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 400]);
    const refusal = answers.find(({ status }) => status === 400)!.body as Body;
    expect(refusal).toMatchObject({ code: 'EXPECTATION_MISMATCH', current: { [field]: expect.anything() } });
    expect(refusal.current[field]).not.toEqual(before);
    // The refusal contains the stored value, which is then accepted as the expected value.
    const again = await admin.api.raw('PATCH', path(), { ...params('three'), expected: refusal.current });
    expect(again).toMatchObject({ status: 200 });
  });

  it('compare switches of domains', async () => {
    const write = (allow: boolean, seen: boolean) =>
      owner.api.raw('PATCH', '/realm/domains/one.example', {
        allow_subdomains: allow,
        expected: { allow_subdomains: seen },
      });
    expect(await write(true, false)).toMatchObject({ status: 200 });
    expect(await write(true, false)).toMatchObject({
      status: 400,
      body: { code: 'EXPECTATION_MISMATCH', current: { allow_subdomains: true } },
    });
  });

  it('accept all settings in the form of registrations, and change nothing otherwise', async () => {
    const { initial } = await owner.register({
      event_types: [],
      fetch_event_types: ['realm', 'realm_user_settings_defaults'],
    });
    const settings = changeableOrganizationSettings
      .filter((name) => `realm_${name}` in initial)
      .map((name) => [name, initial[`realm_${name}`]]);
    expect(settings.length).toBeGreaterThan(30);
    const expected = Object.fromEntries(settings);
    const change = { waiting_period_threshold: 3 };
    expect(await owner.api.raw('PATCH', '/realm', { ...change, expected })).toMatchObject({ status: 200 });
    const second = await owner.api.raw('PATCH', '/realm', { description: 'unseen', ...change, expected });
    expect(second).toMatchObject({ status: 400, body: { current: change } });
    const after = (await owner.register({ event_types: [], fetch_event_types: ['realm'] })).initial;
    expect(after.realm_description).not.toBe('unseen');

    const defaults = initial.realm_user_settings_defaults as Body;
    const seen = Object.fromEntries(
      changeableUserSettingDefaults.filter((name) => name in defaults).map((name) => [name, defaults[name]]),
    );
    expect(Object.keys(seen).length).toBeGreaterThan(30);
    const write = () =>
      owner.api.raw('PATCH', '/realm/user_settings_defaults', {
        enter_sends: !defaults.enter_sends,
        expected: seen,
      });
    expect(await write()).toMatchObject({ status: 200 });
    expect(await write()).toMatchObject({ status: 400, body: { code: 'EXPECTATION_MISMATCH' } });
  });

  it('accept a channel in the form of lists', async () => {
    const { streams } = await owner.api.get('/streams', { include_default: true });
    const channel = (streams as Body[]).find(({ stream_id: id }) => id === ids.channel)!;
    const { name, invite_only, is_web_public, history_public_to_subscribers, folder_id } = channel;
    const { message_retention_days, topics_policy, is_archived, is_default } = channel;
    const expected = {
      ...{ name, invite_only, is_web_public, history_public_to_subscribers, folder_id },
      ...{ message_retention_days, topics_policy, is_archived, is_default },
    };
    const path = `/streams/${ids.channel}`;
    const write = () => admin.api.raw('PATCH', path, { folder_id: ids.folder, expected });
    expect(await write()).toMatchObject({ status: 200 });
    expect(await write()).toMatchObject({ status: 400, body: { current: { folder_id: ids.folder } } });
  });

  it('refuse unknown fields, and reveal nothing to people who may not make the change', async () => {
    const unknown = await owner.api.raw('PATCH', '/realm', { expected: { nothing: 1 } });
    expect(unknown).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    for (const path of [
      '/realm',
      `/streams/${ids.channel}`,
      `/users/${owner.userId}`,
      `/user_groups/${ids.group}`,
    ]) {
      const answer = await member.api.raw('PATCH', path, {
        description: 'x',
        expected: { description: 'y' },
      });
      expect(answer.status).toBe(400);
      expect(answer.body).not.toHaveProperty('current');
    }
    const address = await admin.api.raw('PATCH', `/users/${member.userId}`, {
      full_name: 'member',
      expected: { delivery_email: 'guess' },
    });
    expect(address).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });
});
