import { type AnyNetwork, anyNetwork, type Body, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadImage as uploadTo } from '../files/upload-image.ts';

// Tests linkifiers, playgrounds, domains and profile fields: who may define them, what is refused, and who receives events.

let network: AnyNetwork;
let owner: Person;
let admin: Person;
let member: Person;

beforeAll(async () => {
  network = await anyNetwork({ replicas: { 'user-admin': 2, messaging: 2 } });
  const organization = await Organization.create(network);
  owner = organization.owner;
  ({ admin, member } = await organization.add('admin', 'member'));
  await owner.api.patch(`/users/${admin.userId}`, { role: 200 });
});

afterAll(() => network?.stop());

const refused = { status: 400, body: { result: 'error', code: 'BAD_REQUEST' } };
/** Expected error for a caller whose role is insufficient. */
const forbidden = { status: 400, body: { result: 'error', code: 'UNAUTHORIZED_PRINCIPAL' } };
const capabilities = { client_capabilities: { linkifier_url_template: true } };

/** Returns the events of the given types that a member receives during a change. */
async function eventsDuring(types: readonly string[], change: () => Promise<unknown>): Promise<Body[]> {
  const queue = await member.register({ event_types: types, ...capabilities });
  await change();
  await network.caughtUp();
  return (await queue.pollNow()).map(({ id: _, ...event }) => event);
}

const withoutIds = (events: Body[]) => events.map(({ id: _, ...event }) => event);

const uploadImage = (person: Person, path: string, options: Parameters<typeof uploadTo>[3] = {}) =>
  uploadTo(network, person, path, options);

