import { errors, errorText } from '@parley/core';
import { User } from '@parley/proto/events/v1/facts';
import { describe, expect, it } from 'vitest';
import { callerId, send, snapshot, startTestGateway } from './support.ts';

const refusing = (language: string) => ({
  userAdmin: {
    verifyApiKey: async () => ({
      user: User.create({ userId: callerId, isActive: true }),
      snapshot,
      language,
      scope: undefined,
      expiresAt: 0,
    }),
    getOwnUser: async () => {
      throw errors.badRequest(errorText("Channel '{name}' already exists", { name: 'Küche' }));
    },
  },
});

const english = "Channel 'Küche' already exists";
const german = 'Den Kanal „Küche“ gibt es schon';
const me = { method: 'GET', url: '/api/v1/users/me' } as const;

describe('an error', () => {
  it.each([
    ['', undefined, english, 'en'],
    ['en', undefined, english, 'en'],
    ['fr', undefined, english, 'en'],
    ['', 'de-AT,de;q=0.9,en;q=0.8', german, 'de'],
    ['', 'fr', english, 'en'],
    ['de', undefined, german, 'de'],
    ['de', '*', german, 'de'],
    ['de', 'en', english, 'en'],
  ])('of a caller with the language %j and Accept-Language %j is %j', async (own, header, msg, language) => {
    await using gateway = await startTestGateway({ services: refusing(own) });
    const headers: Record<string, string> = header === undefined ? {} : { 'accept-language': header };
    const { status, headers: answered, body } = await send(gateway, { ...me, headers });
    expect([status, body]).toEqual([400, { result: 'error', msg, code: 'BAD_REQUEST' }]);
    expect(answered).toMatchObject({ 'content-language': language, vary: 'accept-language' });
  });

  it('of the gateway itself is translated: credentials, parameters, addresses, methods', async () => {
    await using gateway = await startTestGateway();
    const headers = { 'accept-language': 'de' };
    const messageOf = async (sent: Parameters<typeof send>[1]) =>
      (await send(gateway, { ...sent, headers })).body.msg;
    expect(await messageOf({ ...me, anonymous: true })).toContain('Nicht angemeldet');
    expect(await messageOf({ method: 'GET', url: '/api/v1/messages?num_before=x' })).toBe(
      'num_before ist keine ganze Zahl',
    );
    expect(await messageOf({ method: 'GET', url: '/api/v1/messages?num_after=1&anchor=1' })).toBe(
      'Der Parameter „num_before“ fehlt',
    );
    expect(
      await messageOf({ method: 'GET', url: '/api/v1/messages?num_before=1&num_after=1&narrow=[[1]]' }),
    ).toMatch(/^narrow\[0\].* ist weder ein Objekt mit operator/);
    expect(await messageOf({ method: 'GET', url: '/api/v1/nothing' })).toBe(
      'Unter dieser Adresse gibt es nichts.',
    );
    expect(await messageOf({ method: 'DELETE', url: '/api/v1/users/me/status' })).toBe(
      'Diese Methode ist hier nicht erlaubt',
    );
  });

  it('about an unknown queue stays English: older clients recognize its text', async () => {
    await using gateway = await startTestGateway({
      poll: async () => {
        throw errors.badEventQueueId('q');
      },
    });
    const headers = { 'accept-language': 'de' };
    const { body } = await send(gateway, { method: 'GET', url: '/api/v1/events?queue_id=q', headers });
    expect([body.code, body.msg]).toEqual(['BAD_EVENT_QUEUE_ID', 'Bad event queue id: q']);
  });

  it('of the server contains the request ID, in the language of the client', async () => {
    await using gateway = await startTestGateway({
      services: {
        userAdmin: {
          getOwnUser: async () => {
            throw errors.internal();
          },
        },
      },
    });
    const { body } = await send(gateway, { ...me, headers: { 'accept-language': 'de' } });
    expect(body.msg).toMatch(/^Interner Fehler des Servers \(Anfrage-ID: [\da-f-]{36}\)$/);
  });
});

describe('a page without JavaScript', () => {
  it.each([
    ['de', '<main class="plain" lang="de"><h1>Passwort zurücksetzen</h1>'],
    ['en', '<main class="plain" lang="en"><h1>Reset your password</h1>'],
  ])('is shown in the language of the browser: %s', async (language, content) => {
    await using gateway = await startTestGateway();
    const shown = await send(gateway, {
      method: 'GET',
      url: '/reset-password',
      headers: { 'accept-language': language },
      anonymous: true,
    });
    expect(shown.payload).toContain(content);
    expect(shown.headers.vary).toContain('accept-language');
  });

  it.each([
    ['de', '<noscript lang="de">Parley braucht JavaScript.'],
    ['en', '<noscript>Parley needs JavaScript.'],
  ])(
    'says that the web client needs JavaScript in the language of the browser: %s',
    async (language, hint) => {
      await using gateway = await startTestGateway();
      const headers = { 'accept-language': language };
      const shown = await send(gateway, { method: 'GET', url: '/', headers, anonymous: true });
      expect(shown.payload).toContain(hint);
      expect(shown.headers.vary).toContain('accept-language');
    },
  );

  it('shows the refusal of a form in the language of the browser', async () => {
    await using gateway = await startTestGateway({
      services: {
        userAdmin: {
          resetPassword: async () => {
            throw errors.badRequest('The password is too weak.');
          },
        },
      },
    });
    const { status, payload } = await send(gateway, {
      method: 'POST',
      url: '/reset-password/token',
      form: { password: 'x' },
      headers: { 'accept-language': 'de' },
      anonymous: true,
    });
    expect(status).toBe(400);
    expect(payload).toContain('<html lang="de">');
    expect(payload).toContain('<p class="problem" role="alert">Das Passwort ist zu schwach.</p>');
  });
});
