import { type Db, sql } from '@parley/db';
import { type Body, Network, Organization, type Person, testPassword, until } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../open-database.ts';
import { isSignedIn, signInSteps } from '../sign-in/sign-in-steps.ts';

let network: Network;
let organization: Organization;
let owner: Person;
let db: Db;

beforeAll(async () => {
  network = await Network.start({ replicas: { gateway: 2 } });
  organization = await Organization.create(network);
  ({ owner } = organization);
  db = openDatabase(network);
});
afterAll(async () => {
  await db?.close();
  await network?.stop();
});

const { add, signedIn } = signInSteps(() => ({ network, organization }));
const clientOf = ({ email }: Person, apiKey: string) => network.client({ email, apiKey });
const makeKey = (person: Person, more: Body = {}) =>
  person.api.post('/users/me/api_keys', { name: 'Script', ...more });

describe('a named API key', () => {
  it('works in addition to the key of the account, shows its last use, and ends immediately at every gateway', async () => {
    const person = await add('anna');
    const { key_id, api_key } = await makeKey(person);
    const client = clientOf(person, api_key);
    // Makes both gateways cache the key.
    for (let count = 0; count < 4; count++) {
      expect((await client.get('/users/me')).user_id).toBe(person.userId);
    }
    expect((await person.api.get('/users/me')).user_id).toBe(person.userId);
    const { api_keys } = await person.api.get('/users/me/api_keys');
    expect(api_keys).toMatchObject([
      {
        id: key_id,
        name: 'Script',
        is_read_only: false,
        areas: [],
        expires: null,
        last_used: expect.any(Number),
        last_used_address: '127.0.0.1',
      },
    ]);
    expect(JSON.stringify(api_keys)).not.toContain(api_key);
    await person.api.delete(`/users/me/api_keys/${key_id}`);
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.raw('GET', '/users/me')));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    const { entries } = await owner.api.get('/realm/audit_log', { user_id: person.userId, limit: 2 });
    expect(entries.map(({ action }: Body) => action)).toEqual([
      'user.api_key_deleted',
      'user.api_key_created',
    ]);
  });

  it('allows only reads when it is limited to reading', async () => {
    const person = await add('ben');
    const client = clientOf(person, (await makeKey(person, { is_read_only: true })).api_key);
    await client.get('/users');
    await client.post('/register', { event_types: ['message'] });
    for (const [method, path, form] of [
      ['POST', '/messages', { type: 'direct', to: [owner.userId], content: 'x' }],
      ['PATCH', '/settings', { full_name: 'Other' }],
      ['POST', '/users/me/api_key/regenerate', {}],
      ['POST', '/users/me/api_keys', { name: 'more' }],
      ['GET', '/users/me/api_keys', {}],
      ['POST', '/bots', { full_name: 'Bot', short_name: 'escape' }],
      ['POST', '/users/me/second_factors/totp', {}],
      ['GET', '/sessions', {}],
    ] as const) {
      const { status, body } = await client.raw(method, path, form);
      expect([path, status, body.code]).toEqual([path, 403, 'ACCESS_DENIED']);
    }
  });

  it('allows only requests in its areas', async () => {
    const person = await add('cleo');
    const client = clientOf(person, (await makeKey(person, { areas: ['messages'] })).api_key);
    await client.post('/messages', { type: 'direct', to: [owner.userId], content: 'x' });
    expect((await client.raw('GET', '/users')).body.code).toBe('ACCESS_DENIED');
    expect((await client.raw('POST', '/users/me/subscriptions', { subscriptions: [] })).body.code).toBe(
      'ACCESS_DENIED',
    );
    await expect(makeKey(person, { areas: ['sessions'] })).rejects.toMatchObject({ status: 400 });
  });

  it('that is limited changes no password, no address, and gives no role with more rights', async () => {
    const person = await add('clara');
    const areas = ['users', 'bots', 'invites'];
    const key = async (of: Person) => clientOf(of, (await makeKey(of, { areas })).api_key);
    const { user_id: botId } = await owner.api.post('/bots', { full_name: 'Helper', short_name: 'helper' });
    const invitation = { invite_as: 200, stream_ids: [] };
    await db.execute(
      sql`update user_admin.users set can_change_user_emails = true where user_id = ${owner.userId}`,
    );
    await owner.api.post('/user_groups/create', { name: 'crew', description: '', members: [] });
    const { user_groups } = await owner.api.get('/user_groups');
    const groupId = user_groups.find(({ name }: Body) => name === 'crew').id;
    const [own, ofOwner] = [await key(person), await key(owner)];
    for (const [client, path, form, method = 'PATCH'] of [
      [own, '/settings', { email: 'taken@test.example' }],
      [own, '/settings', { old_password: testPassword, new_password: 'another password' }],
      [ofOwner, `/users/${person.userId}`, { new_email: 'taken@test.example' }],
      [ofOwner, `/users/${person.userId}`, { role: 100 }],
      [ofOwner, `/bots/${botId}`, { role: 200 }],
      [ofOwner, `/bots/${botId}`, { bot_owner_id: person.userId }],
      [ofOwner, '/invites/multiuse', { invite_as: 400, stream_ids: [], group_ids: [groupId] }, 'POST'],
      [ofOwner, '/invites', { invitee_emails: 'other@test.example', ...invitation }, 'POST'],
      [ofOwner, '/invites/multiuse', invitation, 'POST'],
    ] as const) {
      const { status, body } = await client.raw(method, path, form);
      expect([form, status, body.code]).toEqual([form, 403, 'ACCESS_DENIED']);
    }
    await own.patch('/settings', { full_name: 'Clara Other' });
    await ofOwner.patch(`/users/${person.userId}`, { full_name: 'Clara', role: 400 });
    await ofOwner.post('/invites/multiuse', { ...invitation, invite_as: 600 });
  });

  it('expires, also at a gateway that has cached it', async () => {
    const person = await add('dora');
    const { api_key, key_id } = await makeKey(person, { expires_in_days: 1 });
    const client = clientOf(person, api_key);
    await db.execute(
      // The delay is long enough for the next request to arrive before the expiry, even on a busy machine.
      sql`update user_admin.named_keys set expires_at = now() + interval '6 seconds' where key_id = ${key_id}`,
    );
    await client.get('/users/me');
    await until('the key has expired', async () => (await client.raw('GET', '/users/me')).status === 401);
  });

  it('is rotated with an overlap, and a rotated one without an overlap is refused', async () => {
    const person = await add('emil');
    const first = await makeKey(person, { areas: ['users'], is_read_only: true });
    const second = await person.api.post(`/users/me/api_keys/${first.key_id}/rotate`, {
      overlap_seconds: 3_600,
    });
    const [old, renewed] = [clientOf(person, first.api_key), clientOf(person, second.api_key)];
    await old.get('/users/me');
    for (let count = 0; count < 4; count++) await renewed.get('/users/me');
    // The renewed key keeps its restrictions.
    expect((await renewed.raw('PATCH', '/settings', { full_name: 'E' })).body.code).toBe('ACCESS_DENIED');
    await person.api.post(`/users/me/api_keys/${second.key_id}/rotate`, { overlap_seconds: 0 });
    for (let count = 0; count < 4; count++) {
      expect((await renewed.raw('GET', '/users/me')).status).toBe(401);
    }
    expect((await old.raw('GET', '/users/me')).status).toBe(200);
  });

  it('belongs to its account alone', async () => {
    const [person, other] = [await add('fritz'), await add('gerd')];
    const { key_id, api_key } = await makeKey(person);
    expect((await other.api.raw('DELETE', `/users/me/api_keys/${key_id}`)).body.msg).toBe('No such API key');
    expect((await other.api.raw('POST', `/users/me/api_keys/${key_id}/rotate`)).body.msg).toBe(
      'No such API key',
    );
    expect((await clientOf(other, api_key).raw('GET', '/users/me')).status).toBe(401);
  });
});