describe('linkifiers', () => {
  const issue = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://issues.example/{id}' };
  const ticket = { pattern: 'T(?P<id>[0-9]+)', url_template: 'https://tickets.example/{id}{?x}' };
  let ids: number[];

  it('are added by administrators, and all users receive the complete list', async () => {
    await expect(member.api.post('/realm/filters', issue)).rejects.toMatchObject(forbidden);
    await expect(admin.api.post('/realm/filters', ticket)).rejects.toMatchObject(refused);
    const events = await eventsDuring(['realm_linkifiers'], async () => {
      const first = await admin.api.post('/realm/filters', issue);
      const second = await admin.api.post('/realm/filters', {
        ...ticket,
        url_template: 'https://t.example/{id}',
      });
      ids = [first.id, second.id];
    });
    expect(events).toHaveLength(2);
    expect(events[1]!.realm_linkifiers).toEqual([
      { id: ids[0], ...issue, example_input: null, reverse_template: null, alternative_url_templates: [] },
      {
        id: ids[1],
        pattern: ticket.pattern,
        url_template: 'https://t.example/{id}',
        example_input: null,
        reverse_template: null,
        alternative_url_templates: [],
      },
    ]);
    await expect(admin.api.post('/realm/filters', issue)).rejects.toMatchObject(refused);
    const { linkifiers } = await member.api.get('/realm/linkifiers');
    expect(linkifiers).toEqual(events[1]!.realm_linkifiers);
    const without = await member.register({ fetch_event_types: ['realm_linkifiers'] });
    expect(without.initial.realm_linkifiers).toEqual([]);
    const withTemplates = await member.register({ fetch_event_types: ['realm_linkifiers'], ...capabilities });
    expect(withTemplates.initial.realm_linkifiers).toEqual(linkifiers);
  });

  it('turn text of messages and topics into links', async () => {
    await member.subscribe(['links']);
    const messageId = await member.send('links', 'see #12 and T7', 'about #12');
    const [message] = await member.messages([], {
      apply_markdown: true,
      message_ids: [messageId],
      ...noAnchor,
    });
    expect(message!.content).toContain('<a href="https://issues.example/12">#12</a>');
    expect(message!.content).toContain('<a href="https://t.example/7">T7</a>');
    expect(message!.topic_links).toEqual([{ text: '#12', url: 'https://issues.example/12' }]);
  });

  it.each([
    ['an invalid pattern', { pattern: '(?P<id>[0-9' }],
    ['a pattern that only backtracking engines know', { pattern: '(?P<id>[0-9]+)(?=x)' }],
    ['an invalid template', { url_template: 'https://issues.example/{id' }],
    ['a template of another group', { url_template: 'https://issues.example/{other}' }],
    ['a reverse template of another group', { reverse_template: '#{other}', example_input: '#1' }],
    ['a reverse template with a lonely brace', { reverse_template: '#{id}}', example_input: '#1' }],
    ['a reverse template that leads elsewhere', { reverse_template: '##{id}', example_input: '#1' }],
    ['a reverse template without an example', { reverse_template: '#{id}' }],
    ['an example that does not match', { reverse_template: '#{id}', example_input: 'T1' }],
    ['an alternative that is no template', { alternative_url_templates: ['https://x.example/{id'] }],
    ['an alternative of another group', { alternative_url_templates: ['https://x.example/{other}'] }],
    ['too long a pattern', { pattern: `(?P<id>${'x'.repeat(600)})` }],
  ])('refuse %s', async (_kind, change) => {
    await expect(admin.api.patch(`/realm/filters/${ids[0]}`, { ...issue, ...change })).rejects.toMatchObject(
      refused,
    );
  });

  it('are changed, with reverse templates from an address', async () => {
    const changed = {
      pattern: '\\{(?P<id>[0-9]+)\\}',
      url_template: 'https://issues.example/{id}',
      example_input: '{12}',
      reverse_template: '{{{id}}}',
      alternative_url_templates: ['https://old.example/{id}', 'https://older.example/?i={id}'],
    };
    const [event] = await eventsDuring(['realm_linkifiers'], () =>
      admin.api.patch(`/realm/filters/${ids[0]}`, changed),
    );
    expect(event!.realm_linkifiers[0]).toEqual({ id: ids[0], ...changed });
    await admin.api.patch(`/realm/filters/${ids[0]}`, { ...issue, reverse_template: '', example_input: '' });
    const { linkifiers } = await member.api.get('/realm/linkifiers');
    expect(linkifiers[0]).toMatchObject({ reverse_template: null, example_input: null, ...issue });
    await expect(admin.api.patch('/realm/filters/999999', issue)).rejects.toMatchObject(refused);
    await expect(member.api.patch(`/realm/filters/${ids[0]}`, issue)).rejects.toMatchObject(forbidden);
  });

  it('are ordered and removed', async () => {
    const [order] = await eventsDuring(['realm_linkifiers'], () =>
      admin.api.patch('/realm/linkifiers', { ordered_linkifier_ids: ids.toReversed() }),
    );
    expect(order!.realm_linkifiers.map((each: Body) => each.id)).toEqual(ids.toReversed());
    for (const wrong of [[ids[0]], [...ids, ids[0]], [ids[0], 999_999]]) {
      await expect(
        admin.api.patch('/realm/linkifiers', { ordered_linkifier_ids: wrong }),
      ).rejects.toMatchObject(refused);
    }
    await expect(member.api.patch('/realm/linkifiers', { ordered_linkifier_ids: ids })).rejects.toMatchObject(
      forbidden,
    );
    await expect(member.api.delete(`/realm/filters/${ids[0]}`)).rejects.toMatchObject(forbidden);
    const [removed] = await eventsDuring(['realm_linkifiers'], () =>
      admin.api.delete(`/realm/filters/${ids[0]}`),
    );
    expect(removed!.realm_linkifiers).toHaveLength(1);
    await expect(admin.api.delete(`/realm/filters/${ids[0]}`)).rejects.toMatchObject(refused);
  });
});

const noAnchor = { anchor: undefined, num_before: undefined, num_after: undefined };

