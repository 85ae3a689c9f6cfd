import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@parley/db';
import { roles } from '@parley/rules';
import { type Body, Network, Organization, type Person, testPassword, until } from '@parley/test-kit';
import { OidcStandIn } from '@parley/test-servers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '../../../services/user-admin/src/access/domain/totp.ts';
import { SessionClient } from '../client/session-client.ts';
import { guestWith, importRecords } from '../imports-and-exports/import-records.ts';
import { Mailbox } from '../notifications/mailbox.ts';
import { openDatabase } from '../open-database.ts';
import { CookieBrowser } from './cookie-browser.ts';
import { desktopKey, ticketIn } from './desktop-ticket.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-company-'));
const file = join(folder, 'sign-in.json');
const mailbox = new Mailbox();
let company: OidcStandIn;
let partner: OidcStandIn;
let network: Network;
let organization: Organization;
let owner: Person;

function writeFile(more: object = {}): void {
  const provider = (id: string, { issuer }: OidcStandIn, rest: object = {}) => ({
    id,
    name: `Provider ${id}`,
    issuer,
    clientId: 'parley',
    clientSecret: { env: 'COMPANY_SECRET' },
    ...rest,
  });
  writeFileSync(
    file,
    JSON.stringify({
      oidc: [
        provider('company', company, {
          groups: { claim: 'groups', admin: 'chat-admins', members: { sales: 'Sales team', it: 'Absent' } },
        }),
        provider('partner', partner),
        provider('closed', partner, { createAccounts: false }),
      ],
      ...more,
    }),
  );
}

beforeAll(async () => {
  [company, partner] = [await OidcStandIn.start(), await OidcStandIn.start()];
  writeFile();
  network = await Network.start({
    replicas: { 'user-admin': 2 },
    env: {
      PARLEY_SIGN_IN_FILE: file,
      COMPANY_SECRET: 'client-secret',
      PARLEY_MAIL_DIR: mailbox.folder,
    },
  });
  organization = await Organization.create(network);
  owner = organization.owner;
});

afterAll(async () => {
  await network?.stop();
  for (const provider of [company, partner]) provider?.stop();
  rmSync(folder, { recursive: true });
  mailbox.remove();
});

afterEach(() => {
  for (const provider of [company, partner]) {
    provider.tamper = (claims) => claims;
    provider.signsWithUnknownKey = false;
    provider.issuerInAnswer = undefined;
  }
});

const home = () => network.gatewayUrl();
const loginUrl = (id = 'company', query = '') => `${home()}/accounts/login/social/oidc/${id}${query}`;
const isCallback = (url: string) => url.includes('/complete/');
const isHome = (url: string) => url.startsWith(`${home()}/`) && !/\/(complete|accounts)\//.test(url);

const claimsOf = (name: string, more: object = {}) => ({
  sub: `${name}-at-company`,
  sid: `${name}-session`,
  email: `${name}@test.example`,
  email_verified: true,
  name: `Name of ${name}`,
  ...more,
});

/** Signs a person in at the first provider. Returns the browser and the page at which it ended. */
async function signIn(name: string, more: object = {}, url = loginUrl(), browser = new CookieBrowser()) {
  company.person = claimsOf(name, more);
  const arrived = await browser.open(url, isHome);
  return { browser, ...arrived };
}

async function accountOf(browser: CookieBrowser) {
  const cookie = `parley_session=${browser.cookie(home(), 'parley_session')}`;
  const response = await fetch(`${home()}/api/v1/users/me`, { headers: { cookie } });
  return response.ok ? ((await response.json()) as Record<string, unknown>) : undefined;
}

/** Sets the age of an account, because sign-ins to accounts younger than a minute cause no mails. */
async function setAge(userId: number, age: string): Promise<void> {
  const db = openDatabase(network);
  await db.execute(
    sql`update user_admin.users set joined_at = now() - ${age}::interval where user_id = ${userId}`,
  );
  await db.close();
}

