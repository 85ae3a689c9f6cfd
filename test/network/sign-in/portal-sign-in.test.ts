import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Network, Organization } from '@parley/test-kit';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CookieBrowser } from './cookie-browser.ts';

// Tests the sign-in by a portal that signs tokens (JWT), and by a reverse proxy that names the person in a header.

const folder = mkdtempSync(join(tmpdir(), 'parley-portal-'));
const secret = 'a-secret-that-the-portal-and-this-server-share';
const proxySecret = 'a-secret-of-the-proxy';
const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }) as string;
const portal = 'https://portal.example.com';
let network: Network;
let organization: Organization;

beforeAll(async () => {
  const file = join(folder, 'sign-in.json');
  writeFileSync(join(folder, 'portal.pem'), publicKey);
  const groups = { claim: 'groups', admin: 'chat-admins' };
  const token = (id: string, key: object) => ({
    id,
    name: `Portal ${id}`,
    loginUrl: `${portal}/chat`,
    issuer: portal,
    audience: 'parley',
    groups,
    ...key,
  });
  writeFileSync(
    file,
    JSON.stringify({
      jwt: [token('shared', { secret }), token('signed', { publicKeyFile: 'portal.pem', apiKeys: true })],
      proxy: {
        name: 'Company',
        proxies: ['127.0.0.1'],
        secret: proxySecret,
        nameHeader: 'X-Remote-Name',
        emailDomain: 'test.example',
        groups: { claim: 'X-Remote-Groups', admin: 'chat-admins' },
      },
    }),
  );
  network = await Network.start({ env: { PARLEY_SIGN_IN_FILE: file } });
  organization = await Organization.create(network);
});

afterAll(async () => {
  await network?.stop();
  rmSync(folder, { recursive: true });
});

const home = () => network.gatewayUrl();

async function accountOf(browser: CookieBrowser) {
  const cookie = `parley_session=${browser.cookie(home(), 'parley_session')}`;
  const response = await fetch(`${home()}/api/v1/users/me`, { headers: { cookie } });
  return response.ok ? ((await response.json()) as Record<string, unknown>) : undefined;
}

const sign = (
  claims: Record<string, unknown>,
  { key = Buffer.from(secret), alg = 'HS256' }: { key?: KeyObject | Uint8Array; alg?: string } = {},
) => new SignJWT(claims).setProtectedHeader({ alg }).sign(key);

const now = () => Math.floor(Date.now() / 1_000);
const claimsOf = (
  name: string,
  nonce: string | undefined,
  more: Record<string, unknown> = {},
): Record<string, unknown> => ({
  iss: portal,
  aud: 'parley',
  sub: `${name}-at-portal`,
  email: `${name}@test.example`,
  name: `Name of ${name}`,
  iat: now(),
  exp: now() + 60,
  nonce,
  ...more,
});

