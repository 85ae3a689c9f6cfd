import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Network, Organization } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guestWith, importRecords } from '../imports-and-exports/import-records.ts';
import { pemOf, selfSigned } from '../self-signed.ts';
import { CookieBrowser } from './cookie-browser.ts';
import { type Assertion, type Request, SamlStandIn } from './saml-stand-in.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-saml-'));
const corp = new SamlStandIn();
const decryption = generateKeyPairSync('rsa', { modulusLength: 2048 });
const certificate = pemOf(selfSigned(decryption, 'chat.example'));
let network: Network;
let organization: Organization;

beforeAll(async () => {
  writeFileSync(join(folder, 'corp.xml'), corp.metadata());
  const method = {
    name: 'Corp',
    metadataFile: 'corp.xml',
    attributes: { email: 'mail', name: 'displayName' },
    groups: { claim: 'groups', admin: 'admins' },
    decryptionKey: { env: 'DECRYPTION_KEY' },
    decryptionCertificate: certificate,
  };
  const content = {
    saml: [
      { id: 'corp', ...method },
      { id: 'other', ...method },
    ],
  };
  writeFileSync(join(folder, 'sign-in.json'), JSON.stringify(content));
  network = await Network.start({
    replicas: { 'user-admin': 2 },
    env: {
      PARLEY_SIGN_IN_FILE: join(folder, 'sign-in.json'),
      DECRYPTION_KEY: decryption.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    },
  });
  organization = await Organization.create(network);
});

afterAll(async () => {
  await network?.stop();
  rmSync(folder, { recursive: true });
});

const home = () => network.gatewayUrl();
const isAtProvider = (url: string) => url.startsWith(corp.signInUrl);
const isHome = (url: string) => url.startsWith(`${home()}/`) && !/\/(complete|accounts)\//.test(url);

/** Begins a sign-in. Returns the browser, and the request that the provider receives. */
async function begin(browser = new CookieBrowser(), id = 'corp') {
  const { url } = await browser.open(`${home()}/accounts/login/social/saml/${id}`, isAtProvider);
  return { browser, request: corp.read(url) };
}

const personOf = (name: string, attributes: Assertion['attributes'] = {}) => ({
  nameId: `${name}-at-corp`,
  attributes: {
    mail: `${name}@test.example`,
    displayName: `Name of ${name}`,
    groups: ['staff'],
    ...attributes,
  },
});

/** Posts an answer of the provider, as the provider's page makes the browser do. Follows the server's redirects. */
async function post(browser: CookieBrowser, request: Request, xml: string, relayState = request.relayState) {
  const form = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState };
  const { status, location, text } = await browser.request(request.acs, { form, isCrossSite: true });
  return location === undefined ? { status, text, url: request.acs } : browser.open(location, isHome);
}

/** Returns a valid answer with a signed assertion. `change` replaces properties of the assertion. */
function answerTo(request: Request, name: string, change: Partial<Assertion> = {}): string {
  const said = { ...corp.assertionFor(request, personOf(name)), ...change };
  return corp.response(corp.sign(corp.assertionXml(said), 'Assertion'), said);
}

async function accountOf(browser: CookieBrowser) {
  const cookie = `parley_session=${browser.cookie(home(), 'parley_session')}`;
  const response = await fetch(`${home()}/api/v1/users/me`, { headers: { cookie } });
  return response.ok ? ((await response.json()) as Record<string, unknown>) : undefined;
}

