import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { sql } from '@parley/db';
import { Network, Organization, type Person, testPassword, until } from '@parley/test-kit';
import { startLoopClock } from '@parley/test-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BareSteps, lastAccepted } from '../database/bare-steps.ts';
import { openDatabase } from '../open-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-scim-'));
const token = 'a-token-of-the-identity-provider';
const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
let network: Network;
let organization: Organization;
let owner: Person;

beforeAll(async () => {
  const file = join(folder, 'sign-in.json');
  writeFileSync(file, JSON.stringify({ scim: { token, maxDeactivatedShare: 1 } }));
  network = await Network.start({
    replicas: { gateway: 2, 'user-admin': 2 },
    env: { PARLEY_SIGN_IN_FILE: file },
  });
  organization = await Organization.create(network);
  owner = organization.owner;
});

afterAll(async () => {
  await network?.stop();
  rmSync(folder, { recursive: true });
});

// biome-ignore lint/suspicious/noExplicitAny: resources are checked by what tests expect of them
type Json = any;

async function scim(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Json; etag: string | null; location: string | null }> {
  const response = await fetch(`${network.gatewayUrl()}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? undefined : JSON.parse(text),
    etag: response.headers.get('etag'),
    location: response.headers.get('location'),
  };
}

const newUser = (name: string, more: object = {}) => ({
  schemas: [userSchema],
  userName: `${name}@test.example`,
  externalId: `external-${name}`,
  name: { givenName: 'Given', familyName: name },
  emails: [{ value: `${name}@test.example`, type: 'work', primary: true }],
  active: true,
  ...more,
});

async function create(name: string, more: object = {}): Promise<Json> {
  const { status, body } = await scim('POST', '/Users', newUser(name, more));
  expect(status).toBe(201);
  return body;
}

const patch = (path: string, ...operations: object[]) =>
  scim('PATCH', path, { schemas: [patchSchema], Operations: operations });

/** Returns the number of a group in the HTTP API. */
const numberOf = ({ id }: { id: string }): number => Number(id.slice(1));

const filtered = async (kind: string, filter: string, more = ''): Promise<Json> =>
  (await scim('GET', `/${kind}?filter=${encodeURIComponent(filter)}${more}`)).body;

describe('the token', () => {
  it('is required, and not named in refusals', async () => {
    for (const authorization of ['', 'Bearer wrong', `Basic ${token}`, `Bearer ${token}x`, 'Bearer ']) {
      const { status, body } = await scim('GET', '/Users', undefined, { authorization });
      expect(status).toBe(401);
      expect(body).toMatchObject({ status: '401', schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'] });
    }
    const { api_key } = await network.client().post('/fetch_api_key', {
      username: owner.email,
      password: testPassword,
    });
    const basic = `Basic ${Buffer.from(`${owner.email}:${api_key}`).toString('base64')}`;
    expect((await scim('GET', '/Users', undefined, { authorization: basic })).status).toBe(401);
  });
});

describe('a request without a valid token', () => {
  it('is answered before its body is read, unless the body is small', async () => {
    const { hostname, port } = new URL(network.gatewayUrl());
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    // Sends only the headers. A server that waits for the body would never answer.
    socket.write(
      [
        'POST /scim/v2/Users HTTP/1.1',
        'Host: 127.0.0.1',
        'Authorization: Bearer wrong',
        'Content-Length: 8000000',
      ]
        .map((line) => `${line}\r\n`)
        .join('')
        .concat('\r\n'),
    );
    const answer = await textOf(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('urn:ietf:params:scim:api:messages:2.0:Error');
    const refused = await scim('POST', '/Users', newUser('stranger'), { authorization: 'Bearer wrong' });
    expect(refused).toMatchObject({ status: 401, body: { status: '401' } });
    expect((await filtered('Users', 'userName eq "stranger@test.example"')).totalResults).toBe(0);
  });
});

describe('people', () => {
  it('are created, read, found and listed by pages', async () => {
    const { body, status, etag, location } = await scim('POST', '/Users', newUser('first'));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      userName: 'first@test.example',
      externalId: 'external-first',
      name: { givenName: 'Given', familyName: 'first' },
      displayName: 'Given first',
      active: true,
      meta: { resourceType: 'User', location, version: etag },
    });
    expect(location).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/scim/v2/Users/${body.id}$`));
    const { members } = await owner.api.get('/users');
    expect(members.find(({ user_id }: Json) => String(user_id) === body.id)).toMatchObject({
      full_name: 'Given first',
      role: 400,
    });
    expect((await scim('GET', `/Users/${body.id}`)).body).toEqual(body);
    for (const filter of [
      'userName eq "FIRST@test.example"',
      'externalId eq "external-first"',
      `id eq "${body.id}"`,
      'emails.value eq "first@test.example"',
      'emails[type eq "work" and value co "first@"]',
      'name.familyName sw "fir" and active eq true',
      'not (userName ne "first@test.example")',
      `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "first@test.example"`,
    ]) {
      const found = await filtered('Users', filter);
      expect(found.Resources.map(({ id }: Json) => id)).toEqual([body.id]);
      expect(found.totalResults).toBe(1);
    }
    expect(await filtered('Users', 'userName eq "nobody"')).toMatchObject({ totalResults: 0, Resources: [] });
    await create('second');
    const [one, two] = [
      await scim('GET', '/Users?count=1'),
      await scim('GET', '/Users?startIndex=2&count=1'),
    ];
    expect(one.body).toMatchObject({ startIndex: 1, itemsPerPage: 1 });
    expect(one.body.totalResults).toBeGreaterThanOrEqual(3);
    expect(one.body.Resources[0].id).not.toBe(two.body.Resources[0].id);
    expect((await scim('GET', '/Users?count=0')).body).toMatchObject({ itemsPerPage: 0, Resources: [] });
    const few = await scim('GET', `/Users/${body.id}?attributes=userName`);
    expect(Object.keys(few.body).sort()).toEqual(['id', 'schemas', 'userName']);
    const search = { schemas: [], filter: 'externalId eq "external-first"', count: 1 };
    expect((await scim('POST', '/Users/.search', search)).body.Resources[0].id).toBe(body.id);
    const everything = { filter: `id eq "${body.id}" or displayName eq "nothing"`, attributes: ['userName'] };
    expect((await scim('POST', '/.search', everything)).body).toMatchObject({
      totalResults: 1,
      Resources: [{ userName: 'first@test.example' }],
    });
  });

  it('are renamed and get another address by PATCH and PUT', async () => {
    const { id } = await create('renamed');
    await patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'displayName', value: 'New Name' },
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'new-name@test.example' },
      { op: 'add', value: { 'name.givenName': 'New', nickName: 'ignored' } },
    );
    const account = (await owner.api.get(`/users/${id}`)).user;
    expect(account).toMatchObject({ full_name: 'New Name', delivery_email: 'new-name@test.example' });
    const { body } = await scim('PUT', `/Users/${id}`, newUser('renamed', { displayName: 'Third Name' }));
    expect(body).toMatchObject({ displayName: 'Third Name', emails: [{ value: 'renamed@test.example' }] });
    expect((await owner.api.get(`/users/${id}`)).user.full_name).toBe('Third Name');
  });

  it('keep the name that they chose until the provider sends another one', async () => {
    const { id } = await create('chooser');
    await owner.api.patch(`/users/${id}`, { full_name: 'Chosen Name' });
    await patch(`/Users/${id}`, { op: 'add', path: 'externalId', value: 'another-id' });
    expect((await owner.api.get(`/users/${id}`)).user.full_name).toBe('Chosen Name');
    await patch(`/Users/${id}`, { op: 'replace', path: 'name.familyName', value: 'Married' });
    expect((await owner.api.get(`/users/${id}`)).user.full_name).toBe('Given Married');
  });

  it('are returned as the provider sent them: every address, nothing that it removed', async () => {
    const emails = [
      { value: 'home@test.example', type: 'home' },
      { value: 'office@test.example', type: 'work', primary: true },
    ];
    const { id } = await create('addresses', { emails });
    expect((await scim('GET', `/Users/${id}`)).body.emails).toEqual(emails);
    expect((await owner.api.get(`/users/${id}`)).user.delivery_email).toBe('office@test.example');
    await patch(`/Users/${id}`, { op: 'remove', path: 'active' }, { op: 'remove', path: 'displayName' });
    const { body } = await scim('GET', `/Users/${id}`);
    expect(body).not.toHaveProperty('active');
    expect(body).not.toHaveProperty('displayName');
    expect((await owner.api.get(`/users/${id}`)).user.is_active).toBe(true);
  });

  it('keep their own names and addresses, and cannot get those of others', async () => {
    await create('owned');
    const again = await scim('POST', '/Users', newUser('owned'));
    expect(again).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    const other = await create('other-one');
    expect(
      await patch(`/Users/${other.id}`, { op: 'replace', path: 'userName', value: 'OWNED@test.example' }),
    ).toMatchObject({ status: 409 });
    expect(
      await patch(`/Users/${other.id}`, {
        op: 'replace',
        path: 'emails',
        value: [{ value: 'owned@test.example' }],
      }),
    ).toMatchObject({ status: 409 });
    const both = await Promise.all([1, 2].map(() => scim('POST', '/Users', newUser('twice'))));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('with an older account are found, and taken over by their ID', async () => {
    const { earlier } = await organization.add('earlier');
    const found = await filtered('Users', 'userName eq "earlier@test.example"');
    expect(found.Resources[0].id).toBe(String(earlier.userId));
    await patch(`/Users/${earlier.userId}`, { op: 'add', path: 'externalId', value: 'external-earlier' });
    expect((await filtered('Users', 'externalId eq "external-earlier"')).totalResults).toBe(1);
    expect((await earlier.api.get('/users/me')).user_id).toBe(earlier.userId);
  });

  it('are changed only in the version that the client knows', async () => {
    const { id, meta } = await create('versioned');
    const read = await scim('GET', `/Users/${id}`, undefined, { 'if-none-match': meta.version });
    expect(read.status).toBe(304);
    await patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value: 'Changed' });
    const late = await scim('PUT', `/Users/${id}`, newUser('versioned'), { 'if-match': meta.version });
    expect(late.status).toBe(412);
    const { etag } = await scim('GET', `/Users/${id}`);
    const fresh = await scim('PUT', `/Users/${id}`, newUser('versioned'), { 'if-match': etag! });
    expect(fresh.status).toBe(200);
  });
});