describe('a portal that signs tokens', () => {
  /** Begins a sign-in. Returns the request that the portal receives. */
  async function begin(id = 'shared', browser = new CookieBrowser()) {
    const { location } = await browser.request(`${home()}/accounts/login/social/jwt/${id}`);
    const asked = new URL(location!);
    expect(asked.origin + asked.pathname).toBe(`${portal}/chat`);
    const [state, nonce, redirect] = ['state', 'nonce', 'redirect_uri'].map(
      (each) => asked.searchParams.get(each)!,
    );
    return { browser, state: state!, nonce: nonce!, redirect: redirect! };
  }

  const complete = (browser: CookieBrowser, redirect: string, state: string, token: string) =>
    browser.request(`${redirect}?${new URLSearchParams({ state, token })}`);

  it('signs people in, with a shared secret and with a key pair, with the role of their group', async () => {
    const { external_authentication_methods: methods } = await network.client().get('/server_settings');
    expect(methods.map(({ name }: { name: string }) => name)).toEqual([
      'jwt:shared',
      'jwt:signed',
      'proxy:sso',
    ]);
    const shared = await begin();
    const token = await sign(claimsOf('anna', shared.nonce, { groups: ['chat-admins'] }));
    expect((await complete(shared.browser, shared.redirect, shared.state, token)).status).toBe(303);
    expect(await accountOf(shared.browser)).toMatchObject({
      delivery_email: 'anna@test.example',
      full_name: 'Name of anna',
      role: 200,
    });
    const signed = await begin('signed');
    const other = await sign(claimsOf('bert', signed.nonce), { key: keys.privateKey, alg: 'ES256' });
    expect((await complete(signed.browser, signed.redirect, signed.state, other)).status).toBe(303);
    expect(await accountOf(signed.browser)).toMatchObject({ delivery_email: 'bert@test.example', role: 400 });
  });

  it('refuses tokens that are forged, expired, old, or made for another sign-in, server or portal', async () => {
    await organization.add('victim');
    const others = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const unsigned = (claims: Record<string, unknown>) =>
      [{ alg: 'none' }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
    const attacks: [
      string,
      string,
      (claims: (more?: Record<string, unknown>) => Record<string, unknown>) => Promise<string> | string,
    ][] = [
      ['another secret', 'shared', (claims) => sign(claims(), { key: Buffer.from('x'.repeat(40)) })],
      ['no signature', 'shared', (claims) => `${unsigned(claims())}.`],
      ['the public key as a secret', 'signed', (claims) => sign(claims(), { key: Buffer.from(publicKey) })],
      ['another key', 'signed', (claims) => sign(claims(), { key: others.privateKey, alg: 'ES256' })],
      ['expired', 'shared', (claims) => sign(claims({ exp: now() - 60 }))],
      ['old', 'shared', (claims) => sign(claims({ iat: now() - 600 }))],
      ['without end', 'shared', (claims) => sign(claims({ exp: undefined }))],
      ['without a subject', 'shared', (claims) => sign(claims({ sub: undefined }))],
      ['another audience', 'shared', (claims) => sign(claims({ aud: 'another-server' }))],
      ['another issuer', 'shared', (claims) => sign(claims({ iss: 'https://evil.example' }))],
      ['another nonce', 'shared', (claims) => sign(claims({ nonce: 'of another sign-in' }))],
      ['an unverified address', 'shared', (claims) => sign(claims({ email_verified: false }))],
    ];
    for (const [attack, id, forge] of attacks) {
      const { browser, state, nonce, redirect } = await begin(id);
      const token = await forge((more) => claimsOf('victim', nonce, more));
      expect([attack, (await complete(browser, redirect, state, token)).status]).toEqual([attack, 401]);
      expect(await accountOf(browser)).toBeUndefined();
    }
  });

  it('signs in once per token, and only the browser that began the sign-in', async () => {
    const { browser, state, nonce, redirect } = await begin();
    const token = await sign(claimsOf('carl', nonce));
    const victim = new CookieBrowser();
    expect((await complete(victim, redirect, state, token)).status).toBe(401);
    expect((await complete(browser, redirect, state, token)).status).toBe(401);
    const next = await begin();
    const own = await sign(claimsOf('carl', next.nonce));
    expect((await complete(next.browser, next.redirect, next.state, own)).status).toBe(303);
    expect((await complete(next.browser, next.redirect, next.state, own)).status).toBe(401);
  });
});

describe('a token of a portal that opens API keys', () => {
  const signed = (name: string, more: Record<string, unknown> = {}) =>
    sign(claimsOf(name, undefined, { jti: randomUUID(), ...more }), { key: keys.privateKey, alg: 'ES256' });
  const fetchKey = (token: string, more: Record<string, unknown> = {}) =>
    network.client().raw('POST', '/jwt/fetch_api_key', { token, ...more });

  /** Returns a token with the second signature that ECDSA accepts for the same contents: for (r, s) also (r, n - s). */
  const otherSignature = (token: string): string => {
    const [header, payload, signature = ''] = token.split('.');
    const bytes = Buffer.from(signature, 'base64url');
    const n = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
    const s = n - BigInt(`0x${bytes.subarray(32).toString('hex')}`);
    bytes.write(s.toString(16).padStart(64, '0'), 32, 'hex');
    return [header, payload, bytes.toString('base64url')].join('.');
  };

  it('gives programs the key of the person whom it names, once', async () => {
    const token = await signed('nora', { groups: ['chat-admins'] });
    const [one, other] = await Promise.all([fetchKey(token), fetchKey(token)]);
    expect([one.status, other.status].sort()).toEqual([200, 401]);
    const { body } = one.status === 200 ? one : other;
    expect(body).toEqual({
      result: 'success',
      msg: '',
      api_key: expect.stringMatching(/^[\x21-\x7e]{32}$/),
      email: 'nora@test.example',
      user_id: expect.any(Number),
    });
    const nora = network.client({ email: body.email, apiKey: body.api_key });
    expect(await nora.get('/users/me')).toMatchObject({
      user_id: body.user_id,
      full_name: 'Name of nora',
      role: 200,
    });
    expect((await fetchKey(token)).status).toBe(401);
    const again = await fetchKey(await signed('nora'), { include_profile: true });
    expect(again.body).toMatchObject({
      api_key: body.api_key,
      user: { user_id: body.user_id, delivery_email: 'nora@test.example', is_bot: false },
    });
    const { entries } = await organization.owner.api.get('/realm/audit_log', { limit: 50 });
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'user.api_key_fetched',
        user_id: body.user_id,
        details: { method: 'jwt:signed' },
      }),
    );
  });

  it('is refused when it is for a browser, of another issuer, forged, old, or its person may not enter', async () => {
    const others = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const victim = claimsOf('nora', undefined);
    const used = await signed('otto');
    expect((await fetchKey(used)).status).toBe(200);
    const attacks: Record<string, string> = {
      'for a browser': await signed('nora', { nonce: 'of a sign-in' }),
      'of a portal that opens no keys': await sign(victim),
      'of another issuer': await signed('nora', { iss: 'https://evil.example' }),
      'for another server': await signed('nora', { aud: 'another-server' }),
      'signed by others': await sign(victim, { key: others.privateKey, alg: 'ES256' }),
      'signed with the public key': await sign(victim, { key: Buffer.from(publicKey) }),
      expired: await signed('nora', { exp: now() - 60 }),
      old: await signed('nora', { iat: now() - 600 }),
      'without an end': await signed('nora', { exp: undefined }),
      'without a subject': await signed('nora', { sub: undefined }),
      'with an unverified address': await signed('pia', { email_verified: false }),
      'used before, with its other valid signature': otherSignature(used),
      'no token': 'none',
    };
    for (const [attack, token] of Object.entries(attacks)) {
      const { status, body } = await fetchKey(token);
      expect([attack, status, body.code, body.api_key]).toEqual([
        attack,
        401,
        'AUTHENTICATION_FAILED',
        undefined,
      ]);
    }
    const { user_id: userId } = (await fetchKey(await signed('otto'))).body;
    await organization.owner.api.delete(`/users/${userId}`);
    expect((await fetchKey(await signed('otto'))).body.code).toBe('USER_DEACTIVATED');
  });

  it('is not enough where the organization requires a second factor after a provider', async () => {
    const { owner } = organization;
    await owner.api.patch('/realm', {
      require_second_factor: 'everyone',
      second_factor_after_provider: true,
    });
    expect((await fetchKey(await signed('nora'))).body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
    await owner.api.patch('/realm', { require_second_factor: 'nobody', second_factor_after_provider: false });
    expect((await fetchKey(await signed('nora'))).status).toBe(200);
  });

  it('opens nothing after an owner has switched the portal off', async () => {
    const { owner } = organization;
    await owner.api.patch('/realm', { authentication_methods: { 'jwt:signed': false } });
    expect((await fetchKey(await signed('nora'))).body.code).toBe('BAD_REQUEST');
    await owner.api.patch('/realm', { authentication_methods: { 'jwt:signed': true } });
  });
});