describe('a session', () => {
  it('ends after the lifetime that the organization sets, even when it was shortened later', async () => {
    const person = await add('hana');
    const page = await signedIn(person);
    await db.execute(sql`update user_admin.sessions set created_at = now() - interval '9 hours'
      where user_id = ${person.userId}`);
    expect(await isSignedIn(page)).toBe(true);
    await owner.api.patch('/realm', { session_lifetime_hours: 8 });
    try {
      expect(await isSignedIn(page)).toBe(false);
      expect(await isSignedIn(await signedIn(person))).toBe(true);
    } finally {
      await owner.api.patch('/realm', { session_lifetime_hours: 336 });
    }
  });

  it('ends when it was not used for as long as the organization allows', async () => {
    const person = await add('ida');
    const page = await signedIn(person);
    await owner.api.patch('/realm', { session_idle_hours: 1 });
    try {
      expect(await isSignedIn(page)).toBe(true);
      await db.execute(sql`update user_admin.sessions set last_used_at = now() - interval '61 minutes'
        where user_id = ${person.userId}`);
      expect(await isSignedIn(page)).toBe(false);
    } finally {
      await owner.api.patch('/realm', { session_idle_hours: 0 });
    }
  });

  it('is listed with the browser and system that opened it, or the name that a program gives itself', async () => {
    const person = await add('lou');
    const agents: Record<string, string> = {
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0':
        'Firefox on Windows',
      'curl/8.5.0': 'curl',
    };
    for (const [agent, client] of Object.entries(agents)) {
      const response = await fetch(`${network.gatewayUrl()}/api/v1/sessions`, {
        method: 'POST',
        headers: { 'user-agent': agent },
        body: new URLSearchParams({
          username: person.email,
          password: testPassword,
          ...(client !== 'curl' && { client: 'ParleyWeb' }),
        }),
      });
      expect(response.status).toBe(200);
      const { sessions } = await owner.api.get(`/users/${person.userId}/sessions`);
      expect(sessions[0]).toMatchObject({ client });
    }
  });

  it('is listed and ended by administrators, those of owners by owners alone', async () => {
    const [person, administrator] = [await add('jan'), await add('kim')];
    await owner.api.patch(`/users/${administrator.userId}`, { role: 200 });
    const [one, other] = [await signedIn(person), await signedIn(person)];
    const path = `/users/${person.userId}/sessions`;
    const { sessions } = await administrator.api.get(path);
    expect(sessions).toHaveLength(2);
    await administrator.api.delete(path, { session_id: sessions[0].id });
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([true, false]);
    expect(await administrator.api.delete(path)).toMatchObject({ count: 1 });
    expect(await isSignedIn(one)).toBe(false);
    const ofOwner = await administrator.api.raw('GET', `/users/${owner.userId}/sessions`);
    expect(ofOwner.status).toBe(400);
    expect((await person.api.raw('GET', `/users/${owner.userId}/sessions`)).body.msg).toBe(
      'Insufficient permission',
    );
    const { entries } = await owner.api.get('/realm/audit_log', { user_id: person.userId, limit: 1 });
    expect(entries[0]).toMatchObject({ action: 'user.sessions_ended', actor_id: administrator.userId });
  });
});
