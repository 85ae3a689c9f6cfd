import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodePng } from '@parley/core';
import { Network, Organization, type Person, until } from '@parley/test-kit';
import { LdapStandIn, OidcStandIn, type Site, startSite } from '@parley/test-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pemOf, selfSigned } from '../self-signed.ts';
import { CookieBrowser } from './cookie-browser.ts';
import { SamlStandIn } from './saml-stand-in.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-pictures-'));
const scimToken = 'a-token-of-the-identity-provider';
const corp = new SamlStandIn();

/** Returns a PNG picture of 8 × 8 pixels in one colour. */
const picture = (rgb: number): Buffer =>
  encodePng({ width: 8, height: 8, bitsPerPixel: 8, palette: [rgb], rows: Buffer.alloc(8 * 9) });
const [red, green] = [picture(0xff0000), picture(0x00ff00)];

let site: Site;
let company: OidcStandIn;
let directory: LdapStandIn;
let network: Network;
let owner: Person;

/** Answers of the host of pictures, by path. */
const answers: Record<string, (response: ServerResponse) => void> = {
  '/red.png': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(red),
  '/green.png': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(green),
  '/page.png': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
  '/text.png': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('no picture'),
  '/large.png': (response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.concat([red, Buffer.alloc(6 << 20)])),
  '/slow.png': () => undefined,
};

beforeAll(async () => {
  site = await startSite(({ url }, response) => answers[url!]!(response));
  company = await OidcStandIn.start();
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  directory = await LdapStandIn.start(
    [
      {
        dn: 'uid=lena,ou=people,dc=test',
        password: 'lena-secret',
        attributes: {
          entryUUID: ['uuid-of-lena'],
          mail: ['lena@test.example'],
          cn: ['Lena'],
          jpegPhoto: [green],
        },
      },
    ],
    {
      key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      cert: pemOf(selfSigned(keys, 'localhost')),
    },
  );
  writeFileSync(join(folder, 'corp.xml'), corp.metadata());
  const provider = { issuer: company.issuer, clientId: 'parley', clientSecret: 'client-secret' };
  writeFileSync(
    join(folder, 'sign-in.json'),
    JSON.stringify({
      oidc: [
        { id: 'company', name: 'Company', ...provider },
        { id: 'strict', name: 'Strict', ...provider, pictures: 'replace-own' },
        { id: 'plain', name: 'Plain', ...provider, pictures: 'never' },
      ],
      saml: [
        {
          id: 'corp',
          name: 'Corp',
          metadataFile: 'corp.xml',
          attributes: { email: 'mail', name: 'displayName', picture: 'photo' },
        },
      ],
      ldap: { url: `ldap://localhost:${directory.port}`, baseDn: 'ou=people,dc=test' },
      scim: { token: scimToken },
    }),
  );
  network = await Network.start({
    replicas: { 'user-admin': 2 },
    env: {
      PARLEY_SIGN_IN_FILE: join(folder, 'sign-in.json'),
      PARLEY_UPLOAD_OUTSIDE_ALLOWED: site.host,
      PARLEY_UPLOAD_OUTSIDE_TIMEOUT_MS: '5000',
    },
  });
  ({ owner } = await Organization.create(network));
});

afterAll(async () => {
  await network?.stop();
  company?.stop();
  directory?.stop();
  await site?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const home = () => network.gatewayUrl();
const isHome = (url: string) => url.startsWith(`${home()}/`) && !/\/(complete|accounts)\//.test(url);
const requestsOf = (path: string) => site.requests.filter(({ url }) => url === path).length;

type Session = Awaited<ReturnType<typeof signIn>>;

/** Signs a person in with OpenID Connect. Returns the headers of the session. */
async function signIn(name: string, path: string | undefined, provider = 'company') {
  company.person = {
    sub: `${name}-at-company`,
    email: `${name}@test.example`,
    email_verified: true,
    name,
    ...(path !== undefined && { picture: path.startsWith('/') ? site.url + path : path }),
  };
  const browser = new CookieBrowser();
  const { url } = await browser.open(`${home()}/accounts/login/social/oidc/${provider}`, isHome);
  expect(url).toBe(`${home()}/`);
  const [session, csrf] = ['parley_session', 'parley_csrf'].map((each) => browser.cookie(home(), each)!);
  return { cookie: `parley_session=${session}; parley_csrf=${csrf}`, 'x-csrftoken': csrf! };
}

/** Returns the address of a person's uploaded picture; undefined without one. */
async function avatarOf(name: string): Promise<string | undefined> {
  const { members } = await owner.api.get('/users');
  const account = members.find(
    (each: { full_name: string }) => each.full_name.toLowerCase().split(' ')[0] === name,
  );
  return account?.avatar_url?.startsWith('/user_avatars/1/') ? account.avatar_url : undefined;
}

/** Waits until a person has a picture that `isWanted` accepts. Returns its address. */
const becomes = async (name: string, isWanted: (avatar: string | undefined) => boolean): Promise<string> =>
  until(`${name} has the picture`, async () => {
    const avatar = await avatarOf(name);
    return isWanted(avatar) ? avatar : undefined;
  }) as Promise<string>;

const isUploaded = (avatar: string | undefined) => avatar !== undefined;

async function upload(headers: Session): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(green)], { type: 'image/png' }), 'me.png');
  const response = await fetch(`${home()}/api/v1/users/me/avatar`, { method: 'POST', headers, body: form });
  expect(response.status).toBe(200);
  return ((await response.json()) as { avatar_url: string }).avatar_url;
}