describe('a reverse proxy that names people', () => {
  type Headers = Record<string, string>;

  /** Sends a request from a given local address, like a proxy at that address. */
  const send = (url: string, headers: Headers, localAddress: string) =>
    new Promise<{ status: number; cookies: string[]; location: string }>((resolve, reject) => {
      get(url, { headers, localAddress }, (response) => {
        response.resume();
        resolve({
          status: response.statusCode!,
          cookies: (response.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]!),
          location: response.headers.location ?? '',
        });
      }).on('error', reject);
    });

  /** Signs in through a proxy at an address. Returns the account, or the status if the sign-in is refused. */
  async function signIn(headers: Headers, from = '127.0.0.1') {
    const begun = await send(`${home()}/accounts/login/social/proxy/sso`, {}, from);
    const answer = await send(begun.location, { ...headers, cookie: begun.cookies.join('; ') }, from);
    const session = answer.cookies.find((each) => each.startsWith('parley_session='));
    if (session === undefined) return answer.status;
    const response = await fetch(`${home()}/api/v1/users/me`, { headers: { cookie: session } });
    return (await response.json()) as Record<string, unknown>;
  }

  const named = (name: string, more: Headers = {}): Headers => ({
    'X-Remote-User': name,
    'X-Remote-Name': Buffer.from('Zoë Berg').toString('latin1'),
    'X-Proxy-Secret': proxySecret,
    ...more,
  });

  it('signs people in with name, address and the role of their groups', async () => {
    const account = await signIn(named('zoe', { 'X-Remote-Groups': 'staff, chat-admins' }));
    expect(account).toMatchObject({ delivery_email: 'zoe@test.example', full_name: 'Zoë Berg', role: 200 });
    expect(await signIn(named('zoe'))).toMatchObject({ user_id: (account as { user_id: number }).user_id });
  });

  it('is trusted only at its address, with its secret, and when it names a person', async () => {
    const { owner } = organization;
    expect(await signIn(named(owner.email), '127.0.0.2')).toBe(401);
    expect(await signIn(named(owner.email, { 'X-Forwarded-For': '127.0.0.1' }), '127.0.0.2')).toBe(401);
    expect(await signIn(named(owner.email, { 'X-Proxy-Secret': 'another-secret-here' }))).toBe(401);
    expect(await signIn({ 'X-Remote-User': owner.email })).toBe(401);
    expect(await signIn({ 'X-Proxy-Secret': proxySecret })).toBe(401);
    expect(await signIn(named(`${owner.email}, someone@test.example`))).toBe(400);
    expect(await signIn(named(owner.email))).toMatchObject({ user_id: owner.userId });
  });

  it('is ignored in requests other than a sign-in', async () => {
    const headers = named(organization.owner.email);
    expect((await fetch(`${home()}/api/v1/users/me`, { headers })).status).toBe(401);
  });
});
