import { errors } from '@parley/core';
import { User } from '@parley/proto/events/v1/facts';
import { ReceiveWebhookResponse } from '@parley/proto/integrations/v1/integrations';
import { expect, it } from 'vitest';
import { defaultLimits, type RateLimitSettings } from '../src/edge/limits/rate-rules.ts';
import { apiKey, callerId, send, snapshot, startTestGateway } from './support.ts';

const limits = (changed: Partial<RateLimitSettings>): RateLimitSettings => ({ ...defaultLimits, ...changed });

const getMe = { method: 'GET', url: '/api/v1/users/me' } as const;

it('announces the number of remaining requests, refuses excess ones, and says when to retry', async () => {
  await using gateway = await startTestGateway({
    config: { rateLimits: limits({ api: { requests: 2, seconds: 3_600 } }) },
  });
  const first = await send(gateway, getMe);
  expect(first.status).toBe(200);
  expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' });
  const reset = Number(first.headers['x-ratelimit-reset']) - Date.now() / 1_000;
  expect(reset).toBeGreaterThan(1_790);
  expect(reset).toBeLessThan(1_802);
  expect((await send(gateway, getMe)).headers['x-ratelimit-remaining']).toBe('0');

  const refused = await send(gateway, getMe);
  expect(refused.status).toBe(429);
  expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '0' });
  expect(refused.body).toEqual({
    result: 'error',
    msg: 'API usage exceeded rate limit',
    code: 'RATE_LIMIT_HIT',
    'retry-after': expect.any(Number),
  });
  const wait = refused.body['retry-after'] as number;
  expect(wait).toBeGreaterThan(1_700);
  expect(wait).toBeLessThanOrEqual(1_800);
  expect(refused.headers['retry-after']).toBe(String(Math.ceil(wait)));

  // Requests of the same person under another rule have their own limit, and so have requests without credentials.
  const poll = await send(gateway, { method: 'GET', url: '/api/v1/events?queue_id=q' });
  expect([poll.status, poll.headers['x-ratelimit-limit']]).toEqual([200, '6000']);
  const settings = await send(gateway, { method: 'GET', url: '/api/v1/server_settings', anonymous: true });
  expect([settings.status, settings.headers['x-ratelimit-limit']]).toEqual([200, '1200']);
});

it('limits wrong credentials per address, and never refuses right ones from the same address', async () => {
  await using gateway = await startTestGateway({
    config: { rateLimits: limits({ wrong_credentials: { requests: 2, seconds: 3_600 } }) },
    services: {
      userAdmin: {
        verifyApiKey: async ({ email }) => {
          if (email !== 'iago@demo.example') throw errors.unauthorized();
          return {
            user: User.create({ userId: callerId, isActive: true }),
            snapshot,
            language: '',
            scope: undefined,
            expiresAt: 0,
          };
        },
      },
    },
  });
  const wrong = `Basic ${Buffer.from(`eve@demo.example:${apiKey}`).toString('base64')}`;
  const statuses = [];
  for (let n = 0; n < 3; n++) {
    statuses.push((await send(gateway, { ...getMe, headers: { authorization: wrong } })).status);
  }
  expect(statuses).toEqual([401, 401, 429]);
  expect((await send(gateway, getMe)).status).toBe(200);
});

it('limits each address of a tool, and each app, whatever else the request says', async () => {
  await using gateway = await startTestGateway({
    config: { rateLimits: limits({ webhook: { requests: 1, seconds: 3_600 } }) },
    services: {
      integrations: {
        receiveWebhook: async () =>
          ReceiveWebhookResponse.create({ status: 200, contentType: 'text/plain', body: Buffer.from('ok') }),
      },
    },
  });
  // Requests of the framework's `inject` have no socket, which transfers need.
  const root = await gateway.app.listen({ host: '127.0.0.1', port: 0 });
  const spellings: ((n: number) => { path: string; authorization?: string })[] = [
    (n) => ({ path: `/hooks/one?api_key=${n}`, authorization: `Bearer ${n}` }),
    (n) => ({ path: `/services/T${n}/B${n}/two?api_key=${n}` }),
    (n) => ({ path: `/slack/response/three?api_key=${n}`, authorization: `Bearer ${n}` }),
    (n) => ({ path: `/slack/api/method.${n}?api_key=${n}`, authorization: `Bearer${' '.repeat(n)}four` }),
    (n) => ({ path: `/slack/api/method.${n}?api_key=${n}`, authorization: `Basic ${n}` }),
    (n) => ({ path: `/api/v1/external/json?n=${n}&api_key=five`, authorization: `Bearer ${n}` }),
  ];
  for (const spelling of spellings) {
    const statuses: number[] = [];
    for (const n of [1, 2]) {
      const { path, authorization } = spelling(n);
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      statuses.push((await fetch(root + path, { method: 'POST', headers })).status);
    }
    expect(statuses, spelling(1).path).toEqual([200, 429]);
  }
});

