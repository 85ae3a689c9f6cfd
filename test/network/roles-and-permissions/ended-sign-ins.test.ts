import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Body, Network, Organization, type Person } from '@parley/test-kit';
import { OidcStandIn } from '@parley/test-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CookieBrowser } from '../sign-in/cookie-browser.ts';
import { desktopKey, redeem, ticketIn } from '../sign-in/desktop-ticket.ts';
import { SamlStandIn } from '../sign-in/saml-stand-in.ts';
import { codeAt, complete, isSignedIn, signInSteps } from '../sign-in/sign-in-steps.ts';

// Verifies that pending sign-ins at a provider end when something that concerns them changes before their last step.

const folder = mkdtempSync(join(tmpdir(), 'parley-ended-'));
const corp = new SamlStandIn();
let company: OidcStandIn;
let network: Network;
let organization: Organization;
let owner: Person;

beforeAll(async () => {
  company = await OidcStandIn.start();
  writeFileSync(join(folder, 'corp.xml'), corp.metadata());
  const oidc = { id: 'company', name: 'Company', issuer: company.issuer, clientId: 'parley' };
  const attributes = { email: 'mail', name: 'displayName' };
  const saml = { id: 'corp', name: 'Corp', metadataFile: 'corp.xml', attributes, trustEmail: true };
  const content = { oidc: [{ ...oidc, clientSecret: 'client-secret' }], saml: [saml] };
  writeFileSync(join(folder, 'sign-in.json'), JSON.stringify(content));
  network = await Network.start({
    replicas: { 'user-admin': 2 },
    env: { PARLEY_SIGN_IN_FILE: join(folder, 'sign-in.json') },
  });
  organization = await Organization.create(network);
  ({ owner } = organization);
  await owner.api.patch('/realm', { second_factor_after_provider: true });
});
afterAll(async () => {
  await network?.stop();
  company?.stop();
  rmSync(folder, { recursive: true });
});

const { add, newPage, withApp } = signInSteps(() => ({ network, organization }));
const home = () => network.gatewayUrl();
const isOpen = async (browser: CookieBrowser) => {
  const cookie = `parley_session=${browser.cookie(home(), 'parley_session')}`;
  return (await fetch(`${home()}/api/v1/users/me`, { headers: { cookie } })).ok;
};

/** Signs a person in with OpenID Connect. The session at the provider has the ID `sid`. */
async function atCompany({ email }: Person, sid: string, query = '') {
  company.person = { sub: email, sid, email, email_verified: true, name: email };
  const isHome = (url: string) => url.startsWith(`${home()}/`) && !/\/(complete|accounts)\//.test(url);
  const browser = new CookieBrowser();
  return { browser, ...(await browser.open(`${home()}/accounts/login/social/oidc/company${query}`, isHome)) };
}

/** Signs a person in at the provider, up to the request for a second factor. Returns the token of the pending sign-in. */
async function pendingOf(person: Person, sid: string, query?: string): Promise<string> {
  const { url } = await atCompany(person, sid, query);
  return /#second-factor\/([\w-]{43})\//.exec(url)![1]!;
}

const ticketOf = async (person: Person, sid: string): Promise<string> =>
  ticketIn((await atCompany(person, sid, `?desktop_flow_otp=${desktopKey}`)).text);

/** Sends the provider's signed message that a session, or all sessions of a person, have ended there. */
async function backChannel(claims: { sub?: string; sid?: string }): Promise<void> {
  const logout_token = await company.logoutToken('parley', claims);
  const address = `${home()}/accounts/logout/oidc/company/backchannel`;
  const { status } = await fetch(address, { method: 'POST', body: new URLSearchParams({ logout_token }) });
  expect(status).toBe(200);
}

async function frontChannel(sid: string): Promise<void> {
  const query = new URLSearchParams({ iss: company.issuer, sid });
  const { status } = await fetch(`${home()}/accounts/logout/oidc/company/frontchannel?${query}`);
  expect(status).toBe(200);
}

