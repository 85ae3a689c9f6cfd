import { errors, foreignErrorText, type ParleyError } from '@parley/core';
import { toOrganizationFacts } from '@parley/settings';
import { expect, it } from 'vitest';
import { apiKey, authorization, send, startTestGateway } from './support.ts';

const url = '/api/v1/users/me';

/** Starts a gateway with a fake user-admin, which counts requests and can be told to refuse them. */
async function start() {
  const owner = { asked: 0, refusal: undefined as ParleyError | undefined, isFresh: true };
  const gateway = await startTestGateway({
    isFresh: () => owner.isFresh,
    services: {
      userAdmin: {
        verifyApiKey: async ({ email }) => {
          owner.asked++;
          if (owner.refusal) throw owner.refusal;
          return {
            user: { ...emptyUser, userId: 7, email, isActive: true },
            snapshot: undefined,
            language: '',
            scope: undefined,
            expiresAt: 0,
          };
        },
      },
    },
  });
  return { gateway, owner };
}

const emptyUser = {
  deliveryEmail: '',
  fullName: '',
  role: 400,
  isBot: false,
  botType: 0,
  botOwnerId: 0,
  avatarUrl: '',
  avatarVersion: 1,
  timezone: '',
  joinedAt: 0,
  isImportedStub: false,
  emailAddressVisibility: 1,
  isSystemBot: false,
};

it('asks user-admin once while the log is fresh', async () => {
  const { gateway, owner } = await start();
  await using _ = gateway;
  for (let i = 0; i < 3; i++) expect((await send(gateway, { method: 'GET', url })).status).toBe(200);
  expect(owner.asked).toBe(1);
});

it('refuses requests without credentials while the organization is deactivated, except for the server settings', async () => {
  const owner = { asked: 0, isDeactivated: false, isFresh: true };
  await using gateway = await startTestGateway({
    isFresh: () => owner.isFresh,
    services: {
      userAdmin: {
        getOrganization: async () => {
          owner.asked++;
          const facts = toOrganizationFacts({ settings: {}, linkifiers: [], emoji: [] });
          return { ...facts, isDeactivated: owner.isDeactivated, snapshot: undefined };
        },
        requestPasswordReset: async () => ({}),
      },
    },
  });
  const visit = async (method: 'GET' | 'POST', path: string) => {
    const sent = method === 'POST' ? { form: { email: 'a@b.example' } } : {};
    const { status, body } = await send(gateway, { method, url: path, anonymous: true, ...sent });
    return [status, (body as { code?: string }).code];
  };
  const reset = () => visit('POST', '/api/v1/password_resets');
  expect(await reset()).toEqual([200, undefined]);
  await reset();
  expect(owner.asked).toBe(1);
  owner.isDeactivated = true;
  gateway.callers.clear();
  const refused = [401, 'REALM_DEACTIVATED'];
  expect(await reset()).toEqual(refused);
  expect(await visit('GET', '/api/v1/messages?num_before=1&num_after=0&anchor=newest')).toEqual(refused);
  expect(await visit('GET', '/reset-password')).toEqual(refused);
  // A browser that opens a page gets the error as a page, without the header that makes browsers ask for credentials.
  const page = await send(gateway, {
    method: 'GET',
    url: '/reset-password',
    anonymous: true,
    headers: { accept: 'text/html,*/*;q=0.8', 'accept-language': 'de' },
  });
  expect([page.status, page.headers['content-type'], page.headers['content-language']]).toEqual([
    401,
    'text/html; charset=utf-8',
    'de',
  ]);
  expect(page.payload).toContain('<h1>Diese Organisation wurde deaktiviert</h1>');
  expect(page.headers).not.toHaveProperty('www-authenticate');
  expect((await visit('GET', '/api/v1/server_settings'))[0]).toBe(200);
  owner.isDeactivated = false;
  expect(await reset()).toEqual([200, undefined]);
});

it('asks user-admin for each request while the log is not fresh', async () => {
  const { gateway, owner } = await start();
  await using _ = gateway;
  await send(gateway, { method: 'GET', url });
  owner.isFresh = false;
  owner.refusal = errors.userDeactivated();
  const { status, body } = await send(gateway, { method: 'GET', url });
  expect([status, body.code]).toEqual([401, 'USER_DEACTIVATED']);
});

it('drops a cached user when the log reports a change of them', async () => {
  const { gateway, owner } = await start();
  await using _ = gateway;
  await send(gateway, { method: 'GET', url });
  owner.refusal = errors.userDeactivated();
  expect((await send(gateway, { method: 'GET', url })).status).toBe(200);
  gateway.callers.invalidate(7);
  expect((await send(gateway, { method: 'GET', url })).body).toMatchObject({
    code: 'USER_DEACTIVATED',
    msg: 'Account is deactivated',
  });
});

it('does not cache refusals', async () => {
  const { gateway, owner } = await start();
  await using _ = gateway;
  owner.refusal = errors.unauthorized(foreignErrorText('whatever the owner says'));
  const { status, body, headers } = await send(gateway, { method: 'GET', url });
  expect(status).toBe(401);
  expect(body).toEqual({ result: 'error', msg: 'Invalid API key', code: 'UNAUTHORIZED' });
  expect(headers['www-authenticate']).toBe('Basic realm="parley"');
  owner.refusal = undefined;
  expect((await send(gateway, { method: 'GET', url })).status).toBe(200);
});

it('reports a failure of user-admin as a failure, not as a refusal', async () => {
  const { gateway, owner } = await start();
  await using _ = gateway;
  owner.refusal = errors.internal();
  expect((await send(gateway, { method: 'GET', url })).status).toBe(500);
});

it('distinguishes absent from malformed credentials', async () => {
  const { gateway, owner } = await start();
  await using _ = gateway;
  const absent = await send(gateway, { method: 'GET', url, anonymous: true });
  expect(absent.body).toEqual({
    result: 'error',
    msg: 'Not logged in: API authentication or user session required',
    code: 'UNAUTHORIZED',
  });
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  for (const header of [
    'Bearer x',
    'Basic',
    'Basic %%%',
    basic('no colon'),
    basic(':key'),
    basic('a@b:'),
    basic('a\0:k'),
  ]) {
    const { status, body } = await send(gateway, { method: 'GET', url, headers: { authorization: header } });
    expect([header, status, body.code]).toEqual([header, 401, 'UNAUTHORIZED']);
  }
  expect(owner.asked).toBe(0);
  const lower = authorization.replace('Basic', 'basic');
  expect((await send(gateway, { method: 'GET', url, headers: { authorization: lower } })).status).toBe(200);
  expect(apiKey).toHaveLength(32);
});

it('refuses wrong credentials even where no credentials are required', async () => {
  const { gateway, owner } = await start();
  await using _ = gateway;
  owner.refusal = errors.unauthorized();
  const { status } = await send(gateway, { method: 'POST', url: '/api/v1/register' });
  expect(status).toBe(401);
});