describe('code playgrounds', () => {
  const rust = { name: 'Rust', pygments_language: 'Rust', url_template: 'https://play.example/?c={code}' };

  it('are added and removed by administrators', async () => {
    await expect(member.api.post('/realm/playgrounds', rust)).rejects.toMatchObject(forbidden);
    let id = 0;
    const [added] = await eventsDuring(['realm_playgrounds'], async () => {
      id = (await admin.api.post('/realm/playgrounds', rust)).id;
    });
    expect(added).toEqual({ type: 'realm_playgrounds', realm_playgrounds: [{ id, ...rust }] });
    const { initial } = await member.register({ fetch_event_types: ['realm_playgrounds'] });
    expect(initial.realm_playgrounds).toEqual([{ id, ...rust }]);
    await expect(admin.api.post('/realm/playgrounds', rust)).rejects.toMatchObject(refused);
    await expect(member.api.delete(`/realm/playgrounds/${id}`)).rejects.toMatchObject(forbidden);
    const [removed] = await eventsDuring(['realm_playgrounds'], () =>
      admin.api.delete(`/realm/playgrounds/${id}`),
    );
    expect(removed!.realm_playgrounds).toEqual([]);
    await expect(admin.api.delete(`/realm/playgrounds/${id}`)).rejects.toMatchObject(refused);
  });

  it.each([
    ['no variable', 'https://play.example/'],
    ['another variable', 'https://play.example/{text}'],
    ['two variables', 'https://play.example/{code}{?text}'],
    ['a malformed one', 'https://play.example/{code'],
    ['no address', '{code}'],
    ['a script', 'javascript:{code}'],
    ['the source of a page', 'view-source:https://play.example/{code}'],
    ['a variable host', 'https://{code}/'],
    ['a variable end of the host', 'https://play.example{+code}'],
  ])('refuse a template with %s', async (_kind, url_template) => {
    await expect(admin.api.post('/realm/playgrounds', { ...rust, url_template })).rejects.toMatchObject(
      refused,
    );
  });
});

describe('allowed domains', () => {
  it('are changed by owners and visible to all users', async () => {
    const domain = { domain: 'Example.com', allow_subdomains: false };
    for (const person of [member, admin]) {
      await expect(person.api.post('/realm/domains', domain)).rejects.toMatchObject(forbidden);
      await expect(
        person.api.patch('/realm/domains/example.com', { allow_subdomains: true }),
      ).rejects.toMatchObject(forbidden);
      await expect(person.api.delete('/realm/domains/example.com')).rejects.toMatchObject(forbidden);
    }
    const events = await eventsDuring(['realm_domains', 'realm'], async () => {
      await owner.api.post('/realm/domains', domain);
      await owner.api.patch('/realm', { emails_restricted_to_domains: true });
      await owner.api.patch('/realm/domains/example.com', { allow_subdomains: true });
      expect((await member.api.get('/realm/domains')).domains).toEqual([
        { domain: 'example.com', allow_subdomains: true },
      ]);
      const { initial } = await member.register({ fetch_event_types: ['realm_domains'] });
      expect(initial.realm_domains).toEqual([{ domain: 'example.com', allow_subdomains: true }]);
      await owner.api.delete('/realm/domains/example.com');
    });
    const restriction = { type: 'realm', op: 'update', property: 'emails_restricted_to_domains' };
    expect(events).toEqual([
      {
        type: 'realm_domains',
        op: 'add',
        realm_domain: { domain: 'example.com', allow_subdomains: false },
      },
      { ...restriction, value: true },
      {
        type: 'realm_domains',
        op: 'change',
        realm_domain: { domain: 'example.com', allow_subdomains: true },
      },
      { type: 'realm_domains', op: 'remove', domain: 'example.com' },
      { ...restriction, value: false },
    ]);
  });

  it.each(['', 'nodot', 'two words.com', '.example.com', 'a..b', '10.0.0.1', 'x@example.com'])(
    'refuse %j',
    async (domain) => {
      await expect(
        owner.api.post('/realm/domains', { domain, allow_subdomains: true }),
      ).rejects.toMatchObject({ status: 400 });
    },
  );

  it('are found by every spelling of the same domain', async () => {
    await owner.api.post('/realm/domains', { domain: 'Bücher.example', allow_subdomains: false });
    const path = `/realm/domains/${encodeURIComponent('bücher.example')}`;
    await owner.api.patch(path, { allow_subdomains: true });
    const { domains } = await member.api.get('/realm/domains');
    expect(domains).toContainEqual({ domain: 'xn--bcher-kva.example', allow_subdomains: true });
    await owner.api.delete(path);
  });

  it('refuse duplicates and unknown domains', async () => {
    const domain = { domain: 'twice.example', allow_subdomains: true };
    await owner.api.post('/realm/domains', domain);
    await expect(owner.api.post('/realm/domains', domain)).rejects.toMatchObject(refused);
    await expect(
      owner.api.patch('/realm/domains/none.example', { allow_subdomains: true }),
    ).rejects.toMatchObject(refused);
    await expect(owner.api.delete('/realm/domains/none.example')).rejects.toMatchObject(refused);
  });
});

