import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, sql } from '@parley/db';
import { roles } from '@parley/rules';
import { type Method, Network, Organization, type Params, type Person, until } from '@parley/test-kit';
import { OidcStandIn } from '@parley/test-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../open-database.ts';
import { CookieBrowser } from './cookie-browser.ts';
import { desktopKey, redeem as redeemAt, ticketIn } from './desktop-ticket.ts';
import { codeAt, complete, isSignedIn, passwordOf, signInSteps } from './sign-in-steps.ts';

// Tests race conditions of sign-ins: steps run concurrently, and the person's account changes between or during them. Each
// service has two replicas.

const folder = mkdtempSync(join(tmpdir(), 'parley-races-'));
const file = join(folder, 'sign-in.json');
let company: OidcStandIn;
let network: Network;
let organization: Organization;
let owner: Person;
let db: Db;

beforeAll(async () => {
  company = await OidcStandIn.start();
  const { issuer } = company;
  const clientSecret = { env: 'COMPANY_SECRET' };
  writeFileSync(
    file,
    JSON.stringify({ oidc: [{ id: 'company', name: 'Company', issuer, clientId: 'parley', clientSecret }] }),
  );
  network = await Network.start({
    replicas: { gateway: 2, 'user-admin': 2, channel: 2 },
    env: { PARLEY_SIGN_IN_FILE: file, COMPANY_SECRET: 'client-secret' },
  });
  organization = await Organization.create(network);
  ({ owner } = organization);
  db = openDatabase(network);
});
afterAll(async () => {
  await db?.close();
  await network?.stop();
  company?.stop();
  rmSync(folder, { recursive: true });
});

const { add, newPage, signedIn, begin, withApp } = signInSteps(() => ({ network, organization }));

/** Signs a person in at the provider for a desktop client. Returns the ticket. */
async function ticketOf({ email }: Person): Promise<string> {
  company.person = { sub: email, email, email_verified: true, name: email };
  // The provider redirects browsers to the first gateway.
  const home = `http://127.0.0.1:${network.of('gateway')[0]!.ports.http}`;
  const address = `${home}/accounts/login/social/oidc/company?desktop_flow_otp=${desktopKey}`;
  return ticketIn((await new CookieBrowser().open(address)).text);
}

const redeem = (ticket: string): Promise<number> => redeemAt(network.gatewayUrl(), ticket);

/** Sets a person's password through a reset link. */
async function resetPassword({ email }: Person): Promise<void> {
  const { link } = await network.asOperator((userAdmin, call) =>
    userAdmin.createPasswordLink({ email }, call),
  );
  const token = link.split('/').at(-1);
  await network.client().post('/password_resets/complete', { token, password: 'another password' });
}