describe('sign-in at a provider', () => {
  it('is offered to clients before they sign in', async () => {
    const settings = await network.client().get('/server_settings');
    expect(settings.authentication_methods).toMatchObject({ password: true, 'openid connect': true });
    expect(settings.external_authentication_methods).toHaveLength(3);
    expect(settings.external_authentication_methods[0]).toEqual({
      name: 'oidc:company',
      display_name: 'Provider company',
      display_icon: null,
      login_url: '/accounts/login/social/oidc/company',
      signup_url: '/accounts/register/social/oidc/company',
    });
  });

  it('creates an account with name and address, opens a session and returns to the page', async () => {
    const { browser, url } = await signIn('newcomer', {}, loginUrl('company', '?next=%2Finbox%3Fx%3D1'));
    expect(url).toBe(`${home()}/inbox?x=1`);
    const account = await accountOf(browser);
    expect(account).toMatchObject({
      full_name: 'Name of newcomer',
      delivery_email: 'newcomer@test.example',
      role: 400,
    });
    const again = await signIn('newcomer', { email: 'renamed@test.example', name: 'Other' });
    expect(await accountOf(again.browser)).toMatchObject({ user_id: account?.user_id });
  });

  it('links the account with the verified address, and no second identity', async () => {
    const { linked } = await organization.add('linked');
    const { browser } = await signIn('linked');
    expect(await accountOf(browser)).toMatchObject({ user_id: linked.userId });
    const other = await signIn('linked', { sub: 'successor-with-the-same-address' });
    expect(other).toMatchObject({ status: 401, text: expect.stringContaining('Another person') });
    expect(await accountOf(other.browser)).toBeUndefined();
  });

  it('gives the account of an import to the person of its address, with the role that it had', async () => {
    await importRecords(network, guestWith('provider', 'Eva@TEST.example'));
    expect(await accountOf((await signIn('eva')).browser)).toMatchObject({ role: 600 });
  });

  it('does not take over an account by an address that the provider has not verified', async () => {
    await organization.add('victim');
    for (const email_verified of [false, undefined, 'true']) {
      const { browser, status } = await signIn('victim', { sub: 'attacker', email_verified });
      expect(status).toBe(401);
      expect(await accountOf(browser)).toBeUndefined();
    }
    const { status } = await signIn('nobody', { email_verified: false });
    expect(status).toBe(401);
  });

  it('creates one account when a person signs in twice concurrently', async () => {
    const signIns = await Promise.all([1, 2, 3].map(() => signIn('hasty')));
    const accounts = await Promise.all(signIns.map(({ browser }) => accountOf(browser)));
    expect(new Set(accounts.map((account) => account?.user_id)).size).toBe(1);
    expect(accounts[0]?.user_id).toBeTypeOf('number');
  });

  it('creates no account where the file forbids it', async () => {
    partner.person = claimsOf('stranger');
    const browser = new CookieBrowser();
    expect(await browser.open(loginUrl('closed'), isHome)).toMatchObject({ status: 401 });
  });

  it('grants and revokes the administrator role by the groups of the person', async () => {
    const first = await signIn('chief', { groups: ['x', 'chat-admins'] });
    expect(await accountOf(first.browser)).toMatchObject({ role: roles.administrator });
    const second = await signIn('chief', { groups: ['x'] });
    expect(await accountOf(second.browser)).toMatchObject({ role: roles.member });
    const boss = await signIn('owner', { groups: [] });
    expect(await accountOf(boss.browser)).toMatchObject({ role: roles.owner });
  });

  it('adds and removes memberships of user groups by the groups of the person', async () => {
    await owner.api.post('/user_groups/create', { name: 'Sales team', description: '', members: [] });
    await owner.api.post('/user_groups/create', { name: 'Others', description: '', members: [] });
    const groupNamed = async (name: string) => {
      const { user_groups: groups } = await owner.api.get('/user_groups');
      return (groups as Body[]).find((each) => each.name === name)!;
    };
    const { browser } = await signIn('seller', { groups: ['sales', 'Others', 'it'] });
    const { user_id: userId } = (await accountOf(browser))!;
    expect((await groupNamed('Sales team')).members).toEqual([userId]);
    expect((await groupNamed('Others')).members).toEqual([]);
    // A membership that an administrator added remains if the sign-in file does not name the group.
    const { id: otherId } = await groupNamed('Others');
    await owner.api.post(`/user_groups/${otherId}/members`, { add: [userId] });
    await signIn('seller', {});
    expect((await groupNamed('Sales team')).members).toEqual([userId]);
    await signIn('seller', { groups: [] });
    expect((await groupNamed('Sales team')).members).toEqual([]);
    expect((await groupNamed('Others')).members).toEqual([userId]);
  });

  it('applies the role and the terms of an open invitation', async () => {
    const group = { name: 'Welcome team', description: '', members: [] };
    const { group_id: groupId } = await owner.api.post('/user_groups/create', group);
    await owner.api.post('/invites', {
      invitee_emails: 'invited@test.example',
      stream_ids: [],
      group_ids: [groupId],
      invite_as: roles.moderator,
    });
    const { browser } = await signIn('invited');
    const account = (await accountOf(browser))!;
    expect(account).toMatchObject({ role: roles.moderator });
    expect((await owner.api.get('/invites')).invites).toEqual([]);
    const { entries } = await owner.api.get('/realm/audit_log', { user_id: account.user_id as number });
    expect((entries as Body[]).find(({ action }) => action === 'group.member_added')).toMatchObject({
      user_id: account.user_id,
      details: { groupId, name: 'Welcome team', method: 'invitation' },
    });
  });

  it('refuses deactivated people', async () => {
    const { browser } = await signIn('leaver');
    const account = await accountOf(browser);
    await owner.api.delete(`/users/${account?.user_id}`);
    expect(await accountOf(browser)).toBeUndefined();
    expect((await signIn('leaver')).status).toBe(401);
  });

  it('is mailed to the owner of an account that was used before, unless the account is new', async () => {
    const ages = { young: '0 s', noticed: '1 hour' };
    for (const [name, age] of Object.entries(ages)) {
      const { user_id } = (await accountOf((await signIn(name)).browser))!;
      await setAge(user_id as number, age);
      await signIn(name);
    }
    const mail = await mailbox.waitFor('noticed@test.example', 'New sign-in');
    expect(mail.text).toContain('at the service with which you sign in');
    expect(mail.text).not.toContain('reset-password');
    // People of earlier tests may have got mails too, because on a busy machine their accounts are no longer new.
    const those = Object.keys(ages).map((name) => `${name}@test.example`);
    const all = (await mailbox.all()).filter(({ subject }) => subject.startsWith('New sign-in'));
    expect(all.map(({ to }) => to).filter((to) => those.includes(to))).toEqual(['noticed@test.example']);
  });

  it('requires a second factor if the organization requires one after a provider', async () => {
    const { browser } = await signIn('strict');
    expect(await accountOf(browser)).toBeDefined();
    await owner.api.patch('/realm', { require_second_factor: 'everyone' });
    try {
      // By default, sign-ins at a provider need no second factor here.
      expect(await accountOf((await signIn('strict')).browser)).toBeDefined();
      await owner.api.patch('/realm', { second_factor_after_provider: true });
      const lacking = await signIn('strict');
      expect(await accountOf(lacking.browser)).toBeUndefined();
      expect(lacking.url).toMatch(/\/#second-factor\/[\w-]{43}\/$/);
      const token = lacking.url.split('/').at(-2)!;
      const page = new SessionClient(home());
      const { secret } = await page.ok('POST', '/sessions/enrolment/totp', { token });
      const code = totpCode(secret as string, totpStep(Date.now()));
      const done = await page.ok('POST', '/sessions/enrolment/totp/confirmation', { token, code });
      expect(done.location).toBe('/');
      expect((await page.ok('GET', '/users/me')).email).toContain('@');
    } finally {
      await owner.api.patch('/realm', {
        require_second_factor: 'nobody',
        second_factor_after_provider: false,
      });
    }
  });

  it('is recorded in the audit log', async () => {
    const { browser } = await signIn('recorded');
    const { user_id } = (await accountOf(browser))!;
    const { entries } = await owner.api.get('/realm/audit_log', { user_id });
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'user.signed_in',
      'user.identity_linked',
      'user.joined',
    ]);
    expect(entries[0].details).toEqual({ method: 'oidc:company' });
  });
});