it.each([
  ['/slack/api/auth.test', 200, '{"ok":false,"error":"invalid_auth"}'],
  ['/slack/response/guess', 404, '{"ok":false,"error":"used_url"}'],
  ['/services/T1/B1/guess', 403, 'invalid_token'],
])('limits guesses at %s', async (path, status, body) => {
  await using gateway = await startTestGateway({
    config: { rateLimits: limits({ wrong_credentials: { requests: 1, seconds: 3_600 } }) },
    services: {
      integrations: {
        receiveWebhook: async () =>
          ReceiveWebhookResponse.create({ status, contentType: 'text/plain', body: Buffer.from(body) }),
      },
    },
  });
  const root = await gateway.app.listen({ host: '127.0.0.1', port: 0 });
  const statuses: number[] = [];
  for (const n of [1, 2])
    statuses.push(
      (await fetch(`${root}${path}${n}`, { method: 'POST', headers: { authorization: `Bearer ${n}` } }))
        .status,
    );
  expect(statuses).toEqual([status, 429]);
});

it('counts sign-ins per address', async () => {
  await using gateway = await startTestGateway({
    config: { rateLimits: limits({ sign_in: { requests: 1, seconds: 3_600 } }) },
  });
  const form = { username: 'iago@demo.example', password: 'wrong' };
  const attempt = () =>
    send(gateway, { method: 'POST', url: '/api/v1/fetch_api_key', form, anonymous: true });
  expect((await attempt()).status).not.toBe(429);
  expect((await attempt()).status).toBe(429);
});

it('limits no request when turned off', async () => {
  await using gateway = await startTestGateway();
  const { status, headers } = await send(gateway, getMe);
  expect(status).toBe(200);
  expect(headers).not.toHaveProperty('x-ratelimit-limit');
});

it('counts all spellings of an address as one and passes one spelling to services', async () => {
  const addresses: (string | undefined)[] = [];
  await using gateway = await startTestGateway({
    config: {
      trustedProxies: ['127.0.0.1', '10.0.0.0/8'],
      rateLimits: limits({ sign_in: { requests: 100, seconds: 3_600 } }),
    },
    services: {
      userAdmin: {
        fetchApiKey: async (_request, { remoteAddress }) => {
          addresses.push(remoteAddress);
          throw errors.badRequest('Nothing to do.');
        },
      },
    },
  });
  const form = { username: 'iago@demo.example', password: 'wrong' };
  const left = async (forwarded: string) => {
    const { headers } = await send(gateway, {
      method: 'POST',
      url: '/api/v1/fetch_api_key',
      form,
      anonymous: true,
      headers: { 'x-forwarded-for': forwarded },
    });
    return Number(headers['x-ratelimit-remaining']);
  };
  const groups: [string, string[]][] = [
    ['1.2.3.6', ['1.2.3.6', '::ffff:1.2.3.6', '1.2.3.6:1001', '[::ffff:102:306]:7', '5.5.5.5, 1.2.3.6:1002']],
    ['1.2.3.7', ['1.2.3.7, 10.1.1.1:4711', '1.2.3.7:2, ::ffff:10.1.1.2, 127.0.0.1']],
    ['2001:db8:1:4::1', ['[2001:db8:1:4::1]:1', '2001:DB8:1:4:0:0:0:1', '[2001:db8:1:4::1]:2']],
    // When the header contains no valid IP address, the request counts for the proxy's address.
    ['127.0.0.1', ['garbage1', 'garbage2', 'unknown', '', '9.9.9.9, garbage3']],
  ];
  for (const [address, spellings] of groups) {
    const remaining = [];
    for (const spelling of spellings) remaining.push(await left(spelling));
    expect(remaining).toEqual(spellings.map((_each, index) => 99 - index));
    expect(addresses.splice(0)).toEqual(spellings.map(() => address));
  }
});

it('limits pictures of other hosts per address, without counting other requests', async () => {
  await using gateway = await startTestGateway({
    config: { rateLimits: limits({ picture: { requests: 2, seconds: 3_600 } }) },
  });
  Object.assign(gateway.ctx.rpc.files, {
    readFile: async () => {
      throw errors.notFound();
    },
  });
  const address = await gateway.app.listen({ host: '127.0.0.1', port: 0 });
  const statuses = [];
  for (let n = 0; n < 3; n++) statuses.push((await fetch(`${address}/external_content/a/b`)).status);
  expect(statuses).toEqual([404, 404, 429]);
  expect((await fetch(`${address}/api/v1/server_settings`)).status).toBe(200);
});
