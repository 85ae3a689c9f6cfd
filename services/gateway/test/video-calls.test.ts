import { createHash } from 'node:crypto';
import { errors } from '@parley/core';
import { User } from '@parley/proto/events/v1/facts';
import { describe, expect, it } from 'vitest';
import { loadServiceConfig } from '../src/config.ts';
import type { CallsConfig } from '../src/video-calls/config.ts';
import { type Asked, callsConfig, startProvider } from './provider.ts';
import { callerId, fakeServices, send, startTestGateway } from './support.ts';

const none: CallsConfig = { bigBlueButton: undefined, zoom: undefined, jitsiServerUrl: null };
const secret = 'bbb-secret';
const own = User.fromPartial({
  userId: callerId,
  fullName: 'Iago & co',
  deliveryEmail: 'iago@demo.example',
});

const people = {
  resolveUsers: async () => ({ users: [own], snapshot: undefined }),
  verifySession: async () => ({ userId: callerId, sessionId: 1, language: '' }),
};
const session = { cookie: `parley_session=${'s'.repeat(40)}` };

function startGateway(calls: Partial<CallsConfig>, userAdmin: object = {}) {
  return startTestGateway({
    config: { calls: { ...none, ...calls } },
    services: { userAdmin: { ...people, ...userAdmin } },
  });
}

describe('a BigBlueButton call', () => {
  const create = {
    method: 'GET',
    url: '/api/v1/calls/bigbluebutton/create?meeting_name=a%20b%26c&voice_only=true',
  } as const;
  const created = '<response><returncode>SUCCESS</returncode><createTime>171</createTime></response>';
  const pathOf = (url: unknown) => new URL(String(url)).pathname;

  it('is created when a person follows its link, and lets the person join under the person’s name', async () => {
    await using server = await startProvider(() => ({ body: created }));
    await using gateway = await startGateway(
      callsConfig({
        PARLEY_GATEWAY_BIG_BLUE_BUTTON_URL: `${server.url}bigbluebutton`,
        PARLEY_GATEWAY_BIG_BLUE_BUTTON_SECRET: secret,
      }),
    );
    const { status, body } = await send(gateway, create);
    expect([status, body.msg]).toEqual([200, '']);
    expect(String(body.url)).toMatch(
      /^http:\/\/parley\.example\/calls\/bigbluebutton\/join\/[\w-]+\.[\w-]+$/,
    );
    expect(server.requests).toEqual([]);

    const joined = await send(gateway, { method: 'GET', url: pathOf(body.url), headers: session });
    expect(joined.status).toBe(303);
    const [asked] = server.requests;
    expect(asked!.url.pathname).toBe('/bigbluebutton/api/create');
    const { checksum, ...meeting } = Object.fromEntries(asked!.url.searchParams);
    expect(meeting).toMatchObject({ name: 'a b&c', lockSettingsDisableCam: 'true' });
    const signed = (name: string, query: string) =>
      createHash('sha256')
        .update(`${name}${query.replace(/^\?|&checksum=.*/g, '')}${secret}`)
        .digest('hex');
    expect(checksum).toBe(signed('create', asked!.url.search));

    const target = new URL(String(joined.headers.location));
    expect(target.href).toContain(`${server.url}bigbluebutton/api/join?`);
    const { checksum: joinChecksum, ...person } = Object.fromEntries(target.searchParams);
    expect(person).toEqual({
      meetingID: meeting.meetingID,
      role: 'MODERATOR',
      fullName: own.fullName,
      userID: String(callerId),
      createTime: '171',
    });
    expect(joinChecksum).toBe(signed('join', target.search));
  });

  it('is moderated only by the person who created the link', async () => {
    await using server = await startProvider(() => ({ body: created }));
    await using gateway = await startGateway(
      { bigBlueButton: { url: server.url, secret } },
      { verifySession: async () => ({ userId: callerId + 1, sessionId: 1, language: '' }) },
    );
    const { body } = await send(gateway, create);
    const joined = await send(gateway, { method: 'GET', url: pathOf(body.url), headers: session });
    expect(new URL(String(joined.headers.location)).searchParams.get('role')).toBe('VIEWER');
  });

  it('cannot be joined without a session, nor through a link that this server has not made', async () => {
    await using server = await startProvider(() => ({ body: created }));
    const config = { bigBlueButton: { url: server.url, secret } };
    await using gateway = await startGateway(config, {
      verifySession: async () => {
        throw errors.unauthorized();
      },
    });
    const url = pathOf((await send(gateway, create)).body.url);
    for (const headers of [{}, session]) {
      const page = await send(gateway, {
        method: 'GET',
        url,
        headers: { ...headers, 'accept-language': 'de' },
      });
      expect([page.status, page.payload.includes('Melde dich zuerst an')]).toEqual([401, true]);
    }
    const forged = await send(gateway, { method: 'GET', url: `${url}x`, headers: session });
    expect(forged.status).toBe(404);
    expect(server.requests).toEqual([]);
  });

  it.each([
    ['fails', { body: '<response><returncode>FAILED</returncode></response>' }],
    ['answers too much', { body: 'x'.repeat(300_000) }],
    ['refuses', { status: 500, body: created }],
  ])('reports that the provider does not answer when it %s', async (_case, answer) => {
    await using server = await startProvider(() => answer);
    await using gateway = await startGateway({ bigBlueButton: { url: server.url, secret } });
    const url = pathOf((await send(gateway, create)).body.url);
    const { status, body } = await send(gateway, { method: 'GET', url, headers: session });
    expect([status, body.code]).toEqual([503, 'UNAVAILABLE']);
  });
});