describe('sign-in with SAML', () => {
  it('is offered to clients, and publishes metadata for the provider', async () => {
    const settings = await network.client().get('/server_settings');
    expect(settings.authentication_methods).toMatchObject({ saml: true, 'openid connect': false });
    expect(settings.external_authentication_methods[0]).toMatchObject({
      name: 'saml:corp',
      display_name: 'Corp',
      login_url: '/accounts/login/social/saml/corp',
    });
    const answer = await fetch(`${home()}/accounts/metadata/saml/corp`);
    expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml');
    const xml = await answer.text();
    expect(xml).toContain(`entityID="${home()}/accounts/metadata/saml/corp"`);
    expect(xml).toContain(`Location="${home()}/complete/saml/corp"`);
    expect(xml).toContain(certificate.split('\n')[1]);
    expect((await fetch(`${home()}/accounts/metadata/saml/absent`)).status).toBe(404);
  });

  it('creates an account from the attributes, with a signature of the assertion', async () => {
    const { browser, request } = await begin();
    expect(request.acs).toBe(`${home()}/complete/saml/corp`);
    expect((await post(browser, request, answerTo(request, 'anna'))).url).toBe(`${home()}/`);
    expect(await accountOf(browser)).toMatchObject({
      full_name: 'Name of anna',
      delivery_email: 'anna@test.example',
      role: 400,
    });
  });

  it('accepts a signature of the whole answer, and gives roles by groups', async () => {
    const { browser, request } = await begin();
    const said = corp.assertionFor(request, personOf('admin', { groups: ['staff', 'admins'] }));
    const answer = corp.sign(corp.response(corp.assertionXml(said), said), 'Response');
    await post(browser, request, answer);
    expect(await accountOf(browser)).toMatchObject({ role: 200 });
  });

  it('accepts an encrypted assertion with its signature inside', async () => {
    const { browser, request } = await begin();
    const said = corp.assertionFor(request, personOf('secretive'));
    const publicKey = decryption.publicKey.export({ type: 'spki', format: 'pem' }) as string;
    const inside = await corp.encrypted(corp.sign(corp.assertionXml(said), 'Assertion'), {
      certificate,
      publicKey,
    });
    await post(browser, request, corp.response(inside, said));
    expect(await accountOf(browser)).toMatchObject({ delivery_email: 'secretive@test.example' });
  });

  it('links the account with the address, and follows the link later', async () => {
    const { linked } = await organization.add('linked');
    const first = await begin();
    await post(first.browser, first.request, answerTo(first.request, 'linked'));
    expect(await accountOf(first.browser)).toMatchObject({ user_id: linked.userId });
    const second = await begin();
    const attributes = { mail: 'married@test.example', displayName: 'Other', groups: [] };
    await post(second.browser, second.request, answerTo(second.request, 'linked', { attributes }));
    expect(await accountOf(second.browser)).toMatchObject({ user_id: linked.userId });
  });
});

it('SAML gives the account of an import to the person of its address, with the role that it had', async () => {
  await importRecords(network, guestWith('assertion', 'Moved@Test.example'));
  const { members } = await organization.owner.api.get('/users');
  const stub = members.find((each: { full_name: string }) => each.full_name === 'Guest assertion');
  expect(stub).toMatchObject({ is_imported_stub: true, role: 600 });
  const { browser, request } = await begin();
  await post(browser, request, answerTo(request, 'moved'));
  expect(await accountOf(browser)).toMatchObject({ user_id: stub.user_id, role: 600 });
  const { user } = await organization.owner.api.get(`/users/${stub.user_id}`);
  expect(user.is_imported_stub).toBe(false);
});