describe('custom profile fields', () => {
  const choices = { 0: { text: 'Red', order: '1' }, 1: { text: 'Blue', order: '2' } };

  it.each([
    ['a short text', { name: 'Nick', field_type: 1, hint: 'What to call you' }, {}],
    ['a long text', { name: 'Biography', field_type: 2, required: true }, { required: true }],
    [
      'a list of options',
      { name: 'Colour', field_type: 3, field_data: choices },
      {
        field_data: JSON.stringify(choices),
      },
    ],
    ['a date', { name: 'Birthday', field_type: 4, editable_by_user: false }, { editable_by_user: false }],
    [
      'a link',
      { name: 'Page', field_type: 5, display_in_profile_summary: true },
      {
        display_in_profile_summary: true,
      },
    ],
    ['people', { name: 'Mentor', field_type: 6 }, {}],
    [
      'an account of a known site',
      { field_type: 7, field_data: { subtype: 'github' } },
      {
        name: 'GitHub username',
        field_data: JSON.stringify({ subtype: 'github' }),
      },
    ],
    ['pronouns', { name: 'Pronouns', field_type: 8 }, {}],
  ])('ask for %s', async (_kind, field, shown) => {
    await expect(member.api.post('/realm/profile_fields', field)).rejects.toMatchObject(forbidden);
    let id = 0;
    const [event] = await eventsDuring(['custom_profile_fields'], async () => {
      id = (await admin.api.post('/realm/profile_fields', field)).id;
    });
    const { field_type, field_data: _, ...rest } = field as Body;
    expect(event!.fields.at(-1)).toEqual({
      id,
      type: field_type,
      order: event!.fields.length,
      hint: '',
      field_data: '',
      required: false,
      editable_by_user: true,
      use_for_user_matching: false,
      ...rest,
      ...shown,
    });
    const { custom_fields } = await member.api.get('/realm/profile_fields');
    expect(custom_fields).toEqual(event!.fields);
  });

  it.each([
    ['without a name', { field_type: 1 }],
    ['of a taken name', { name: 'nick', field_type: 1 }],
    ['of an unknown kind', { name: 'New', field_type: 9 }],
    ['with too long a name', { name: 'x'.repeat(41), field_type: 1 }],
    ['with too long a hint', { name: 'New', hint: 'x'.repeat(81), field_type: 1 }],
    ['of no options', { name: 'New', field_type: 3, field_data: {} }],
    ['of options twice', { name: 'New', field_type: 3, field_data: { a: choices[0], b: choices[0] } }],
    ['of an unknown site', { name: 'New', field_type: 7, field_data: { subtype: 'nowhere' } }],
    ['of a site without its address', { name: 'New', field_type: 7, field_data: { subtype: 'custom' } }],
    [
      'of a hostile address',
      {
        name: 'New',
        field_type: 7,
        field_data: { subtype: 'custom', url_pattern: 'javascript:%(username)s' },
      },
    ],
    ['of people in the summary', { name: 'New', field_type: 6, display_in_profile_summary: true }],
  ])('refuse a field %s', async (_kind, field) => {
    await expect(admin.api.post('/realm/profile_fields', field)).rejects.toMatchObject(refused);
  });

  it('are changed, ordered and removed', async () => {
    const { custom_fields } = await member.api.get('/realm/profile_fields');
    const ids: number[] = custom_fields.map((field: Body) => field.id);
    const colour = custom_fields.find((field: Body) => field.name === 'Colour').id;
    await admin.api.patch(`/users/${member.userId}`, { profile_data: [{ id: colour, value: '1' }] });
    const events = await eventsDuring(['custom_profile_fields', 'realm_user'], () =>
      admin.api.patch(`/realm/profile_fields/${colour}`, { field_data: { 0: choices[0] }, hint: 'One' }),
    );
    expect(events[0]!.fields.find((field: Body) => field.id === colour)).toMatchObject({
      hint: 'One',
      field_data: JSON.stringify({ 0: choices[0] }),
    });
    expect(events[1]).toMatchObject({
      type: 'realm_user',
      person: { user_id: member.userId, custom_profile_field: { id: colour, value: null } },
    });
    await admin.api.patch('/realm/profile_fields', { order: ids.toReversed() });
    await expect(admin.api.patch('/realm/profile_fields', { order: [ids[0]] })).rejects.toMatchObject(
      refused,
    );
    await expect(member.api.patch('/realm/profile_fields', { order: ids })).rejects.toMatchObject(forbidden);
    await expect(member.api.delete(`/realm/profile_fields/${colour}`)).rejects.toMatchObject(forbidden);
    await admin.api.delete(`/realm/profile_fields/${colour}`);
    await expect(admin.api.delete(`/realm/profile_fields/${colour}`)).rejects.toMatchObject(refused);
    const { initial } = await member.register({ fetch_event_types: ['custom_profile_fields'] });
    expect(initial.custom_profile_fields.map((field: Body) => field.id)).toEqual(
      ids.toReversed().filter((id) => id !== colour),
    );
  });
});

