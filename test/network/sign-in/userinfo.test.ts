import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { roles } from '@parley/rules';
import { Network, Organization } from '@parley/test-kit';
import { OidcStandIn } from '@parley/test-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CookieBrowser } from './cookie-browser.ts';

// Tests providers, such as Okta, that put only few claims into the ID token and return the others from their userinfo endpoint.

const folder = mkdtempSync(join(tmpdir(), 'parley-userinfo-'));
let provider: OidcStandIn;
let network: Network;
let organization: Organization;

beforeAll(async () => {
  provider = await OidcStandIn.start();
  const company = {
    id: 'company',
    name: 'Company',
    issuer: provider.issuer,
    clientId: 'parley',
    clientSecret: 'client-secret',
    groups: { claim: 'groups', admin: 'chat-admins' },
  };
  const file = join(folder, 'sign-in.json');
  writeFileSync(file, JSON.stringify({ oidc: [company] }));
  network = await Network.start({ env: { PARLEY_SIGN_IN_FILE: file } });
  organization = await Organization.create(network);
});

afterAll(async () => {
  await network?.stop();
  provider?.stop();
  rmSync(folder, { recursive: true });
});

/**
 * Signs a person in with the given claims in the ID token and from the userinfo endpoint. Returns the status and the account.
 */
async function signIn(name: string, token: object, userInfo: object) {
  provider.person = { sub: `${name}-at-company`, email: `${name}@test.example`, name, ...token };
  provider.userInfo = { ...userInfo };
  const home = network.gatewayUrl();
  const browser = new CookieBrowser();
  const isHome = (url: string) => url.startsWith(`${home}/`) && !/\/(complete|accounts)\//.test(url);
  const { status } = await browser.open(`${home}/accounts/login/social/oidc/company`, isHome);
  const cookie = `parley_session=${browser.cookie(home, 'parley_session')}`;
  const answer = await fetch(`${home}/api/v1/users/me`, { headers: { cookie } });
  return { status, account: answer.ok ? await answer.json() : undefined };
}

it('claims that the ID token lacks are read from the userinfo endpoint', async () => {
  const email = 'thin@test.example';
  const { account } = await signIn('thin', {}, { email, email_verified: true, groups: ['chat-admins'] });
  expect(account).toMatchObject({ delivery_email: email, role: roles.administrator });
});

it('the userinfo endpoint verifies no other address, and does not override the ID token', async () => {
  await organization.add('envied');
  const email = 'envied@test.example';
  const attacker = { sub: 'attacker-at-company' };
  for (const [token, userInfo] of [
    [attacker, { email: 'attacker@test.example', email_verified: true }],
    [attacker, { email_verified: true }],
    [attacker, { email, email_verified: false }],
    [
      { ...attacker, email_verified: false },
      { email, email_verified: true },
    ],
  ] as const) {
    expect(await signIn('envied', token, userInfo)).toEqual({ status: 401, account: undefined });
  }
});
