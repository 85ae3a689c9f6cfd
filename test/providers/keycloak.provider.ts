import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Network, Organization, until } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runToEnd } from '../clients/processes.ts';
import { CookieBrowser } from '../network/sign-in/cookie-browser.ts';
import { Keycloak } from './keycloak.ts';

// Tests Keycloak from Maven Central, configured with the commands of docs/operations/sign-in.md.

const folder = mkdtempSync(join(tmpdir(), 'parley-keycloak-test-'));
let keycloak: Keycloak;
let network: Network;
const home = () => network.gatewayUrl();
const isHome = (url: string) => url.startsWith(`${home()}/`) && !/\/(complete|accounts)\//.test(url);

/** Returns the documented commands for Keycloak, with the addresses of this test. */
function documentedCommands(): string {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operations/sign-in.md'), 'utf8');
  const [, section = ''] = page.split('\n## Keycloak\n');
  const [, commands = ''] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
  expect(commands).toContain('kcadm.sh create clients');
  return commands
    .replaceAll('https://chat.example.com', home())
    .replaceAll('https://id.example.com', keycloak.url);
}

beforeAll(async () => {
  keycloak = await Keycloak.start();
  const descriptor = await fetch(`${keycloak.realm}/protocol/saml/descriptor`);
  writeFileSync(join(folder, 'corp.xml'), await descriptor.text());
  const groups = { claim: 'groups', admin: 'chat-admins' };
  const file = join(folder, 'sign-in.json');
  writeFileSync(
    file,
    JSON.stringify({
      oidc: [
        {
          id: 'company',
          name: 'Company',
          issuer: keycloak.realm,
          clientId: 'parley',
          clientSecret: 'client-secret',
          groups,
        },
      ],
      saml: [
        {
          id: 'corp',
          name: 'Corp',
          metadataFile: 'corp.xml',
          attributes: { email: 'mail', name: 'displayName' },
          groups,
        },
      ],
    }),
  );
  network = await Network.start({ env: { PARLEY_SIGN_IN_FILE: file } });
  await Organization.create(network);
  const commands = ['bash', '-e', '-u', '-c', documentedCommands()] as const;
  await runToEnd(commands, {
    env: { ...keycloak.commandEnvironment(folder), COMPANY_CLIENT_SECRET: 'client-secret' },
  });
  const property = (name: string, from: string) => ({
    name,
    protocol: 'saml',
    protocolMapper: 'saml-user-property-mapper',
    config: { 'user.attribute': from, 'attribute.name': name, 'attribute.nameformat': 'Basic' },
  });
  await keycloak.admin('POST', '/company/clients', {
    clientId: `${home()}/accounts/metadata/saml/corp`,
    protocol: 'saml',
    redirectUris: [`${home()}/complete/saml/corp`],
    attributes: {
      'saml.client.signature': 'false',
      'saml.assertion.signature': 'true',
      'saml.server.signature': 'true',
      'saml.signature.algorithm': 'RSA_SHA256',
      'saml.force.post.binding': 'true',
      saml_force_name_id_format: 'true',
      saml_name_id_format: 'persistent',
    },
    protocolMappers: [
      property('mail', 'email'),
      property('displayName', 'lastName'),
      {
        name: 'groups',
        protocol: 'saml',
        protocolMapper: 'saml-group-membership-mapper',
        config: { 'attribute.name': 'groups', 'full.path': 'false', single: 'true' },
      },
    ],
  });
});

afterAll(async () => {
  await network?.stop();
  keycloak?.stop();
  rmSync(folder, { recursive: true });
});

const plain = (html: string) => html.replaceAll('&amp;', '&').replaceAll('&quot;', '"');
const actionOf = (html: string) => plain(/<form[^>]* action="([^"]+)"/i.exec(html)![1]!);

/** Signs in on Keycloak's page. Returns Keycloak's answer. */
async function enter(browser: CookieBrowser, loginUrl: string, name: string) {
  const page = await browser.open(`${home()}${loginUrl}`);
  return browser.request(actionOf(page.text), { form: { username: name, password: `${name}-secret` } });
}

async function signIn(name: string) {
  const browser = new CookieBrowser();
  const { location } = await enter(browser, '/accounts/login/social/oidc/company', name);
  return { browser, ...(await browser.open(location!, isHome)) };
}

async function accountOf(browser: CookieBrowser) {
  const cookie = `parley_session=${browser.cookie(home(), 'parley_session')}`;
  const response = await fetch(`${home()}/api/v1/users/me`, { headers: { cookie } });
  return response.ok ? ((await response.json()) as Record<string, unknown>) : undefined;
}

describe('Keycloak over OpenID Connect', () => {
  it('signs people in, with the role of their group', async () => {
    const { browser, url } = await signIn('anna');
    expect(url).toBe(`${home()}/`);
    expect(await accountOf(browser)).toMatchObject({
      full_name: 'Given anna',
      delivery_email: 'anna@test.example',
      role: 200,
    });
  });

  it('refuses an address that it has not verified', async () => {
    const { browser, status } = await signIn('unverified');
    expect(status).toBe(401);
    expect(await accountOf(browser)).toBeUndefined();
  });

  it('ends sessions in Parley when an administrator ends them in Keycloak', async () => {
    const { browser } = await signIn('bert');
    expect(await accountOf(browser)).toBeDefined();
    const [bert] = (await keycloak.admin('GET', '/company/users?username=bert')) as { id: string }[];
    await keycloak.admin('POST', `/company/users/${bert!.id}/logout`);
    await until('the session is over', async () => (await accountOf(browser)) === undefined);
  });

  it('ends its own session when people sign out of Parley', async () => {
    const { browser } = await signIn('anna');
    const cookie = `parley_session=${browser.cookie(home(), 'parley_session')}`;
    const answer = await fetch(`${home()}/api/v1/sessions/current`, {
      method: 'DELETE',
      headers: { cookie, 'x-csrftoken': browser.cookie(home(), 'parley_csrf')! },
    });
    const { provider_logout_url } = (await answer.json()) as { provider_logout_url: string };
    const arrived = await browser.open(provider_logout_url, isHome);
    expect(arrived.url).toBe(`${home()}/`);
    // Keycloak has ended its own session, so it asks for the password again.
    const page = await browser.open(`${home()}/accounts/login/social/oidc/company`);
    expect(page.text).toContain('name="password"');
  });
});

describe('Keycloak over SAML', () => {
  it('signs people in with a signed assertion', async () => {
    const browser = new CookieBrowser();
    const answer = await enter(browser, '/accounts/login/social/saml/corp', 'bert');
    const field = (name: string) =>
      plain(new RegExp(`name="${name}"[^>]* value="([^"]*)"`, 'i').exec(answer.text)![1]!);
    const form = { SAMLResponse: field('SAMLResponse'), RelayState: field('RelayState') };
    const posted = await browser.request(actionOf(answer.text), { form, isCrossSite: true });
    expect((await browser.open(posted.location!, isHome)).url).toBe(`${home()}/`);
    expect(await accountOf(browser)).toMatchObject({ delivery_email: 'bert@test.example' });
  });
});