describe('own emoji', () => {
  const upload = (person: Person, name: string, content?: Buffer) =>
    uploadImage(person, `/realm/emoji/${encodeURIComponent(name)}`, { content });

  it('are added, shown, used and removed, and announced one by one or as a list', async () => {
    const all = await member.register({ event_types: ['realm_emoji'] });
    const each = await member.register({
      event_types: ['realm_emoji'],
      client_capabilities: { individual_emoji_changes: true },
    });
    expect(await upload(member, 'Party parrot')).toMatchObject({ status: 200 });
    const { emoji } = await member.api.get('/realm/emoji');
    const [own] = Object.values(emoji) as Body[];
    expect(own).toEqual({
      id: expect.any(String),
      name: 'party_parrot',
      source_url: expect.stringMatching(/^\/user_avatars\//),
      still_url: null,
      deactivated: false,
      author_id: member.userId,
    });
    expect(emoji).toEqual({ [own!.id]: own });
    const { initial } = await member.register({ fetch_event_types: ['realm_emoji'] });
    expect(initial.realm_emoji).toEqual(emoji);

    await member.subscribe(['emoji']);
    const messageId = await member.send('emoji', 'look: :party_parrot:');
    const [message] = await member.messages([], {
      apply_markdown: true,
      message_ids: [messageId],
      ...noAnchor,
    });
    expect(message!.content).toContain(`src="${own!.source_url}"`);
    await member.api.post(`/messages/${messageId}/reactions`, { emoji_name: 'party_parrot' });
    await member.api.post('/users/me/status', { emoji_name: 'party_parrot' });
    expect((await admin.api.get(`/users/${member.userId}/status`)).status).toEqual({
      emoji_name: 'party_parrot',
      emoji_code: own!.id,
      reaction_type: 'realm_emoji',
    });

    await expect(member.api.delete('/realm/emoji/none')).rejects.toMatchObject({
      status: 404,
      body: { code: 'BAD_REQUEST', msg: "Emoji 'none' does not exist" },
    });
    await admin.api.delete('/realm/emoji/party_parrot');
    await network.caughtUp();
    const gone = { ...own, deactivated: true };
    const strip = (events: Body[]) => events.map(({ id: _, ...event }) => event);
    const type = 'realm_emoji';
    expect(strip(await all.pollNow())).toEqual([
      { type, op: 'update', realm_emoji: { [own!.id]: own } },
      { type, op: 'update', realm_emoji: { [own!.id]: gone } },
    ]);
    const change = { type, emoji_id: own!.id, data: { deactivated: true } };
    expect(strip(await each.pollNow())).toEqual([
      { type, op: 'add', emoji: own },
      { ...change, op: 'edit' },
      { ...change, op: 'update_one' },
    ]);
  });

  it('are refused without permission, without a valid name, and without an image', async () => {
    for (const name of ['UPPER!', 'ends-with-', '%20']) {
      expect(await upload(member, name)).toMatchObject({ status: 400 });
    }
    expect(await upload(member, 'smile')).toMatchObject(refused);
    expect(await upload(member, 'no_image', Buffer.from('no image'))).toMatchObject({ status: 400 });
    expect(await upload(admin, 'mine')).toMatchObject({ status: 200 });
    expect(await upload(admin, 'mine')).toMatchObject(refused);
    await expect(member.api.delete('/realm/emoji/mine')).rejects.toMatchObject(refused);
    const { initial } = await owner.register({ fetch_event_types: ['realm_user_groups'] });
    const owners = initial.realm_user_groups.find((group: Body) => group.name === 'role:owners').id;
    await owner.api.patch('/realm', { can_add_custom_emoji_group: { new: owners } });
    expect(await upload(member, 'another')).toMatchObject(refused);
    const { emoji } = await member.api.get('/realm/emoji');
    expect(Object.values(emoji)).toHaveLength(2);
  });
});

describe('icon and logos', () => {
  const type = 'realm';
  const op = 'update_dict';
  const gravatar = expect.stringMatching(/^https:\/\/secure\.gravatar\.com\//);
  const stored = expect.stringMatching(/^\/user_avatars\/.+\.png$/);

  it('are uploaded and removed by administrators, and all users are notified', async () => {
    const queue = await member.register({ event_types: ['realm'] });
    const { body } = await uploadImage(admin, '/realm/icon');
    expect(body).toEqual({ result: 'success', msg: '', icon_url: stored });
    const image = await fetch(network.gatewayUrl() + body.icon_url);
    expect(image.headers.get('content-type')).toBe('image/png');
    const manifest = async () => (await fetch(`${network.gatewayUrl()}/manifest.webmanifest`)).json();
    const installed = (await manifest()) as { icons: { src: string; sizes: string }[] };
    expect(installed.icons).toMatchObject([{ src: expect.stringMatching(/-large\.png/), sizes: '512x512' }]);
    const large = Buffer.from(
      await (await fetch(network.gatewayUrl() + installed.icons[0]!.src)).arrayBuffer(),
    );
    expect([large.readUInt32BE(16), large.readUInt32BE(20)]).toEqual([512, 512]);
    expect(await uploadImage(owner, '/realm/logo')).toMatchObject({ status: 200 });
    expect(await uploadImage(admin, '/realm/logo', { fields: { night: 'true' } })).toMatchObject({
      status: 200,
    });
    const { initial } = await member.register({ event_types: [], fetch_event_types: ['realm'] });
    expect(initial).toMatchObject({
      realm_icon_source: 'U',
      realm_icon_url: body.icon_url,
      realm_logo_source: 'U',
      realm_logo_url: stored,
      realm_night_logo_source: 'U',
      realm_night_logo_url: stored,
    });
    expect(initial.realm_night_logo_url).not.toBe(initial.realm_logo_url);
    expect((await network.client().get('/server_settings')).realm_icon).toBe(body.icon_url);
    expect(await admin.api.delete('/realm/icon')).toMatchObject({ icon_url: gravatar });
    expect(((await manifest()) as typeof installed).icons.length).toBeGreaterThan(1);
    await admin.api.delete('/realm/logo', { night: true });
    await admin.api.delete('/realm/logo');
    await network.caughtUp();
    const [night_logo_url, logo_url] = [initial.realm_night_logo_url, initial.realm_logo_url];
    expect(withoutIds(await queue.pollNow())).toEqual([
      { type, op, property: 'icon', data: { icon_source: 'U', icon_url: body.icon_url } },
      { type, op, property: 'logo', data: { logo_source: 'U', logo_url } },
      { type, op, property: 'night_logo', data: { night_logo_source: 'U', night_logo_url } },
      { type, op, property: 'icon', data: { icon_source: 'G', icon_url: gravatar } },
      { type, op, property: 'night_logo', data: { night_logo_source: 'D', night_logo_url: '' } },
      { type, op, property: 'logo', data: { logo_source: 'D', logo_url: '' } },
    ]);
    const { entries } = await owner.api.get('/realm/audit_log');
    const changed = (entries as Body[]).filter(({ details }) => details?.setting === 'icon_source');
    expect(changed.map(({ details }) => details.to).sort()).toEqual(['G', 'U']);
  });

  it('are refused for other users; files that are not images are refused for all', async () => {
    for (const path of ['/realm/icon', '/realm/logo']) {
      expect(await uploadImage(member, path)).toMatchObject(forbidden);
      await expect(member.api.delete(path)).rejects.toMatchObject(forbidden);
      expect(await uploadImage(admin, path, { content: Buffer.from('none') })).toMatchObject(refused);
    }
    await expect(admin.api.delete('/realm/logo', { night: 'perhaps' })).rejects.toMatchObject(refused);
    const { initial } = await member.register({ event_types: [], fetch_event_types: ['realm'] });
    expect(initial).toMatchObject({ realm_icon_source: 'G', realm_logo_source: 'D' });
  });
});

describe('exports', () => {
  it('users consent to the export of their private data, and administrators are notified', async () => {
    const queues = await Promise.all(
      [admin, owner, member].map((each) => each.register({ event_types: ['realm_export_consent'] })),
    );
    await member.api.patch('/settings', { allow_private_data_export: true });
    await owner.api.patch('/settings', { email_address_visibility: 4 });
    await network.caughtUp();
    const received = await Promise.all(queues.map((queue) => queue.pollNow()));
    const consent = { type: 'realm_export_consent', user_id: member.userId, consented: true };
    expect(received).toMatchObject([[consent], [consent], []]);
    const { export_consents } = await admin.api.get('/export/realm/consents');
    const people = [owner, admin, member].map(({ userId }) => ({
      user_id: userId,
      consented: userId === member.userId,
      email_address_visibility: userId === owner.userId ? 4 : 1,
    }));
    expect(export_consents).toEqual(people.toSorted((a, b) => a.user_id - b.user_id));
  });
});

describe('the welcome message', () => {
  const path = '/realm/test_welcome_bot_custom_message';

  it('is shown to an administrator as new users receive it', async () => {
    const { message_id } = await admin.api.post(path, { welcome_message_custom_text: 'Welcome **here**!' });
    const [message] = await admin.messages([], {
      apply_markdown: true,
      message_ids: [message_id],
      ...noAnchor,
    });
    expect(message).toMatchObject({ type: 'private', content: '<p>Welcome <strong>here</strong>!</p>' });
    expect(message!.sender_id).not.toBe(admin.userId);
    for (const text of ['', '  ', 'x'.repeat(8_001)]) {
      await expect(admin.api.post(path, { welcome_message_custom_text: text })).rejects.toMatchObject(
        refused,
      );
    }
  });
});

it.each([
  ['POST', '/users/me/android_gcm_reg_id', { token: '' }, 'BAD_REQUEST'],
  ['POST', '/users/me/apns_device_token', { token: 'abc', appid: 'org.example' }, 'BAD_REQUEST'],
  ['DELETE', '/users/me/apns_device_token', { token: 'abcd' }, 'BAD_REQUEST'],
  ['DELETE', '/users/me/android_gcm_reg_id', { token: 'x'.repeat(4_097) }, 'BAD_REQUEST'],
  ['POST', '/mobile_push/test_notification', {}, 'INVALID_PUSH_DEVICE_TOKEN'],
  ['POST', '/mobile_push/e2ee/test_notification', {}, 'NO_ACTIVE_PUSH_DEVICE'],
] as const)('%s %s of a phone %j is refused: there is no push', async (method, path, form, code) => {
  const { status, body } = await member.api.raw(method, path, form);
  expect({ status, code: body.code }).toEqual({ status: 400, code });
});