describe('a Zoom call', () => {
  const create = {
    method: 'POST',
    url: '/api/v1/calls/zoom/create',
    form: { is_video_call: 'false' },
  } as const;
  const configOf = (url: string) =>
    callsConfig({
      PARLEY_GATEWAY_ZOOM_ACCOUNT_ID: 'a1',
      PARLEY_GATEWAY_ZOOM_CLIENT_ID: 'c1',
      PARLEY_GATEWAY_ZOOM_CLIENT_SECRET: 's1',
      PARLEY_GATEWAY_ZOOM_AUTHORIZATION_URL: url,
      PARLEY_GATEWAY_ZOOM_API_URL: url,
    });
  const joinUrl = 'https://zoom.example/j/1';

  /**
   * Returns a fake Zoom that issues the tokens `t1`, `t2` and so on. It accepts only the token with the number `state.valid`. When
   * `state.knows` is false, it does not know the caller, and creates no meetings.
   */
  const zoom = () => {
    let tokens = 0;
    const state = { knows: true, valid: 1 };
    const answer = ({ url, authorization }: Asked) => {
      if (url.pathname === '/oauth/token') {
        return { body: JSON.stringify({ access_token: `t${++tokens}`, expires_in: 3600 }) };
      }
      if (authorization !== `Bearer t${state.valid}`) return { status: 401, body: '{}' };
      if (!state.knows) return { status: 404, body: '{"code":1001}' };
      return { status: 201, body: JSON.stringify({ join_url: joinUrl }) };
    };
    return { state, answer };
  };

  it('is created for the caller, with one token for many calls until Zoom refuses it', async () => {
    const { state, answer } = zoom();
    await using server = await startProvider(answer);
    await using gateway = await startGateway(configOf(server.url));
    for (let count = 0; count < 2; count++) {
      const { status, body } = await send(gateway, create);
      expect([status, body.url]).toEqual([200, joinUrl]);
    }
    const [token, meeting, again] = server.requests;
    expect(token).toMatchObject({
      method: 'POST',
      authorization: `Basic ${Buffer.from('c1:s1').toString('base64')}`,
      body: 'grant_type=account_credentials&account_id=a1',
    });
    expect(meeting!.url.pathname).toBe('/v2/users/iago%40demo.example/meetings');
    expect(JSON.parse(meeting!.body).settings).toEqual({ host_video: false, participant_video: false });
    expect(again!.url.pathname).toBe(meeting!.url.pathname);
    state.valid = 2;
    expect((await send(gateway, create)).body.url).toBe(joinUrl);
  });

  it('is refused for a caller whom Zoom does not know', async () => {
    const { state, answer } = zoom();
    state.knows = false;
    await using server = await startProvider(answer);
    await using gateway = await startGateway(configOf(server.url));
    const { status, body } = await send(gateway, create);
    expect([status, body.code, body.msg]).toEqual([
      400,
      'UNKNOWN_ZOOM_USER',
      'Zoom does not know your email address.',
    ]);
  });

  it('is announced under the provider that needs no consent of each person', async () => {
    await using gateway = await startGateway(configOf('http://zoom.example'));
    const { body } = await send(gateway, { method: 'POST', url: '/api/v1/register' });
    expect(body.realm_available_video_chat_providers).toMatchObject({
      zoom_server_to_server: { name: 'Zoom', id: 5 },
    });
    const page = await send(gateway, { method: 'GET', url: '/calls/zoom/register', headers: session });
    expect(page.status).toBe(404);
  });
});

