import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pages, routes, transfers } from '../src/http/routes.ts';
import { send, startTestGateway, type TestGateway } from './support.ts';

// Which answers scripts of other origins may read, and what a development server refuses to web pages.

type Address = { method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string; name: string };

/** Replaces parameters in a path by values that no handler finds. */
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, '1');

const ofPages = pages.map(
  ({ method = 'GET', path, operation }): Address => ({ method, url: filled(path), name: operation }),
);
const ofRoutes = routes.map(
  ({ method, path, operation }): Address => ({ method, url: `/api/v1${filled(path)}`, name: operation }),
);
const ofTransfers = transfers.flatMap(({ methods, path, takesRest, operation }): Address[] =>
  methods
    .filter((method) => method !== 'OPTIONS')
    .map((method) => ({ method, url: takesRest ? `${path}/1` : path, name: operation })),
);
const all = [...ofPages, ...ofRoutes, ...ofTransfers];

/** The only pages that scripts of other origins may read: files without secrets, which clients of the API load. */
const sharedPages = [
  'get-emoji-data',
  'get-earlier-emoji-data',
  'get-emoji-codes',
  'get-zulip-emoji',
  'get-generated-avatar',
];
/** Operations of the API that scripts of other origins cannot read: they set cookies, or are for development or programs. */
const privateOperations = [
  ...[
    'dev-fetch-api-key',
    'handle-scim',
    'receive-webhook',
    'receive-mattermost-webhook',
    'receive-slack-webhook',
    'receive-slack-api',
    'receive-app-response',
  ],
  ...['sign-in', 'complete-sign-in', 'begin-sign-in-totp', 'confirm-sign-in-totp', 'begin-sign-in-passkey'],
  ...['add-sign-in-passkey', 'begin-passkey-sign-in'],
  ...[
    'confirm-address',
    'get-join-offer',
    'set-up',
    'request-password-reset',
    'join',
    'confirm-email-change',
  ],
  'reset-password',
];
const isShared = ({ name }: Address): boolean =>
  ofPages.some((page) => page.name === name) ? sharedPages.includes(name) : !privateOperations.includes(name);

/** A development server, as a page of another website and its scripts see it. */
let gateway: TestGateway;
let port: number;
beforeAll(async () => {
  gateway = await startTestGateway({
    config: {
      environment: 'development',
      publicUrl: 'https://chat.example',
      hosts: ['proxy.internal'],
      mailFolder: '/nonexistent',
    },
  });
  await gateway.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = gateway.app.server.address() as AddressInfo);
});
afterAll(() => gateway?.[Symbol.asyncDispose]());