describe('a deactivated person', () => {
  it('loses all access within 2 seconds: keys, sessions, queues', async () => {
    const { leaving } = await organization.add('leaving');
    const cookie = await sessionOf(leaving.email);
    const { queue_id } = await leaving.api.post('/register', { event_types: ['message'] });
    const poll = () => leaving.api.raw('GET', '/events', { queue_id, last_event_id: -1 });
    const waiting = poll();
    await until('both gateways know the key', async () => {
      const answers = await Promise.all([1, 2, 3, 4].map(() => leaving.api.raw('GET', '/users/me')));
      return answers.every(({ status }) => status === 200);
    });
    await using steps = await BareSteps.start(network);
    const answer = await patch(`/Users/${leaving.userId}`, { op: 'replace', value: { active: 'False' } });
    const since = performance.now();
    using clock = startLoopClock();
    expect(answer).toMatchObject({ status: 200, body: { active: false } });
    const last = await lastAccepted(since, () =>
      Promise.all([
        ...[1, 2, 3, 4].map(async () => (await leaving.api.raw('GET', '/users/me')).status),
        ...[1, 2].map(async () => (await withCookie(cookie)).status),
      ]),
    );
    expect(last).toBeLessThan(2_000 + steps.slowestMs());
    // The gateway ends the poll without events, unless it is refused before because the queue is deleted.
    const ended = await waiting;
    if (ended.status < 400) expect(ended.body.events).toEqual([]);
    expect((await poll()).status).toBeGreaterThanOrEqual(400);
    // A poll that the deactivation does not end would wait for most of a minute.
    expect(clock.elapsedMs()).toBeLessThan(20_000);
  });

  it('is reactivated with the same account, also after a DELETE', async () => {
    const { id } = await create('returning');
    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });
    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true });
    expect((await owner.api.get(`/users/${id}`)).user.is_active).toBe(true);
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await owner.api.get(`/users/${id}`)).user.is_active).toBe(false);
    for (const method of ['GET', 'DELETE']) expect((await scim(method, `/Users/${id}`)).status).toBe(404);
    expect((await filtered('Users', 'userName eq "returning@test.example"')).totalResults).toBe(0);
    expect((await create('returning')).id).toBe(id);
    expect((await owner.api.get(`/users/${id}`)).user.is_active).toBe(true);
  });

  it('is never the last owner', async () => {
    const answer = await patch(`/Users/${owner.userId}`, { op: 'replace', path: 'active', value: false });
    expect(answer.status).toBe(403);
    expect((await scim('DELETE', `/Users/${owner.userId}`)).status).toBe(403);
    expect((await owner.api.get('/users/me')).is_active).toBe(true);
  });

  const sessionOf = async (username: string): Promise<string> => {
    const response = await fetch(`${network.gatewayUrl()}/api/v1/sessions`, {
      method: 'POST',
      body: new URLSearchParams({ username, password: testPassword }),
    });
    return response.headers.getSetCookie()[0]!.split(';')[0]!;
  };
  const withCookie = (cookie: string) =>
    fetch(`${network.gatewayUrl()}/api/v1/users/me`, { headers: { cookie } });
});