describe('attacks on a sign-in at a provider', () => {
  /** Attempts a sign-in with manipulated claims in the provider's token, and verifies that it is refused. */
  async function refusedWith(tamper: OidcStandIn['tamper']) {
    company.tamper = tamper;
    const { browser, status } = await signIn('attacked');
    expect(status).toBe(401);
    expect(await accountOf(browser)).toBeUndefined();
  }
  const past = () => Math.floor(Date.now() / 1000) - 3_600;

  it('fail with a token of another issuer, audience, nonce or time', async () => {
    await refusedWith((claims) => ({ ...claims, iss: partner.issuer }));
    await refusedWith((claims) => ({ ...claims, aud: 'another-client' }));
    await refusedWith((claims) => ({ ...claims, aud: ['parley', 'other'], azp: 'other' }));
    await refusedWith((claims) => ({ ...claims, nonce: 'of-another-sign-in' }));
    await refusedWith(({ nonce: _, ...claims }) => claims);
    await refusedWith((claims) => ({ ...claims, exp: past() }));
    await refusedWith(({ sub: _, ...claims }) => claims);
  });

  it('fail with a forged token', async () => {
    company.signsWithUnknownKey = true;
    expect((await signIn('forged')).status).toBe(401);
  });

  it('do not prevent sign-ins with clocks that differ by seconds, or with new keys of the provider', async () => {
    company.tamper = (claims) => {
      const now = Math.floor(Date.now() / 1000);
      return { ...claims, iat: now + 15, nbf: now + 15, exp: now - 10 };
    };
    expect(await accountOf((await signIn('skewed')).browser)).toBeDefined();
    company.tamper = (claims) => claims;
    await company.rotateKeys();
    expect(await accountOf((await signIn('rotated')).browser)).toBeDefined();
  });

  it('fail when an answer of one provider is given to another', async () => {
    company.issuerInAnswer = partner.issuer;
    expect((await signIn('mixed')).status).toBe(401);
    company.issuerInAnswer = undefined;
    const browser = new CookieBrowser();
    company.person = claimsOf('mixed');
    const { url } = await browser.open(loginUrl(), isCallback);
    expect(await browser.open(url.replace('/oidc/company', '/oidc/partner'), isHome)).toMatchObject({
      status: 401,
    });
    // The attempt has ended, so its own provider cannot complete it either.
    expect(await browser.open(url, isHome)).toMatchObject({ status: 401 });
  });

  it('fail in another browser, so that no person is signed in to the account of an attacker', async () => {
    const attacker = new CookieBrowser();
    company.person = claimsOf('attacker');
    const { url } = await attacker.open(loginUrl(), isCallback);
    const victim = new CookieBrowser();
    expect(await victim.open(url, isHome)).toMatchObject({ status: 401 });
    const busy = new CookieBrowser();
    await busy.open(loginUrl(), isCallback);
    const second = await attacker.open(loginUrl(), isCallback);
    expect(await busy.open(second.url, isHome)).toMatchObject({ status: 401 });
    expect(await accountOf(busy)).toBeUndefined();
  });

  it('fail with an answer that was used before', async () => {
    const browser = new CookieBrowser();
    company.person = claimsOf('replayed');
    const { url } = await browser.open(loginUrl(), isCallback);
    expect((await browser.open(url, isHome)).url).toBe(`${home()}/`);
    expect(await browser.open(url, isHome)).toMatchObject({ status: 401 });
  });

  it('cannot redirect to another site', async () => {
    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      const { url } = await signIn('guided', {}, loginUrl('company', `?next=${encodeURIComponent(next)}`));
      expect(url).toBe(`${home()}/`);
    }
  });

  it('find no session to take over: every sign-in opens a new one', async () => {
    const { browser } = await signIn('fixed');
    const before = browser.cookie(home(), 'parley_session');
    await signIn('fixed', {}, loginUrl(), browser);
    expect(browser.cookie(home(), 'parley_session')).not.toBe(before);
  });

  it('show an error page when the provider refuses or does not exist', async () => {
    const browser = new CookieBrowser();
    const { url } = await browser.open(loginUrl(), isCallback);
    const denied = new URL(url);
    denied.searchParams.delete('code');
    denied.searchParams.set('error', 'access_denied');
    const page = await browser.open(denied.href, isHome);
    expect(page).toMatchObject({ status: 401, text: expect.stringContaining('You are not signed in') });
    expect((await browser.open(loginUrl('absent'))).status).toBe(404);
  });
});

