import { errors } from '@parley/core';
import type { UpdateZoomTokenRequest, ZoomToken } from '@parley/proto/useradmin/v1/calls';
import { describe, expect, it } from 'vitest';
import { type Asked, callsConfig, startProvider } from './provider.ts';
import { callerId, send, startTestGateway } from './support.ts';

const session = { cookie: `parley_session=${'s'.repeat(40)}` };
const create = { method: 'POST', url: '/api/v1/calls/zoom/create' } as const;
const joinUrl = 'https://zoom.example/j/1';

/**
 * Starts a fake Zoom, and a gateway whose user-admin stores one person's token. Zoom issues the tokens `access-N` and
 * `refresh-N`, accepts each code and each refresh token once, and creates meetings only for the newest access token.
 */
async function start({ stored }: { stored?: ZoomToken } = {}) {
  const zoom = { granted: 0, valid: '', refresh: '', code: 'code-1', takesNothing: false };
  if (stored) Object.assign(zoom, { valid: stored.accessToken, refresh: stored.refreshToken });
  const grant = () => {
    const number = ++zoom.granted;
    Object.assign(zoom, { valid: `access-${number}`, refresh: `refresh-${number}`, code: '' });
    return {
      body: JSON.stringify({
        access_token: zoom.valid,
        refresh_token: zoom.refresh,
        expires_in: 3600,
      }),
    };
  };
  const provider = await startProvider(({ url, authorization, body }: Asked) => {
    if (url.pathname === '/oauth/token') {
      const form = new URLSearchParams(body);
      const isGood =
        form.get('grant_type') === 'authorization_code'
          ? form.get('code') === zoom.code && zoom.code !== ''
          : form.get('refresh_token') === zoom.refresh;
      return isGood ? grant() : { status: 400, body: '{"error":"invalid_grant"}' };
    }
    if (zoom.takesNothing || authorization !== `Bearer ${zoom.valid}`)
      return { status: 401, body: '{"code":124}' };
    return { status: 201, body: JSON.stringify({ join_url: joinUrl }) };
  });
  const store = { token: stored, renewals: 0 };
  let isSignedIn = true;
  const gateway = await startTestGateway({
    config: {
      calls: callsConfig({
        PARLEY_GATEWAY_ZOOM_CLIENT_ID: 'c1',
        PARLEY_GATEWAY_ZOOM_CLIENT_SECRET: 's1',
        PARLEY_GATEWAY_ZOOM_AUTHORIZATION_URL: provider.url,
        PARLEY_GATEWAY_ZOOM_API_URL: provider.url,
      }),
    },
    services: {
      userAdmin: {
        verifySession: async () => {
          if (!isSignedIn) throw errors.unauthorized();
          return { userId: callerId, sessionId: 1, language: '' };
        },
        updateOrganization: async () => ({}),
        getZoomToken: async () => ({ token: store.token }),
        updateZoomToken: async ({ token, isRenewal }: UpdateZoomTokenRequest) => {
          store.token = token;
          if (isRenewal) store.renewals++;
          return {};
        },
        deleteZoomToken: async ({ refreshToken }: { refreshToken: string }) => {
          if (store.token?.refreshToken === refreshToken) store.token = undefined;
          return {};
        },
      },
    },
  });
  return {
    zoom,
    store,
    provider,
    gateway,
    signOut: () => {
      isSignedIn = false;
    },
    meetings: () => provider.requests.filter(({ url }) => url.pathname === '/v2/users/me/meetings'),
    /** Opens the page that redirects to Zoom. Returns the parameter `state` of the redirect. */
    async consentState() {
      const page = await send(gateway, { method: 'GET', url: '/calls/zoom/register', headers: session });
      return new URL(String(page.headers.location)).searchParams.get('state')!;
    },
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

const complete = (code: string, state: string, headers: Record<string, string> = session) =>
  ({
    method: 'GET',
    url: `/calls/zoom/complete?${new URLSearchParams({ code, state })}`,
    headers,
  }) as const;

const tokenOf = (number: number, renewAfter: number): ZoomToken => ({
  accessToken: `access-${number}`,
  refreshToken: `refresh-${number}`,
  renewAfter,
});
const inAnHour = () => Math.floor(Date.now() / 1_000) + 3_600;

describe('a Zoom call through the personal account of the caller', () => {
  it('is created after the person has connected the account in the browser', async () => {
    await using test = await start();
    const { gateway, provider, store, zoom } = test;
    const before = await send(gateway, create);
    expect([before.status, before.body.code]).toEqual([400, 'INVALID_ZOOM_TOKEN']);

    const page = await send(gateway, { method: 'GET', url: '/calls/zoom/register', headers: session });
    expect(page.status).toBe(303);
    const consent = new URL(String(page.headers.location));
    expect(consent.href).toContain(`${provider.url}oauth/authorize?`);
    const { state, ...asked } = Object.fromEntries(consent.searchParams);
    expect(asked).toEqual({
      response_type: 'code',
      client_id: 'c1',
      redirect_uri: 'http://parley.example/calls/zoom/complete',
    });

    const done = await send(gateway, complete(zoom.code, state!));
    expect([done.status, done.payload.includes('Your Zoom account is connected')]).toEqual([200, true]);
    const [exchange] = provider.requests;
    expect(exchange!.authorization).toBe(`Basic ${Buffer.from('c1:s1').toString('base64')}`);
    expect(Object.fromEntries(new URLSearchParams(exchange!.body))).toEqual({
      grant_type: 'authorization_code',
      code: 'code-1',
      redirect_uri: 'http://parley.example/calls/zoom/complete',
    });
    expect(store.token).toMatchObject({ accessToken: 'access-1', refreshToken: 'refresh-1' });
    expect(done.payload).not.toContain('access-1');

    const call = await send(gateway, { ...create, form: { is_video_call: 'false' } });
    expect([call.status, call.body.url]).toEqual([200, joinUrl]);
    expect(JSON.parse(test.meetings()[0]!.body).settings).toEqual({
      host_video: false,
      participant_video: false,
    });
  });

  it('is announced as the provider that needs the consent of each person, and accepted as the setting', async () => {
    await using test = await start();
    const { body } = await send(test.gateway, { method: 'POST', url: '/api/v1/register' });
    expect(body.realm_available_video_chat_providers).toMatchObject({ zoom: { name: 'Zoom', id: 3 } });
    const form = { video_chat_provider: '3' };
    const changed = await send(test.gateway, { method: 'PATCH', url: '/api/v1/realm', form });
    expect(changed.body).toMatchObject({ result: 'success' });
  });

  it.each([
    ['without a state', (state: string) => state.slice(0, 0), {}],
    ['with a changed state', (state: string) => `9${state}`, {}],
    ['in another session', (state: string) => state, { cookie: `parley_session=${'t'.repeat(40)}` }],
  ])('is not connected by a code that Zoom returns %s', async (_case, change, headers) => {
    await using test = await start();
    const state = change(await test.consentState());
    const page = await send(test.gateway, complete(test.zoom.code, state, { ...session, ...headers }));
    expect([page.status, test.store.token]).toEqual([400, undefined]);
    expect(test.provider.requests).toEqual([]);
  });

  it('is not connected by a code that Zoom refuses; the page says so in the language of the reader', async () => {
    await using test = await start();
    const state = await test.consentState();
    const headers = { ...session, 'accept-language': 'de' };
    const page = await send(test.gateway, complete('another', state, headers));
    expect([page.status, page.payload.includes('Dein Zoom-Konto ist nicht verbunden')]).toEqual([400, true]);
    expect(test.store.token).toBe(undefined);
  });

  it('is not connected without a session', async () => {
    await using test = await start();
    const state = await test.consentState();
    test.signOut();
    const register = { method: 'GET', url: '/calls/zoom/register', headers: session } as const;
    for (const request of [register, complete(test.zoom.code, state)]) {
      expect((await send(test.gateway, request)).status).toBe(401);
    }
    expect(test.provider.requests).toEqual([]);
  });

  it.each([
    ['has expired', tokenOf(1, 0), 1],
    ['is refused before it expires', { ...tokenOf(1, inAnHour()), accessToken: 'withdrawn' }, 2],
  ])('renews a token that %s, once for concurrent calls', async (_case, stored, attempts) => {
    await using test = await start({ stored });
    test.zoom.valid = 'none';
    const calls = await Promise.all([send(test.gateway, create), send(test.gateway, create)]);
    expect(calls.map(({ body }) => body.url)).toEqual([joinUrl, joinUrl]);
    expect(test.store).toEqual({ token: tokenOf(1, expect.any(Number) as number), renewals: 1 });
    expect(test.store.token!.renewAfter).toBeGreaterThan(Date.now() / 1_000);
    expect(test.meetings()).toHaveLength(2 * attempts);
  });

  it('uses the token that another gateway has renewed meanwhile', async () => {
    await using test = await start({ stored: tokenOf(1, 0) });
    test.zoom.refresh = 'refresh-2';
    test.zoom.valid = 'access-2';
    let reads = 0;
    const old = tokenOf(1, 0);
    Object.defineProperty(test.store, 'token', {
      get: () => (reads++ === 0 ? old : tokenOf(2, inAnHour())),
    });
    expect((await send(test.gateway, create)).body.url).toBe(joinUrl);
  });

  it.each([
    ['neither renews nor accepts', tokenOf(1, 0)],
    ['renews but does not accept', tokenOf(7, 0)],
  ])('forgets a token that Zoom %s, so that the client connects the account again', async (_case, stored) => {
    await using test = await start({ stored });
    if (stored.accessToken === 'access-1') test.zoom.refresh = 'none';
    else test.zoom.takesNothing = true;
    const { status, body } = await send(test.gateway, create);
    expect([status, body.code]).toEqual([400, 'INVALID_ZOOM_TOKEN']);
    expect(test.store.token).toBe(undefined);
  });

  it('keeps the token while Zoom fails', async () => {
    await using test = await start({ stored: tokenOf(1, 0) });
    await test.provider[Symbol.asyncDispose]();
    const { status, body } = await send(test.gateway, create);
    expect([status, body.code]).toEqual([503, 'UNAVAILABLE']);
    expect(test.store.token).toEqual(tokenOf(1, 0));
  });
});
