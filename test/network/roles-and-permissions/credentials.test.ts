import { ApiClient, type Body, Network, Organization, type Person, testPassword } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SessionClient } from '../client/session-client.ts';
import { BareSteps, lastAccepted } from '../database/bare-steps.ts';

let network: Network;
let organization: Organization;

beforeAll(async () => {
  network = await Network.start({ replicas: { gateway: 2, 'user-admin': 2 } });
  organization = await Organization.create(network);
});

afterAll(() => network?.stop());

describe('an API key', () => {
  /** Returns the statuses of four requests with a person's API key. The requests reach all gateways. */
  const statusesOf = (person: Person) => () =>
    Promise.all([1, 2, 3, 4].map(async () => (await person.api.raw('GET', '/users/me')).status));

  it('is invalid on every gateway within a second of its replacement', async () => {
    const { rotating } = await organization.add('rotating');
    for (let n = 0; n < 4; n++) await rotating.api.get('/users/me');
    await using steps = await BareSteps.start(network);
    const { api_key } = await rotating.api.post('/users/me/api_key/regenerate');
    expect(api_key).not.toBe(rotating.apiKey);
    const replaced = performance.now();
    const last = await lastAccepted(replaced, statusesOf(rotating));
    expect(last).toBeLessThan(1_000 + steps.slowestMs());
    const renewed = network.client({ email: rotating.email, apiKey: api_key });
    expect((await renewed.get('/users/me')).user_id).toBe(rotating.userId);
  });

  it('is invalid within a second even while the relay is stopped', async () => {
    const { stalled } = await organization.add('stalled');
    for (let n = 0; n < 4; n++) await stalled.api.get('/users/me');
    await using steps = await BareSteps.start(network);
    const [relay] = network.of('relay');
    await network.stopReplica(relay!);
    try {
      await stalled.api.post('/users/me/api_key/regenerate');
      const last = await lastAccepted(performance.now(), statusesOf(stalled));
      expect(last).toBeLessThan(1_000 + steps.slowestMs());
    } finally {
      await network.startReplica(relay!);
    }
  });
});

describe('a browser', () => {
  it('signs in with a cookie, writes with its token, and is signed out from another browser', async () => {
    const { surfer } = await organization.add('surfer');
    const url = `${network.gatewayUrl()}/api/v1`;
    const signIn = async () => {
      const response = await fetch(`${url}/sessions`, {
        method: 'POST',
        body: new URLSearchParams({ username: surfer.email, password: testPassword }),
      });
      const cookies = response.headers.getSetCookie();
      expect(cookies[0]).toMatch(/^parley_session=[\w-]{43}; Path=\/; Max-Age=\d+; SameSite=Lax; HttpOnly$/);
      const { csrf_token } = (await response.json()) as { csrf_token: string };
      return { cookie: cookies.map((each) => each.split(';')[0]).join('; '), csrf_token };
    };
    // A page of another site must not be able to sign the browser in to an account.
    const marks: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
    ];
    for (const headers of marks) {
      const foreign = await fetch(`${url}/sessions`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ username: surfer.email, password: testPassword }),
      });
      expect([foreign.status, foreign.headers.getSetCookie()]).toEqual([403, []]);
    }
    const browser = await signIn();
    const other = await signIn();
    const sessionsOf = async (headers: Record<string, string>) => {
      const response = await fetch(`${url}/sessions`, { headers });
      return { status: response.status, ...((await response.json()) as Body) } as Body;
    };
    const { sessions } = await sessionsOf({ cookie: browser.cookie });
    expect(sessions.map(({ is_current }: Body) => is_current)).toEqual([false, true]);
    const endOther = (headers: Record<string, string>) =>
      fetch(`${url}/sessions/${sessions[0].id}`, { method: 'DELETE', headers });
    expect((await endOther({ cookie: browser.cookie })).status).toBe(403);
    expect((await endOther({ cookie: browser.cookie, 'x-csrftoken': other.csrf_token })).status).toBe(403);
    expect((await endOther({ cookie: browser.cookie, 'x-csrftoken': browser.csrf_token })).status).toBe(200);
    expect((await sessionsOf({ cookie: other.cookie })).status).toBe(401);
    // A session may use the whole API. Reads need only the cookie; writes also need the session's CSRF token.
    expect((await fetch(`${url}/users/me`, { headers: { cookie: browser.cookie } })).status).toBe(200);
    expect((await fetch(`${url}/users/me`, { headers: { cookie: other.cookie } })).status).toBe(401);
    const write = async (token: Record<string, string>) => {
      const headers = { cookie: browser.cookie, ...token };
      const response = await fetch(`${url}/users/me/status`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ status_text: 'surfing' }),
      });
      return response.status;
    };
    expect(await write({})).toBe(403);
    expect(await write({ 'x-csrftoken': other.csrf_token })).toBe(403);
    expect(await write({ 'x-csrftoken': browser.csrf_token })).toBe(200);
    const signOut = await fetch(`${url}/sessions/current`, {
      method: 'DELETE',
      headers: { cookie: browser.cookie, 'x-csrftoken': browser.csrf_token },
    });
    expect(signOut.headers.getSetCookie()[0]).toMatch(/^parley_session=; .*Max-Age=0/);
    expect((await sessionsOf({ cookie: browser.cookie })).status).toBe(401);
  });

  it('whose session ends gets an answer to its waiting poll immediately, and is refused afterwards', async () => {
    const { waiter } = await organization.add('waiter');
    const page = new SessionClient(network.gatewayUrl());
    await page.ok('POST', '/sessions', { username: waiter.email, password: testPassword });
    const { queue_id } = await page.ok('POST', '/register', { event_types: '["message"]' });
    const poll = () => page.raw('GET', '/events', { queue_id, last_event_id: '-1' });
    const { queue_id: otherQueue } = await waiter.api.post('/register', { event_types: ['message'] });
    const other = waiter.api.raw('GET', '/events', { queue_id: otherQueue, last_event_id: -1 });
    const waiting = poll();
    await network.pollsWaiting(2);
    const { sessions } = await waiter.api.get(`/sessions`);
    const endedAt = performance.now();
    await waiter.api.delete(`/sessions/${sessions[0].id}`);
    expect(await waiting).toMatchObject({ status: 200, body: { events: [] } });
    expect(performance.now() - endedAt).toBeLessThan(30_000);
    expect((await poll()).status).toBe(401);
    // Pending polls of the person's other clients also end, so that each client must authenticate again.
    expect(await other).toMatchObject({ status: 200, body: { events: [] } });
  });
});

it('counts wrong passwords per account over all replicas, then refuses sign-ins for a while', async () => {
  const { guessed } = await organization.add('guessed');
  await guessed.api.patch('/settings', { email_address_visibility: 4 });
  const names = [guessed.email, `user${guessed.userId}@127.0.0.1`];
  const guess = (username: string) =>
    new ApiClient(network.gatewayUrl).raw('POST', '/fetch_api_key', { username, password: 'a wrong guess' });
  const answers = [];
  for (let n = 0; n < 6; n++) answers.push(await guess(names[n % 2]!));
  expect(answers.map(({ body }) => body.code)).toEqual([
    ...Array<string>(5).fill('AUTHENTICATION_FAILED'),
    'RATE_LIMIT_HIT',
  ]);
  expect(answers[5]!.body['retry-after']).toBeGreaterThan(1_700);
});