describe('signing out', () => {
  it('leads to the provider, which ends its own session', async () => {
    const { browser } = await signIn('finished');
    const cookie = `parley_session=${browser.cookie(home(), 'parley_session')}`;
    const response = await fetch(`${home()}/api/v1/sessions/current`, {
      method: 'DELETE',
      headers: { cookie, 'x-csrftoken': browser.cookie(home(), 'parley_csrf')! },
    });
    const { provider_logout_url } = (await response.json()) as { provider_logout_url: string };
    const location = new URL(provider_logout_url);
    expect(location.origin + location.pathname).toBe(`${company.issuer}/logout`);
    expect(location.searchParams.get('client_id')).toBe('parley');
    expect(location.searchParams.get('post_logout_redirect_uri')).toBe(`${home()}/`);
    expect(location.searchParams.get('id_token_hint')).toMatch(/^ey/);
    expect(await accountOf(browser)).toBeUndefined();
  });

  const backChannel = async (token: string, id = 'company') =>
    (
      await fetch(`${home()}/accounts/logout/oidc/${id}/backchannel`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token: token }),
      })
    ).status;

  it('at the provider ends the session here immediately, by a signed token', async () => {
    const [one, two, other] = [
      await signIn('away'),
      await signIn('away', { sid: 'second-session' }),
      await signIn('staying'),
    ];
    expect(await backChannel(await company.logoutToken('parley', { sid: 'second-session' }))).toBe(200);
    expect(await accountOf(two.browser)).toBeUndefined();
    expect(await accountOf(one.browser)).toBeDefined();
    expect(await backChannel(await company.logoutToken('parley', { sub: 'away-at-company' }))).toBe(200);
    expect(await accountOf(one.browser)).toBeUndefined();
    expect(await accountOf(other.browser)).toBeDefined();
  });

  it('is refused for forged, foreign, old and other tokens', async () => {
    const { browser } = await signIn('kept');
    const sub = 'kept-at-company';
    const old = Math.floor(Date.now() / 1000) - 3_600;
    const tokens = [
      await company.logoutToken('another-client', { sub }),
      await company.logoutToken('parley', { sub, iss: partner.issuer }),
      await company.logoutToken('parley', { sub, nonce: 'an-id-token' }),
      await company.logoutToken('parley', { sub, events: {} }),
      await company.logoutToken('parley', { sub, iat: old, exp: old + 60 }),
      await company.logoutToken('parley', {}),
      await partner.logoutToken('parley', { sub }),
      'no token',
    ];
    company.signsWithUnknownKey = true;
    tokens.push(await company.logoutToken('parley', { sub }));
    for (const token of tokens) expect(await backChannel(token)).toBe(400);
    // A logout token of one provider does not end sessions of another provider.
    expect(await backChannel(await partner.logoutToken('parley', { sub }), 'partner')).toBe(200);
    expect(await accountOf(browser)).toBeDefined();
  });

  it('works in a frame of the provider, for the session that it names', async () => {
    const { browser } = await signIn('framed', { sid: 'framed-session-of-company' });
    const frame = (iss: string, sid: string) =>
      fetch(`${home()}/accounts/logout/oidc/company/frontchannel?${new URLSearchParams({ iss, sid })}`);
    expect((await frame(partner.issuer, 'framed-session-of-company')).status).toBe(400);
    expect((await frame(company.issuer, '')).status).toBe(400);
    expect(await accountOf(browser)).toBeDefined();
    const answer = await frame(company.issuer, 'framed-session-of-company');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toContain(`frame-ancestors ${company.issuer}`);
    expect(await accountOf(browser)).toBeUndefined();
  });
});