describe('groups', () => {
  it('are created, changed and removed with their members', async () => {
    const [anna, bert] = [await create('anna'), await create('bert')];
    const created = await scim('POST', '/Groups', {
      schemas: [groupSchema],
      displayName: 'Engineers',
      externalId: 'external-engineers',
      members: [{ value: anna.id }],
    });
    expect(created).toMatchObject({
      status: 201,
      body: { displayName: 'Engineers', members: [{ value: anna.id, type: 'User' }] },
    });
    const { id } = created.body;
    const groupOf = async () =>
      (await owner.api.get('/user_groups')).user_groups.find((group: Json) => `g${group.id}` === id);
    expect(await groupOf()).toMatchObject({ name: 'Engineers', members: [Number(anna.id)] });
    expect((await scim('GET', `/Users/${anna.id}`)).body.groups).toMatchObject([
      { value: id, display: 'Engineers' },
    ]);
    expect((await filtered('Groups', 'displayName eq "engineers"')).Resources[0].id).toBe(id);
    expect((await filtered('Groups', 'externalId eq "external-engineers"')).totalResults).toBe(1);
    expect((await filtered('Groups', `members.value eq "${anna.id}"`)).totalResults).toBe(1);
    await patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [{ value: bert.id }] });
    expect((await groupOf()).members).toEqual([Number(anna.id), Number(bert.id)]);
    await patch(`/Groups/${id}`, { op: 'remove', path: `members[value eq "${anna.id}"]` });
    await patch(`/Groups/${id}`, { op: 'replace', value: { id, displayName: 'Builders' } });
    expect(await groupOf()).toMatchObject({ name: 'Builders', members: [Number(bert.id)] });
    // Microsoft Entra ID names the members to remove in `value` instead of `path`.
    await patch(`/Groups/${id}`, { op: 'Remove', path: 'members', value: [{ value: bert.id }] });
    expect((await groupOf()).members).toEqual([]);
    const without = await scim('GET', `/Groups/${id}?excludedAttributes=members`);
    expect(without.body).not.toHaveProperty('members');
    expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204);
    expect((await scim('GET', `/Groups/${id}`)).status).toBe(404);
    const again = await scim('POST', '/Groups', { schemas: [groupSchema], displayName: 'Builders' });
    expect(again).toMatchObject({ status: 201, body: { id, members: [] } });
  });

  it('have IDs that no person has, unless an earlier release gave them', async () => {
    const people: Json[] = [];
    for (const name of ['id1', 'id2', 'id3']) people.push(await create(name));
    const group = async (displayName: string, members: object[] = []): Promise<Json> =>
      (await scim('POST', '/Groups', { schemas: [groupSchema], displayName, members })).body;
    const db = openDatabase(network);
    try {
      // An earlier release gave a group the number of a person.
      await db.execute(sql`
        insert into user_admin.groups (group_id, name, name_key, description, creator_id, created_at)
        overriding system value
        values (${Number(people[0].id)}, 'Of an earlier release', 'of an earlier release', '', ${owner.userId}, now())`);
    } finally {
      await db.close();
    }
    const olderId = people[0].id as string;
    const found = (await filtered('Groups', 'displayName eq "Of an earlier release"')).Resources;
    expect(found).toMatchObject([
      { id: olderId, meta: { location: expect.stringMatching(`/Groups/${olderId}$`) } },
    ]);
    expect((await scim('GET', `/Groups/${olderId}`)).body.displayName).toBe('Of an earlier release');
    const members = [{ value: olderId, type: 'Group' }, ...people.map(({ id }) => ({ value: id }))];
    const newer = await group('Of this release', members);
    expect(newer.members.map(({ value, type }: Json) => [value, type])).toEqual([
      ...people.map(({ id }) => [id, 'User']),
      [olderId, 'Group'],
    ]);
    // The ID alone says that a member is a group.
    const outermost = await group('Around it', [{ value: newer.id }]);
    expect(outermost.members).toMatchObject([{ value: newer.id, type: 'Group' }]);
    const emptied = await patch(`/Groups/${outermost.id}`, {
      op: 'remove',
      path: `members[value eq "${newer.id}"]`,
    });
    expect(emptied.body.members).toEqual([]);
    expect((await scim('GET', `/Users/${people[1].id}`)).body.groups).toMatchObject([{ value: newer.id }]);
    const every = [
      ...(await scim('GET', '/Users?count=500')).body.Resources,
      ...(await scim('GET', '/Groups?count=500')).body.Resources.filter(({ id }: Json) => id !== olderId),
    ].map(({ id }: Json) => id);
    expect(new Set(every).size).toBe(every.length);
  });

  it('may contain other groups, whose members they then include, but never themselves', async () => {
    const nina = await create('nina');
    const group = (displayName: string, members: object[]) =>
      scim('POST', '/Groups', { schemas: [groupSchema], displayName, members });
    const inner = (await group('Backend', [{ value: nina.id }])).body;
    const created = await group('Development', [{ value: inner.id, type: 'Group' }]);
    const outer = created.body;
    const base = `${network.gatewayUrl()}/scim/v2`;
    expect(created).toMatchObject({ status: 201, body: { members: [{ value: inner.id, type: 'Group' }] } });
    expect(outer.members[0].$ref).toMatch(new RegExp(`/scim/v2/Groups/${inner.id}$`));
    const isMember = async () =>
      (await owner.api.get(`/user_groups/${numberOf(outer)}/members/${nina.id}`)).is_user_group_member;
    expect(await isMember()).toBe(true);
    const found = (await filtered('Groups', `members.value eq "${inner.id}"`)).Resources;
    expect(found.map(({ id }: Json) => id)).toContain(outer.id);
    // A group cannot contain itself, a group that contains it, a system group, or a group that does not exist.
    const add = (id: string, value: string) =>
      patch(`/Groups/${id}`, {
        op: 'add',
        path: 'members',
        value: [{ value, $ref: `${base}/Groups/${value}` }],
      });
    const { user_groups: groups } = await owner.api.get('/user_groups');
    const system = groups.find(({ name }: Json) => name === 'role:owners').id;
    expect((await add(outer.id, outer.id)).status).toBe(400);
    expect((await add(inner.id, outer.id)).status).toBe(400);
    expect((await add(inner.id, String(system))).status).toBe(400);
    expect((await add(inner.id, '999999')).status).toBe(400);
    // The provider can remove a subgroup that an administrator added. A system group (role) is not listed as a member, and
    // stays.
    await owner.api.post(`/user_groups/${numberOf(outer)}/subgroups`, { add: [system] });
    const { etag } = await scim('GET', `/Groups/${outer.id}`);
    const removed = await patch(`/Groups/${outer.id}`, {
      op: 'remove',
      path: `members[value eq "${inner.id}" and type eq "Group"]`,
    });
    expect(removed.body.members).toEqual([]);
    expect(removed.etag).not.toBe(etag);
    const subgroups = async () =>
      (await owner.api.get(`/user_groups/${numberOf(outer)}/subgroups`, { direct_subgroup_only: true }))
        .subgroups;
    expect([await subgroups(), await isMember()]).toEqual([[system], false]);
    // A deleted group has no members, so a permission that refers to it applies to no one.
    expect((await scim('DELETE', `/Groups/${outer.id}`)).status).toBe(204);
    expect(await subgroups()).toEqual([]);
  });

  it('refuse names that are taken or reserved, and members without an account', async () => {
    const group = (displayName: string, members: object[] = []) =>
      scim('POST', '/Groups', { schemas: [groupSchema], displayName, members });
    expect((await group('Taken')).status).toBe(201);
    expect(await group('TAKEN')).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    expect((await group('role:owners')).status).toBe(400);
    expect((await group('Strangers', [{ value: '999999' }])).status).toBe(400);
    expect((await filtered('Groups', 'displayName sw "role:"')).totalResults).toBe(0);
  });
});