describe('parallel requests', () => {
  const attempts = [0, 1, 2, 3, 4, 5];

  it('with one code of an app sign in once', async () => {
    const { person, secret } = await withApp('anna');
    const begun = await Promise.all(attempts.map(() => begin(person)));
    const code = codeAt(secret, 0);
    const answers = await Promise.all(begun.map(({ page, token }) => complete(page, { token, code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await Promise.all(begun.map(({ page }) => isSignedIn(page)))).filter(Boolean)).toHaveLength(1);
  });

  it('with one recovery code sign in once', async () => {
    const { person, codes } = await withApp('ben');
    const begun = await Promise.all(attempts.map(() => begin(person)));
    const recovery_code = codes[0]!;
    const answers = await Promise.all(
      begun.map(({ page, token }) => complete(page, { token, recovery_code })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await Promise.all(begun.map(({ page }) => isSignedIn(page)))).filter(Boolean)).toHaveLength(1);
  });

  it('with one pending sign-in complete it once, even with different recovery codes', async () => {
    const { person, codes } = await withApp('cleo');
    const { token } = await begin(person);
    const answers = await Promise.all(
      attempts.map((n) => complete(newPage(), { token, recovery_code: codes[n]! })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('with one desktop ticket open one session', async () => {
    const ticket = await ticketOf(await add('dora'));
    const statuses = await Promise.all(attempts.map(() => redeem(ticket)));
    expect(statuses.filter((status) => status < 400)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(attempts.length - 1);
  });
});

describe('a sign-in that has begun', () => {
  it('ends when an administrator ends the sessions of the person', async () => {
    const { person, secret } = await withApp('emil');
    const { page, token } = await begin(person);
    await owner.api.delete(`/users/${person.userId}/sessions`);
    expect((await complete(page, { token, code: codeAt(secret, 0) })).status).toBe(401);
    expect(await isSignedIn(page)).toBe(false);
    const again = await begin(person);
    expect((await complete(again.page, { token: again.token, code: codeAt(secret, 0) })).status).toBe(200);
  });

  it('ends with a deactivation, also when the person is reactivated in time', async () => {
    const { person, secret } = await withApp('eva');
    const { page, token } = await begin(person);
    const ticket = await ticketOf(person);
    await owner.api.delete(`/users/${person.userId}`);
    await owner.api.post(`/users/${person.userId}/reactivate`);
    expect((await complete(page, { token, code: codeAt(secret, 0) })).status).toBe(401);
    expect(await redeem(ticket)).toBe(401);
  });

  it('ends before the person enrols the factor that it requires', async () => {
    const person = await add('fritz');
    await owner.api.patch('/realm', { require_second_factor: 'members' });
    try {
      const { page, token } = await begin(person);
      const { secret } = await page.ok('POST', '/sessions/enrolment/totp', { token });
      await owner.api.delete(`/users/${person.userId}/sessions`);
      const code = codeAt(secret, 0);
      const answer = await page.raw('POST', '/sessions/enrolment/totp/confirmation', { token, code });
      expect(answer.status).toBe(401);
    } finally {
      await owner.api.patch('/realm', { require_second_factor: 'nobody' });
    }
  });

  it('on a desktop ends with the sessions, and with the password', async () => {
    const [one, other] = [await add('gerd'), await add('hana')];
    const [ended, replaced] = [await ticketOf(one), await ticketOf(other)];
    await owner.api.delete(`/users/${one.userId}/sessions`);
    await resetPassword(other);
    expect([await redeem(ended), await redeem(replaced)]).toEqual([401, 401]);
    expect(await redeem(await ticketOf(one))).toBe(303);
  });

  it('fails when the password is replaced, or the account deactivated, while the password is being verified', async () => {
    const changes = [
      (id: number) => sql`update user_admin.credentials set password_hash = 'new' where user_id = ${id}`,
      (id: number) => sql`update user_admin.users set is_active = false where user_id = ${id}`,
    ];
    for (const [n, change] of changes.entries()) {
      const person = await add(`ida${n}`);
      const page = newPage();
      let isAnswered = false;
      const { request } = await db.tx(async (tx) => {
        await tx.execute(
          sql`select from user_admin.users where user_id = ${person.userId} for no key update`,
        );
        const request = page.raw('POST', '/sessions', passwordOf(person)).finally(() => {
          isAnswered = true;
        });
        await until('the sign-in waits for the person', async () => {
          // Considers only locks that this transaction holds, because tests of other files on the same server wait for locks
          // too.
          const { count } = await tx.one<{ count: number }>(
            sql`select count(*) as count from pg_locks
              where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`,
          );
          return isAnswered || count > 0;
        });
        await tx.execute(change(person.userId));
        // Wrapped in an object, so that it is not awaited here: the request waits for this transaction.
        return { request };
      });
      expect((await request).status).toBe(401);
      expect(await isSignedIn(page)).toBe(false);
    }
  });
});

describe('a person who is signed in', () => {
  it('has no more rights than the current role, with session and key, at every gateway', async () => {
    const person = await add('jan');
    const { userId } = person;
    const channel = await owner.api.post('/channels/create', { name: 'plans', subscribers: [owner.userId] });
    await owner.api.patch(`/users/${userId}`, { role: roles.administrator });
    const page = await signedIn(person);
    const calls = (name: string): [Method, string, Params][] => [
      ['PATCH', '/realm', { description: name }],
      ['GET', `/users/${userId}/sessions`, {}],
      ['PATCH', `/streams/${channel.id}`, { description: name }],
    ];
    const statuses = async (name: string) => {
      // Makes three calls per client, twice, so that the second round goes through the other gateways.
      const answers = [page, page, person.api, person.api].flatMap((client) =>
        calls(name).map(([method, path, params]) => client.raw(method, path, params)),
      );
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    expect(new Set(await statuses('before'))).toEqual(new Set([200]));
    await owner.api.patch(`/users/${userId}`, { role: roles.member });
    // `user-admin` uses its own rows, so it refuses immediately. Other services process the change within a second.
    const atOnce = (await statuses('after')).filter((_, n) => n % 3 !== 2);
    expect(new Set(atOnce)).toEqual(new Set([400]));
    await network.caughtUp();
    expect(new Set(await statuses('later'))).toEqual(new Set([400]));
    expect(await isSignedIn(page)).toBe(true);
  });

  it('stays signed in when a second factor becomes required, but gets no key and no second session without one', async () => {
    const person = await add('kim');
    const page = await signedIn(person);
    await owner.api.patch('/realm', { require_second_factor: 'members' });
    try {
      expect(await isSignedIn(page)).toBe(true);
      expect(await page.ok('GET', '/users/me/second_factors')).toMatchObject({ is_required: true });
      const key = await network.client().raw('POST', '/fetch_api_key', passwordOf(person));
      expect([key.status, key.body.code]).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
      const second = await begin(person);
      expect(await isSignedIn(second.page)).toBe(false);
      expect(second.token).toMatch(/^[\w-]{43}$/);
    } finally {
      await owner.api.patch('/realm', { require_second_factor: 'nobody' });
    }
  });
});