describe('clients of phones and desktops', () => {
  it('get the API key under the one-time pad that a mobile client chose', async () => {
    const pad = '5a'.repeat(32);
    const browser = new CookieBrowser();
    company.person = claimsOf('phone');
    const { url } = await browser.open(loginUrl('company', `?mobile_flow_otp=${pad}`));
    const location = new URL(url);
    expect(`${location.protocol}//${location.host}`).toBe('zulip://login');
    expect(location.searchParams.get('realm')).toBe(home());
    expect(location.searchParams.get('email')).toBe('phone@test.example');
    const sealed = Buffer.from(location.searchParams.get('otp_encrypted_api_key')!, 'hex');
    const apiKey = Buffer.from(sealed.map((byte) => byte ^ 0x5a)).toString();
    const account = await network.client({ email: 'phone@test.example', apiKey }).get('/users/me');
    expect(String(account.user_id)).toBe(location.searchParams.get('user_id'));
    expect(browser.cookie(home(), 'parley_session')).toBeUndefined();
  });

  it('get a ticket that opens one session, and only after the person confirms', async () => {
    company.person = claimsOf('desktop');
    const page = await new CookieBrowser().open(loginUrl('company', `?desktop_flow_otp=${desktopKey}`));
    const ticket = ticketIn(page.text);
    const address = `${home()}/accounts/login/subdomain/${ticket}`;
    const client = new CookieBrowser();
    expect((await client.open(address)).text).toContain('just signed in');
    expect(await accountOf(client)).toBeUndefined();
    expect((await client.request(address, { form: {}, isCrossSite: true })).status).toBe(403);
    expect((await client.request(address, { form: {} })).location).toBe(`${home()}/`);
    expect(await accountOf(client)).toMatchObject({ delivery_email: 'desktop@test.example' });
    expect((await new CookieBrowser().request(address, { form: {} })).status).toBe(401);
  });

  it('are refused with a malformed pad', async () => {
    for (const given of ['mobile_flow_otp=abc', 'desktop_flow_otp=zz']) {
      expect((await new CookieBrowser().open(loginUrl('company', `?${given}`))).status).toBe(400);
    }
  });
});