describe('attacks', () => {
  it('assign only attributes that provisioning may change: no role, ID, password or right', async () => {
    const greedy = {
      id: '1',
      role: 100,
      roles: [{ value: 'owner' }],
      is_admin: true,
      canCreateUsers: true,
      password: 'chosen-by-the-client',
      isBot: true,
      groups: [{ value: '1' }],
      meta: { created: '2000-01-01T00:00:00Z' },
    };
    const { id } = await create('greedy', greedy);
    expect(id).not.toBe('1');
    await scim('PUT', `/Users/${id}`, newUser('greedy', greedy));
    expect((await owner.api.get(`/users/${id}`)).user).toMatchObject({
      role: 400,
      is_bot: false,
      is_admin: false,
    });
    for (const [path, scimType] of [
      ['id', 'mutability'],
      ['groups', 'mutability'],
      ['meta.created', 'mutability'],
      ['role', 'invalidPath'],
      ['is_admin', 'invalidPath'],
      ['__proto__', 'invalidPath'],
      ['constructor.prototype', 'invalidPath'],
    ]) {
      const answer = await patch(`/Users/${id}`, { op: 'replace', path, value: '1' });
      expect(answer).toMatchObject({ status: 400, body: { scimType } });
    }
    await patch(`/Users/${id}`, { op: 'replace', path: 'password', value: 'chosen-by-the-client' });
    await patch(`/Users/${id}`, { op: 'add', path: 'roles', value: [{ value: 'owner' }] });
    expect((await owner.api.get(`/users/${id}`)).user.role).toBe(400);
    await expect(
      network.client().post('/fetch_api_key', {
        username: 'greedy@test.example',
        password: 'chosen-by-the-client',
      }),
    ).rejects.toMatchObject({ status: 401 });
  });

  it('reach no bots and no system groups', async () => {
    const bots = (await owner.api.get('/users')).members.filter(({ is_bot }: Json) => is_bot);
    for (const { user_id } of bots) expect((await scim('GET', `/Users/${user_id}`)).status).toBe(404);
    const { user_groups } = await owner.api.get('/user_groups');
    const system = user_groups.find(({ is_system_group }: Json) => is_system_group);
    const change = { op: 'replace', path: 'displayName', value: 'Mine' };
    expect((await patch(`/Groups/${system.id}`, change)).status).toBe(404);
  });

  it('are answered in the form of the protocol', async () => {
    const wrong: [string, string, object?][] = [
      ['GET', '/Users?filter=userName'],
      ['GET', '/Users?filter=userName%20xx%20%22a%22'],
      ['GET', `/Users?filter=${'('.repeat(2_000)}`],
      ['POST', '/Users', {}],
      ['POST', '/Users', { schemas: [userSchema] }],
      ['POST', '/Users', newUser('bad', { emails: [{ value: 'no address' }] })],
      ['POST', '/Users', newUser('bad', { userName: 'x'.repeat(1_000) })],
      ['POST', '/Users', newUser('bad', { active: 'perhaps' })],
      ['PATCH', `/Users/${owner.userId}`, { Operations: [{ op: 'move' }] }],
      ['PATCH', `/Users/${owner.userId}`, { Operations: [{ op: 'remove' }] }],
    ];
    for (const [method, path, body] of wrong) {
      const answer = await scim(method, path, body);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ status: '400', detail: expect.any(String) });
    }
    expect((await scim('GET', '/Users/abc')).status).toBe(404);
    expect((await scim('GET', '/Nothing')).status).toBe(404);
    expect((await scim('DELETE', '/Users')).status).toBe(405);
    expect((await scim('GET', '/Me')).status).toBe(501);
  });
});

it('the SCIM service describes itself: configuration, schemas and types', async () => {
  const config = await scim('GET', '/ServiceProviderConfig');
  expect(config.body).toMatchObject({
    patch: { supported: true },
    filter: { supported: true },
    etag: { supported: true },
    bulk: { supported: false },
  });
  expect((await scim('GET', '/Schemas')).body.totalResults).toBe(2);
  expect((await scim('GET', `/Schemas/${userSchema}`)).body.name).toBe('User');
  expect((await scim('GET', '/ResourceTypes/Group')).body.endpoint).toBe('/Groups');
  expect((await scim('GET', '/Schemas?filter=id%20pr')).status).toBe(403);
});