describe('a logout at the provider', () => {
  it('ends sign-ins that lack a second factor, by person and by session, and no others', async () => {
    const { person, secret } = await withApp('anna');
    const { person: other, secret: secretOfOther } = await withApp('ben');
    const [bySubject, ofOther] = [await pendingOf(person, 'anna-1'), await pendingOf(other, 'ben-1')];
    await backChannel({ sub: person.email });
    expect((await complete(newPage(), { token: bySubject, code: codeAt(secret, 0) })).status).toBe(401);
    const [byToken, byFrame] = [await pendingOf(person, 'anna-2'), await pendingOf(person, 'anna-3')];
    const kept = await pendingOf(person, 'anna-4');
    await backChannel({ sid: 'anna-2' });
    await frontChannel('anna-3');
    for (const token of [byToken, byFrame]) {
      expect((await complete(newPage(), { token, code: codeAt(secret, 0) })).status).toBe(401);
    }
    expect((await complete(newPage(), { token: kept, code: codeAt(secret, 0) })).status).toBe(200);
    const code = codeAt(secretOfOther, 0);
    expect((await complete(newPage(), { token: ofOther, code })).status).toBe(200);
    const { entries } = await owner.api.get('/realm/audit_log', { user_id: person.userId, limit: 20 });
    const ended = entries.filter(({ action }: Body) => action === 'user.sessions_ended');
    expect(ended.map(({ details }: Body) => details)).toEqual(
      [1, 1, 1].map((begun) => ({ method: 'oidc:company', count: 0, sign_ins: begun })),
    );
  });

  it('ends tickets of desktop clients, and the sessions that they opened', async () => {
    const person = await add('cleo');
    const [bySubject, bySession, kept] = [
      await ticketOf(person, 'cleo-1'),
      await ticketOf(person, 'cleo-2'),
      await ticketOf(await add('dora'), 'dora-1'),
    ];
    await frontChannel('cleo-2');
    expect(await redeem(home(), bySession)).toBe(401);
    await backChannel({ sub: person.email });
    expect(await redeem(home(), bySubject)).toBe(401);
    expect(await redeem(home(), kept)).toBe(303);
    const desktop = new CookieBrowser();
    expect(await redeem(home(), await ticketOf(person, 'cleo-3'), desktop)).toBe(303);
    expect(await isOpen(desktop)).toBe(true);
    await frontChannel('cleo-3');
    expect(await isOpen(desktop)).toBe(false);
  });

  it('leaves no session open, whichever step of a sign-in runs at the same time', async () => {
    const { person, secret } = await withApp('emil');
    const desktopQuery = `?desktop_flow_otp=${desktopKey}`;
    for (const [round, query] of [undefined, desktopQuery, undefined, desktopQuery].entries()) {
      const sid = `emil-${round}`;
      const token = await pendingOf(person, sid, query);
      const page = newPage();
      const [answer] = await Promise.all([
        complete(page, { token, code: codeAt(secret, round < 2 ? round : 1) }),
        backChannel({ sid }),
      ]);
      expect(await isSignedIn(page)).toBe(false);
      const { desktop_ticket } = answer.body;
      if (desktop_ticket === undefined) continue;
      expect(await redeem(home(), ticketIn(`value="${desktop_ticket}"`))).toBe(401);
    }
    const desktop = await add('eva');
    for (const round of [0, 1, 2, 3]) {
      const ticket = await ticketOf(desktop, `eva-${round}`);
      const browser = new CookieBrowser();
      await Promise.all([redeem(home(), ticket, browser), backChannel({ sid: `eva-${round}` })]);
      expect(await isOpen(browser)).toBe(false);
    }
  });
});

describe('a verified answer whose browser has not returned', () => {
  /** Lets the provider post its answer. Returns the browser, and functions that open the address to which it is then sent. */
  async function answered({ email }: Pick<Person, 'email'>) {
    const browser = new CookieBrowser();
    const isAtProvider = (url: string) => url.startsWith(corp.signInUrl);
    const { url } = await browser.open(`${home()}/accounts/login/social/saml/corp`, isAtProvider);
    const request = corp.read(url);
    const said = corp.assertionFor(request, {
      nameId: email,
      attributes: { mail: email, displayName: email },
    });
    const xml = corp.response(corp.sign(corp.assertionXml(said), 'Assertion'), said);
    const form = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: request.relayState };
    const { location } = await browser.request(request.acs, { form, isCrossSite: true });
    const open = () => browser.request(location!);
    return { browser, open, finish: async () => (await open()).status };
  }

  /** Creates a person and signs them in once, so that their identity at the provider is linked with the account. */
  async function linked(name: string): Promise<Person> {
    const person = await add(name);
    const { browser, finish } = await answered(person);
    expect(await finish()).toBe(303);
    expect(await isOpen(browser)).toBe(true);
    return person;
  }

  const deactivate = async ({ userId }: Person) => {
    await owner.api.delete(`/users/${userId}`);
    await owner.api.post(`/users/${userId}/reactivate`);
  };
  const endSessions = ({ userId }: Person) => owner.api.delete(`/users/${userId}/sessions`);
  const resetPassword = async ({ email }: Person) => {
    const { link } = await network.asOperator((userAdmin, call) =>
      userAdmin.createPasswordLink({ email }, call),
    );
    const token = link.split('/').at(-1);
    await network.client().post('/password_resets/complete', { token, password: 'another password' });
  };

  it.each([
    ['all sessions of the person end', endSessions],
    ['the person is deactivated, also when reactivated in time', deactivate],
    ['the password is reset', resetPassword],
  ])('opens nothing after %s', async (name, end) => {
    // The first person has signed in at the provider before. The second one only has an account with the same address.
    for (const person of [await linked(`one${name.length}`), await add(`two${name.length}`)]) {
      const { browser, finish } = await answered(person);
      await end(person);
      expect(await finish()).toBe(401);
      expect(await isOpen(browser)).toBe(false);
      const again = await answered(person);
      expect(await again.finish()).toBe(303);
    }
  });

  it('completes one sign-in, and none after the person is deactivated', async () => {
    const person = await linked('fritz');
    const first = await answered(person);
    expect([await first.finish(), await first.finish()]).toEqual([303, 401]);
    const second = await answered(person);
    await owner.api.delete(`/users/${person.userId}`);
    expect((await second.open()).text).toContain('deactivated');
    await owner.api.post(`/users/${person.userId}/reactivate`);
    expect(await second.finish()).toBe(401);
  });

  it('opens no session when the sessions end at the same time', async () => {
    const person = await linked('gerd');
    for (let round = 0; round < 6; round++) {
      const { browser, finish } = await answered(person);
      const [status] = await Promise.all([finish(), endSessions(person)]);
      expect([303, 401]).toContain(status);
      expect(await isOpen(browser)).toBe(false);
    }
  });
});