describe('attacks on a sign-in with SAML', () => {
  async function expectRefused(makeAnswer: (request: Request) => string | Promise<string>) {
    const { browser, request } = await begin();
    const answer = await post(browser, request, await makeAnswer(request));
    expect(answer.status).toBe(401);
    expect(await accountOf(browser)).toBeUndefined();
  }

  it('fail with an assertion for another time, address, audience, request or issuer', async () => {
    const minutes = (count: number) => new Date(Date.now() + count * 60_000);
    const wrong: Partial<Assertion>[] = [
      { notBefore: minutes(-20), notOnOrAfter: minutes(-10) },
      { notBefore: minutes(10), notOnOrAfter: minutes(20) },
      { recipient: 'https://another.example/complete/saml/corp' },
      { audience: 'https://another.example' },
      { issuer: 'https://evil.example' },
      { inResponseTo: '_another-request' },
    ];
    for (const change of wrong) await expectRefused((request) => answerTo(request, 'attacked', change));
  });

  it('fail with an assertion when only its unsigned envelope names the request', async () => {
    await expectRefused((request) => {
      const said = { ...corp.assertionFor(request, personOf('attacked')), inResponseTo: '_of-the-attacker' };
      return corp.response(corp.sign(corp.assertionXml(said), 'Assertion'), {
        recipient: request.acs,
        inResponseTo: request.id,
      });
    });
  });

  it('fail without a signature, with a foreign one, and with a changed assertion', async () => {
    await expectRefused((request) => {
      const said = corp.assertionFor(request, personOf('attacked'));
      return corp.response(corp.assertionXml(said), said);
    });
    await expectRefused((request) => {
      const said = corp.assertionFor(request, personOf('attacked'));
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      return corp.response(corp.sign(corp.assertionXml(said), 'Assertion', privateKey), said);
    });
    await expectRefused((request) => answerTo(request, 'attacked').replace('attacked@', 'owner@'));
  });

  it('fail with a signed assertion that is wrapped beside a forged one', async () => {
    const forged = (request: Request) =>
      corp.assertionXml(
        corp.assertionFor(request, { nameId: 'evil', attributes: { mail: 'owner@test.example' } }),
      );
    const signed = (request: Request) =>
      corp.sign(corp.assertionXml(corp.assertionFor(request, personOf('attacked'))), 'Assertion');
    const said = (request: Request) => ({ recipient: request.acs, inResponseTo: request.id });
    await expectRefused((request) => corp.response(forged(request) + signed(request), said(request)));
    await expectRefused((request) => corp.response(signed(request) + forged(request), said(request)));
    // The forged assertion is at the usual place. The signed one is hidden inside it, or in an extension.
    await expectRefused((request) =>
      corp.response(
        forged(request).replace('</saml:Issuer>', `</saml:Issuer>${signed(request)}`),
        said(request),
      ),
    );
    await expectRefused((request) =>
      corp
        .response(forged(request), said(request))
        .replace(
          '<samlp:Status>',
          () => `<samlp:Extensions>${signed(request)}</samlp:Extensions><samlp:Status>`,
        ),
    );
    // The forged assertion copies the signature and the ID of the signed one.
    await expectRefused((request) => {
      const original = signed(request);
      const id = / ID="([^"]*)"/.exec(original)![1]!;
      const signature = /<(?:ds:)?Signature .*<\/(?:ds:)?Signature>/s.exec(original)![0];
      const evil = forged(request)
        .replace(/ ID="[^"]*"/, ` ID="${id}"`)
        .replace('</saml:Issuer>', () => `</saml:Issuer>${signature}`);
      return corp.response(evil, said(request));
    });
  });

  it('fail with a comment that splits the name of a person', async () => {
    const { browser, request } = await begin();
    const said = corp.assertionFor(request, {
      nameId: 'evil',
      attributes: { mail: 'owner@test.example.evil.example', displayName: 'Evil', groups: [] },
    });
    const signed = corp.sign(corp.assertionXml(said), 'Assertion');
    const split = signed.replace('owner@test.example.evil', 'owner@test.example<!-- -->.evil');
    await post(browser, request, corp.response(split, said));
    expect((await accountOf(browser))?.delivery_email).not.toBe('owner@test.example');
  });

  it('fail with an answer that was used before', async () => {
    const { browser, request } = await begin();
    const answer = answerTo(request, 'replayed');
    expect((await post(browser, request, answer)).url).toBe(`${home()}/`);
    const other = new CookieBrowser();
    expect((await post(other, request, answer)).status).toBe(401);
    const next = await begin(other);
    expect((await post(other, request, answer, next.request.relayState)).status).toBe(401);
    expect(await accountOf(other)).toBeUndefined();
  });

  it('fail when an attacker makes another browser post their answer', async () => {
    const attacker = await begin();
    const victim = new CookieBrowser();
    expect((await post(victim, attacker.request, answerTo(attacker.request, 'attacker'))).status).toBe(401);
    expect(await accountOf(victim)).toBeUndefined();
  });

  it('fail at another provider and without a request', async () => {
    const { browser, request } = await begin();
    const elsewhere = { ...request, acs: `${home()}/complete/saml/other` };
    expect((await post(browser, elsewhere, answerTo(request, 'mixed'))).status).toBe(401);
    const unasked = { ...request, relayState: '' };
    expect((await post(browser, unasked, answerTo(unasked, 'unasked'))).status).toBe(401);
  });

  it('fail with XML entities, malformed answers and oversized answers', async () => {
    await expectRefused((request) => `<!DOCTYPE a [<!ENTITY b "c">]>${answerTo(request, 'attacked')}`);
    await expectRefused(() => 'no XML');
    await expectRefused((request) => answerTo(request, 'attacked') + ' '.repeat(600_000));
  });
});
