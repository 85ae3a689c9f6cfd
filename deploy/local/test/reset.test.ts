import { get } from 'node:http';
import { freePort } from '@parley/embedded';
import { expect, it, onTestFinished } from 'vitest';
import type { Account } from '../src/control.ts';
import { createLauncher, readConfig } from '../src/index.ts';
import { temporaryFolder } from './support.ts';

// Starts a deployment of the built services, with a control server.

async function startDeployment(seed: 'demo' | 'owner') {
  const [port, controlPort] = [await freePort(), await freePort()];
  const env = {
    PARLEY_PORT: String(port),
    PARLEY_CONTROL_PORT: String(controlPort),
    PARLEY_DATA_DIR: temporaryFolder(),
    PARLEY_SEED: seed,
    PARLEY_FSYNC: 'off',
  };
  const launcher = createLauncher({ config: readConfig(env), output: { write: () => true } });
  onTestFinished(() => launcher.stop());
  await launcher.start();
  const control = async (method: string, path: string) => {
    const response = await fetch(`http://127.0.0.1:${controlPort}${path}`, { method });
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as object;
  };
  const accounts = (await control('GET', '/accounts')) as Account[];
  const controlUrl = `http://127.0.0.1:${controlPort}`;
  const as = (name: string) => {
    const { email, apiKey } = accounts.find((account) => account.email.startsWith(`${name}@`))!;
    const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
    return async (method: string, path: string, parameters: Record<string, string> = {}) => {
      const query = new URLSearchParams(parameters);
      const url = `http://127.0.0.1:${port}/api/v1${path}`;
      const response = await (method === 'GET'
        ? fetch(`${url}?${query}`, { headers: { authorization } })
        : fetch(url, { method, headers: { authorization }, body: query }));
      return { ...((await response.json()) as Answer), status: response.status };
    };
  };
  return { accounts, as, control, controlUrl };
}

/** Returns the status of a GET with this `Host` header, as a browser sends it for a name that resolves to the server's address. */
async function statusAtHost(url: string, host: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  get(url, { headers: { host } }, ({ statusCode }) => resolve(statusCode)).on('error', reject);
  return promise;
}

/** Fields of answers that this test reads. */
type Answer = {
  status: number;
  id: number;
  queue_id: string;
  messages: { id: number; content: string }[];
  members: { full_name: string; role: number; is_bot: boolean }[];
  streams: { name: string; description: string }[];
};

const newest = { anchor: 'newest', num_before: '5', num_after: '0', apply_markdown: 'false' };

it('returns the accounts with their API keys, and reverts every change of a test', async () => {
  const { accounts, as, control, controlUrl } = await startDeployment('demo');
  for (const headers of [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-origin' },
  ]) {
    const refused = await fetch(`${controlUrl}/accounts`, { headers: headers as Record<string, string> });
    expect(refused.status).toBe(403);
  }
  expect(await statusAtHost(`${controlUrl}/accounts`, 'evil.example')).toBe(403);
  expect(accounts.map(({ email }) => email.split('@')[0])).toEqual([
    ...['owner', 'admin', 'moderator', 'member1', 'member2', 'member3', 'member4', 'guest', 'helper-bot'],
  ]);
  const [owner, member] = [as('owner'), as('member1')];
  const state = async () => {
    const { messages } = await member('GET', '/messages', newest);
    const { members } = await owner('GET', '/users');
    const { streams } = await owner('GET', '/streams');
    return {
      messages: messages.map(({ id, content }) => [id, content]),
      members: members.map(({ full_name: name, role }) => [name, role]).toSorted(),
      channels: streams.map(({ name, description }) => [name, description]).toSorted(),
    };
  };
  const before = await state();
  const memberId = accounts.find(({ email }) => email.startsWith('member1@'))!.userId;
  let lastId = 0;
  for (let round = 0; round < 2; round++) {
    const queue = await member('POST', '/register', { event_types: '["message"]' });
    const message = { type: 'channel', to: 'general', topic: 'test', content: 'x' };
    const sent = await member('POST', '/messages', message);
    expect(sent.status).toBe(200);
    // IDs are never assigned again.
    expect(sent.id).toBeGreaterThan(lastId);
    lastId = sent.id;
    const changes = { full_name: `Renamed ${round}`, role: '300' };
    expect((await owner('PATCH', `/users/${memberId}`, changes)).status).toBe(200);
    const subscriptions = JSON.stringify([{ name: 'made by a test' }]);
    expect((await owner('POST', '/users/me/subscriptions', { subscriptions })).status).toBe(200);
    expect(await state()).not.toEqual(before);

    await control('POST', '/reset');
    expect(await state()).toEqual(before);
    const position = { queue_id: queue.queue_id, last_event_id: '-1', dont_block: 'true' };
    expect(await member('GET', '/events', position)).toMatchObject({
      status: 400,
      code: 'BAD_EVENT_QUEUE_ID',
    });
  }
  expect(Object.keys(await control('GET', '/logs'))).toContain('parley-1.log');
});

it('can start with an organization that has no account except its owner', async () => {
  const { accounts, as } = await startDeployment('owner');
  expect(accounts.map(({ email, role }) => [email, role])).toEqual([['owner@demo.example', 100]]);
  const { members } = await as('owner')('GET', '/users');
  expect(members.filter((each) => !each.is_bot)).toHaveLength(1);
});