describe('owners', () => {
  const methods = async () => (await owner.api.post('/register', {})).realm_authentication_methods;
  const change = (given: Record<string, boolean>) =>
    owner.api.raw('PATCH', '/realm', { authentication_methods: given });

  it('see the sign-in methods, switch each off and on, and cannot lock themselves out', async () => {
    const company = { enabled: true, available: true, display_name: 'Provider company' };
    expect(await methods()).toMatchObject({
      Email: { enabled: true, available: true },
      'oidc:company': company,
      'oidc:partner': { enabled: true },
    });
    // No owner has signed in at the other providers, so disabling this one could lock out all owners.
    const refused = await change({ Email: false, 'oidc:company': false });
    expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect((await change({ GitHub: true, 'oidc:company': false })).status).toBe(400);
    const { bystander, manager } = await organization.add('bystander', 'manager');
    await owner.api.patch(`/users/${manager.userId}`, { role: roles.administrator });
    for (const { api } of [bystander, manager]) {
      const { status } = await api.raw('PATCH', '/realm', {
        authentication_methods: { 'oidc:company': false },
      });
      expect(status).toBe(400);
    }
    expect((await change({ 'oidc:company': false, GitHub: false })).status).toBe(200);
    expect((await methods())['oidc:company']).toEqual({ ...company, enabled: false });
    const offered = (await network.client().get('/server_settings')).external_authentication_methods;
    expect(offered.map(({ name }: Body) => name)).toEqual(['oidc:partner', 'oidc:closed']);
    expect((await new CookieBrowser().open(loginUrl())).status).toBe(404);
    const { entries } = await owner.api.get('/realm/audit_log');
    const entry = entries.find(({ action }: Body) => action === 'organization.setting_changed');
    expect(entry.details).toMatchObject({
      setting: 'authentication_methods',
      from: { Email: true, 'oidc:company': true },
      to: { Email: true, 'oidc:company': false, 'oidc:partner': true },
    });
    expect((await change({ 'oidc:company': true })).status).toBe(200);
  });

  it('may switch passwords off once an owner has signed in at a provider, and a begun sign-in fails when its method is switched off', async () => {
    await signIn('the-owner', { email: owner.email });
    expect((await change({ Email: false })).status).toBe(200);
    const credentials = { username: owner.email, password: testPassword };
    const refused = { body: { code: 'PASSWORD_AUTH_DISABLED' } };
    await expect(network.client().post('/sessions', credentials)).rejects.toMatchObject(refused);
    expect((await change({ 'oidc:company': false })).status).toBe(400);
    expect((await change({ Email: true })).status).toBe(200);
    const browser = new CookieBrowser();
    company.person = claimsOf('in-between');
    const { url } = await browser.open(loginUrl(), isCallback);
    expect((await change({ 'oidc:company': false })).status).toBe(200);
    expect((await browser.open(url)).status).toBe(404);
    expect((await change({ 'oidc:company': true })).status).toBe(200);
  });
});