/** Sends a request without a body over a connection of its own, and returns status, headers and body. */
async function ask(
  { method, url }: Pick<Address, 'url'> & { method: string },
  headers: Record<string, string>,
  to = port,
) {
  const socket = connect(to, '127.0.0.1');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let answer = '';
  socket.setEncoding('utf8').on('data', (part) => {
    answer += part;
  });
  socket.on('close', () => resolve()).on('error', reject);
  const lines = Object.entries({ 'content-length': '0', connection: 'close', ...headers });
  socket.write(
    `${method} ${url} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  await promise;
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return {
    status: Number(head.slice(9, 12)),
    origins: /^access-control-allow-origin: (.*)$/im.exec(head)?.[1],
    body,
  };
}

const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

describe('a script of another origin', () => {
  it.each(all.map((address) => [`${address.method} ${address.url}`, address] as const))(
    'reads only what the API shares: %s',
    async (_, address) => {
      const answer = await ask(address, { host: '127.0.0.1', ...evil });
      expect(answer.status).not.toBe(421);
      expect(answer.origins).toBe(isShared(address) ? '*' : undefined);
      const preflight = await ask(
        { method: 'OPTIONS', url: address.url },
        { host: '127.0.0.1', ...evil, 'access-control-request-method': address.method },
      );
      if (!isShared(address) && !all.some((other) => other.url === address.url && isShared(other)))
        expect(preflight.origins).toBeUndefined();
      if (isShared(address) && address.url.startsWith('/api/v1')) expect(preflight.origins).toBe('*');
    },
  );

  it('never gets the answer to a request with cookies', async () => {
    const answers = await Promise.all(
      all.map(({ method, url }) => send(gateway, { method, url, headers: evil, anonymous: true })),
    );
    for (const { headers } of answers) expect(headers['access-control-allow-credentials']).toBeUndefined();
  });
});

describe('a host', () => {
  it.each(all.map((address) => [`${address.method} ${address.url}`, address] as const))(
    'that is foreign is refused, before anything else: %s',
    async (_, address) => {
      for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example', '0.0.0.0']) {
        const answer = await ask(address, {
          host,
          origin: `http://${host}`,
          'sec-fetch-site': 'same-origin',
        });
        expect([host, answer.status, answer.origins]).toEqual([host, 421, undefined]);
        if (address.method !== 'HEAD') expect(answer.body).toContain('PARLEY_GATEWAY_HOSTS');
      }
    },
  );

  it.each(['127.0.0.1', 'localhost', '[::1]', 'chat.example', 'proxy.internal', 'LOCALHOST'])(
    'that is the server’s own is served: %s',
    async (host) => {
      for (const own of [host, `${host}:${port}`, `${host}:1`]) {
        const answer = await ask({ method: 'GET', url: '/api/v1/server_settings' }, { host: own });
        expect([own, answer.status]).toEqual([own, 200]);
      }
    },
  );

  it('may be any outside of development, unless the configuration names hosts', async () => {
    const statusOf = async ({ app }: TestGateway, host: string) => {
      await app.listen({ host: '127.0.0.1', port: 0 });
      const { port: to } = app.server.address() as AddressInfo;
      return (await ask({ method: 'GET', url: '/api/v1/server_settings' }, { host }, to)).status;
    };
    await using open = await startTestGateway();
    expect(await statusOf(open, 'another.example')).toBe(200);
    await using closed = await startTestGateway({ config: { hosts: ['chat.internal'] } });
    expect(await statusOf(closed, 'another.example')).toBe(421);
    await using named = await startTestGateway({ config: { hosts: ['chat.internal'] } });
    expect(await statusOf(named, 'chat.internal')).toBe(200);
  });
});

describe('what is for development', () => {
  const addresses = all.filter(({ url }) => url.startsWith('/dev/') || url.includes('/dev_'));

  it('is declared so', () => {
    const declared = [...pages, ...routes].filter(({ isForDevelopment }) => isForDevelopment);
    expect(declared.map(({ operation }) => operation).toSorted()).toEqual(
      addresses.map(({ name }) => name).toSorted(),
    );
  });

  it.each(addresses.map((address) => [address.url, address] as const))(
    'refuses web pages of other origins: %s',
    async (_, address) => {
      const host = `127.0.0.1:${port}`;
      for (const headers of [
        evil,
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:3000' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: 'http://127.0.0.1:3000' },
      ]) {
        const answer = await ask(address, { host, ...headers });
        expect([headers, answer.status]).toEqual([headers, 403]);
      }
      for (const headers of [
        {},
        { 'sec-fetch-site': 'none' },
        { 'sec-fetch-site': 'same-origin', origin: `http://${host}` },
      ]) {
        const answer = await ask(address, { host, ...headers });
        expect([headers, answer.status]).not.toEqual([headers, 403]);
      }
    },
  );

  it.each(addresses.map((address) => [address.url, address] as const))(
    'does not exist in production: %s',
    async (_, { method, url, name }) => {
      await using production = await startTestGateway({
        config: { environment: 'production', mailFolder: '/nonexistent' },
      });
      const { status, body } = await send(production, { method, url, form: { username: 'a@b.example' } });
      if (name === 'dev-fetch-api-key') expect(body.msg).toBe('Dev environment not enabled.');
      else expect([status, body.msg]).toEqual([404, 'There is nothing at this address.']);
    },
  );
});

it('gives no key for the public password of a demo organization to a foreign web page', async () => {
  const url = '/api/v1/fetch_api_key';
  const form = { username: 'owner@demo.example', password: 'parley-demo' };
  const from = (headers: Record<string, string>, { app } = gateway) =>
    send({ app }, { method: 'POST', url, form, headers, anonymous: true }).then(({ status }) => status);
  expect(await from(evil)).toBe(403);
  expect(await from({ origin: 'null' })).toBe(403);
  expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await from({})).toBe(200);
  // A client under development has a server of its own on the same machine.
  expect(await from({ origin: 'http://localhost:5173', 'sec-fetch-site': 'cross-site' })).toBe(200);
  // In production, passwords are secret, and pages of other origins sign people in.
  await using production = await startTestGateway({ config: { environment: 'production' } });
  expect(await from(evil, production)).toBe(200);
});