describe('a provider', () => {
  it('that is not configured refuses calls, and is neither announced nor accepted as the setting', async () => {
    await using gateway = await startGateway({});
    const zoomCall = await send(gateway, { method: 'POST', url: '/api/v1/calls/zoom/create' });
    expect([zoomCall.status, zoomCall.body.msg]).toEqual([400, 'Zoom is not configured.']);
    const { body } = await send(gateway, { method: 'POST', url: '/api/v1/register' });
    expect(body.realm_available_video_chat_providers).toEqual({
      disabled: { name: 'None', id: 0 },
      jitsi_meet: { name: 'Jitsi Meet', id: 1 },
    });
    expect(body.server_jitsi_server_url).toBe(null);
    const form = { video_chat_provider: '4' };
    const changed = await send(gateway, { method: 'PATCH', url: '/api/v1/realm', form });
    expect(changed.body.msg).toBe('This provider of video calls is not configured.');
  });

  it('that is configured is announced, and accepted as the setting', async () => {
    const changes: unknown[] = [];
    await using gateway = await startGateway(
      callsConfig({
        PARLEY_GATEWAY_BIG_BLUE_BUTTON_URL: 'http://bbb.example',
        PARLEY_GATEWAY_BIG_BLUE_BUTTON_SECRET: secret,
        PARLEY_GATEWAY_JITSI_SERVER_URL: 'https://jitsi.example/',
      }),
      {
        updateOrganization: async (request: unknown) => {
          changes.push(request);
          return {};
        },
      },
    );
    const { body } = await send(gateway, { method: 'POST', url: '/api/v1/register' });
    expect(body.realm_available_video_chat_providers).toMatchObject({
      big_blue_button: { name: 'BigBlueButton', id: 4 },
    });
    expect(body.server_jitsi_server_url).toBe('https://jitsi.example');
    const form = { video_chat_provider: '4' };
    expect((await send(gateway, { method: 'PATCH', url: '/api/v1/realm', form })).status).toBe(200);
    expect(changes).toHaveLength(1);
  });

  it('is configured by all of its variables, or by none', async () => {
    const { config, stop } = await fakeServices();
    await stop();
    expect(config.calls).toEqual(none);
    const env = {
      PARLEY_ENV: 'test',
      PARLEY_RPC_SECRET: config.rpcSecret,
      PARLEY_NATS_URL: 'nats://127.0.0.1:1',
      PARLEY_PUBLIC_URL: 'http://parley.example',
      ...Object.fromEntries(
        [
          'MESSAGING',
          'CHANNEL',
          'USER_ADMIN',
          'UPLOAD',
          'EVENT_QUEUE',
          'NOTIFY',
          'IMPORTING',
          'INTEGRATIONS',
        ].map((name) => [`PARLEY_${name}_ADDRESSES`, '127.0.0.1:1']),
      ),
    };
    const half = { PARLEY_GATEWAY_BIG_BLUE_BUTTON_URL: 'https://bbb.example/bigbluebutton/' };
    expect(() => loadServiceConfig({ ...env, ...half })).toThrow('_BIG_BLUE_BUTTON_SECRET is missing');
    const whole = { ...half, PARLEY_GATEWAY_BIG_BLUE_BUTTON_SECRET: secret };
    expect(loadServiceConfig({ ...env, ...whole }).calls.bigBlueButton).toEqual({
      url: half.PARLEY_GATEWAY_BIG_BLUE_BUTTON_URL,
      secret,
    });
  });
});