describe('passwords', () => {
  it('are refused everywhere when the file switches them off, and owners cannot switch them on', async () => {
    const { before } = await organization.add('before');
    writeFile({ password: false });
    for (const replica of network.of('user-admin')) {
      await network.stopReplica(replica);
      await network.startReplica(replica);
    }
    await until('the gateway has found user-admin again', async () => {
      const { status } = await network.client().raw('GET', '/server_settings');
      return status === 200;
    });
    const anonymous = network.client();
    const settings = await anonymous.get('/server_settings');
    expect(settings.authentication_methods).toMatchObject({ password: false, email: false });
    expect(settings.email_auth_enabled).toBe(false);
    await owner.api.patch('/realm', { authentication_methods: { Email: true } });
    const refused = { body: { code: 'PASSWORD_AUTH_DISABLED' } };
    const credentials = { username: before.email, password: testPassword };
    await expect(anonymous.post('/fetch_api_key', credentials)).rejects.toMatchObject(refused);
    await expect(anonymous.post('/sessions', credentials)).rejects.toMatchObject(refused);
    await expect(
      anonymous.post('/password_resets/complete', { token: 'x'.repeat(43), password: 'another-password' }),
    ).rejects.toMatchObject(refused);
    await expect(
      anonymous.post('/joining', { token: 'x', full_name: 'New', password: 'another-password' }),
    ).rejects.toMatchObject(refused);
    await expect(
      before.api.patch('/settings', { old_password: testPassword, new_password: 'another-password' }),
    ).rejects.toMatchObject(refused);
    // API keys and providers still work.
    expect((await before.api.get('/users/me')).user_id).toBe(before.userId);
    expect(await accountOf((await signIn('before')).browser)).toMatchObject({ user_id: before.userId });
  });
});