/**
 * Waits until the workers have handled all earlier sign-ins: when a later picture of another person has arrived, they are done.
 */
async function workersAreDone(name: string): Promise<void> {
  await signIn(name, '/red.png');
  await becomes(name, isUploaded);
}

describe('the picture that a provider of OpenID Connect sends', () => {
  it('becomes the avatar after the sign-in, once, and again when its address changes', async () => {
    await signIn('anna', '/red.png');
    const first = await becomes('anna', isUploaded);
    const bytes = await fetch(home() + first);
    expect(bytes.headers.get('content-type')).toBe('image/png');
    await signIn('anna', '/red.png');
    await signIn('anna', undefined);
    await workersAreDone('after-anna');
    expect(await avatarOf('anna')).toBe(first);
    await signIn('anna', '/green.png');
    await becomes('anna', (avatar) => avatar !== first);
    const entries = (await owner.api.get('/realm/audit_log')).entries as {
      details: { changed?: string[] };
    }[];
    expect(entries.some(({ details }) => details.changed?.includes('avatar'))).toBe(true);
  });

  it('does not replace a picture that the person uploaded, and is not restored after the person removed it', async () => {
    const session = await signIn('bert', undefined);
    const own = await upload(session);
    await signIn('bert', '/red.png');
    const removing = await signIn('cora', '/red.png');
    await becomes('cora', isUploaded);
    const init = { method: 'DELETE', headers: removing };
    expect((await fetch(`${home()}/api/v1/users/me/avatar`, init)).status).toBe(200);
    await signIn('cora', '/red.png');
    await workersAreDone('after-bert');
    expect([await avatarOf('bert'), await avatarOf('cora')]).toEqual([own, undefined]);
  });

  it('replaces the person’s own picture with "replace-own" in the file, and has no effect with "never"', async () => {
    const session = await signIn('dora', undefined, 'strict');
    const own = await upload(session);
    await signIn('dora', '/red.png', 'strict');
    await signIn('egon', '/red.png', 'plain');
    await becomes('dora', (avatar) => avatar !== own);
    await workersAreDone('after-dora');
    expect(await avatarOf('egon')).toBeUndefined();
  });

  it('neither delays nor fails the sign-in, whatever its host answers, and never comes from a private host', async () => {
    const bad = ['/page.png', '/text.png', '/large.png', '/slow.png'];
    for (const [index, path] of bad.entries()) await signIn(`bad${index}`, path);
    await signIn('private', `${company.issuer}/keys`);
    await signIn('file', 'file:///etc/passwd');
    await workersAreDone('after-bad');
    await expect.poll(() => bad.map(requestsOf).every((count) => count > 0)).toBe(true);
    const keys = company.keyRequests;
    for (const name of ['bad0', 'bad1', 'bad2', 'bad3', 'private', 'file']) {
      expect(await avatarOf(name)).toBeUndefined();
    }
    expect(company.keyRequests).toBe(keys);
    // Files that are no pictures are not requested again.
    expect(['/page.png', '/text.png', '/large.png'].map(requestsOf)).toEqual([1, 1, 1]);
  });
});

it('the bytes in an assertion of SAML become the avatar', async () => {
  const browser = new CookieBrowser();
  const { url } = await browser.open(`${home()}/accounts/login/social/saml/corp`, (each) =>
    each.startsWith(corp.signInUrl),
  );
  const request = corp.read(url);
  const photo = red.toString('base64');
  const person = {
    nameId: 'sam-at-corp',
    attributes: { mail: 'sam@test.example', displayName: 'Sam', photo },
  };
  const said = corp.assertionFor(request, person);
  const xml = corp.response(corp.sign(corp.assertionXml(said), 'Assertion'), said);
  const form = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: request.relayState };
  const { location } = await browser.request(request.acs, { form, isCrossSite: true });
  await browser.open(location!, isHome);
  await becomes('sam', isUploaded);
});

it('the bytes in a directory become the avatar', async () => {
  await network.client().post('/fetch_api_key', { username: 'lena@test.example', password: 'lena-secret' });
  await becomes('lena', isUploaded);
});

it('the picture that a provisioning client names becomes the avatar, and changes by PATCH', async () => {
  const scim = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${scimToken}`, 'content-type': 'application/scim+json' };
    const response = await fetch(`${home()}/scim/v2${path}`, { method, headers, body: JSON.stringify(body) });
    expect(response.ok).toBe(true);
    return (await response.json()) as { id: string; photos?: { value: string }[] };
  };
  const created = await scim('POST', '/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'paul@test.example',
    displayName: 'Paul',
    photos: [
      { value: 'https://unreachable.invalid/thumb.png', type: 'thumbnail' },
      { value: `${site.url}/red.png`, type: 'photo', primary: true },
    ],
  });
  expect(created.photos).toHaveLength(2);
  const first = await becomes('paul', isUploaded);
  const change = (...Operations: object[]) =>
    scim('PATCH', `/Users/${created.id}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations,
    });
  await change({ op: 'replace', path: 'displayName', value: 'Paul P.' });
  await change({ op: 'replace', path: 'photos[type eq "photo"].value', value: `${site.url}/green.png` });
  await becomes('paul', (avatar) => avatar !== first);
});
