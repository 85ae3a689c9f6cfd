import { type Db, sql } from '@parley/db';
import { type Body, Network, Organization, type Person, testPassword, until } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Mailbox } from '../notifications/mailbox.ts';
import { openDatabase } from '../open-database.ts';
import { ageProofs } from '../roles-and-permissions/stored-proofs.ts';
import { PasskeyStandIn } from './passkey-stand-in.ts';
import { codeAt, complete, isSignedIn, passwordOf, signInSteps } from './sign-in-steps.ts';

const password = testPassword;
const mailbox = new Mailbox();
let network: Network;
let organization: Organization;
let owner: Person;
let db: Db;

beforeAll(async () => {
  network = await Network.start({
    replicas: { 'user-admin': 2 },
    env: { PARLEY_MAIL_DIR: mailbox.folder },
  });
  organization = await Organization.create(network);
  ({ owner } = organization);
  db = openDatabase(network);
});
afterAll(async () => {
  await db?.close();
  await network?.stop();
  mailbox.remove();
});

const ageProof = ({ userId }: Person) => ageProofs(db, userId);

const { add, newPage, signedIn, begin, withApp } = signInSteps(() => ({ network, organization }));

async function withPasskey(name: string) {
  const person = await add(name);
  const page = await signedIn(person);
  const passkey = new PasskeyStandIn(network.gatewayUrl());
  const asked = await page.ok('POST', '/users/me/passkeys/challenge');
  const answer = passkey.create(asked as never);
  const { recovery_codes } = await page.ok('POST', '/users/me/passkeys', { name: 'Phone', passkey: answer });
  return { person, page, passkey, codes: recovery_codes as string[] };
}

describe('an authenticator app', () => {
  it('is required at the sign-in, in any browser, and is listed', async () => {
    const { person, page, secret, codes } = await withApp('anna');
    expect(codes).toHaveLength(10);
    expect(await page.ok('GET', '/users/me/second_factors')).toMatchObject({
      has_totp: true,
      passkeys: [],
      recovery_codes: 10,
      is_required: false,
    });
    const first = await begin(person);
    expect([first.status, first.body.code, first.body.factors]).toEqual([
      403,
      'SECOND_FACTOR_REQUIRED',
      ['totp', 'recovery_code'],
    ]);
    expect(first.page.session).toBeUndefined();
    const { status, body } = await complete(first.page, { token: first.token, code: codeAt(secret, 0) });
    expect([status, body.user_id]).toEqual([200, person.userId]);
    expect(await isSignedIn(first.page)).toBe(true);
    const { entries } = await owner.api.get('/realm/audit_log', { user_id: person.userId, limit: 2 });
    expect(entries[0]).toMatchObject({ action: 'user.signed_in', details: { factor: 'totp' } });
  });

  it('gives codes that work once, and none of an earlier step afterwards', async () => {
    const { person, secret } = await withApp('ben');
    const [first, second] = [await begin(person), await begin(person)];
    // Uses the same time for all codes, because the next time step may begin during the test.
    const nowMs = Date.now();
    const code = codeAt(secret, 0, nowMs);
    expect((await complete(first.page, { token: first.token, code })).status).toBe(200);
    for (const replayed of [code, codeAt(secret, -1, nowMs)]) {
      expect((await complete(second.page, { token: second.token, code: replayed })).status).toBe(401);
    }
    expect(await isSignedIn(second.page)).toBe(false);
    expect(
      (await complete(second.page, { token: second.token, code: codeAt(secret, 1, nowMs) })).status,
    ).toBe(200);
    const { entries } = await owner.api.get('/realm/audit_log', {
      user_id: person.userId,
      action: 'user.sign_in_failed',
    });
    expect(entries.map(({ details }: Body) => details)).toEqual(
      Array(2).fill({ method: 'totp', reason: 'repeated' }),
    );
    const mail = await mailbox.waitFor(person.email, 'was used twice');
    expect(mail.text).toContain('/reset-password');
  });

  it('warns its person of a repeated code, but not of two clicks', async () => {
    const { person, secret } = await withApp('bea');
    const code = codeAt(secret, 0);
    const { page, token } = await begin(person);
    const clicks = await Promise.all([1, 2, 3].map(() => complete(page, { token, code })));
    expect(clicks.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const later = codeAt(secret, 1);
    const confirm = (code: string) => page.raw('POST', '/sessions/current/confirmation', { code });
    const confirmed = await Promise.all([confirm(later), confirm(later)]);
    expect(confirmed.map(({ status }) => status).sort()).toEqual([200, 401]);
    const warnings = async () =>
      (await mailbox.all()).filter(({ to, subject }) => to === person.email && subject.includes('twice'));
    await mailbox.waitFor(person.email, 'second factors');
    expect(await warnings()).toEqual([]);
    await db.execute(sql`update user_admin.sessions set confirmed_at = now() - interval '1 minute'
      where user_id = ${person.userId}`);
    expect((await confirm(later)).status).toBe(401);
    await mailbox.waitFor(person.email, 'was used twice');
    expect(await warnings()).toHaveLength(1);
  });

  it('cannot be guessed: five wrong codes end the attempts, whatever the number of sign-ins', async () => {
    const { person, secret } = await withApp('cleo');
    const wrong = codeAt(secret, 0) === '000000' ? '000001' : '000000';
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) {
      const { page, token } = await begin(person);
      statuses.push((await complete(page, { token, code: wrong })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    const { page, token } = await begin(person);
    expect((await complete(page, { token, code: codeAt(secret, 0) })).status).toBe(429);
    const { entries } = await owner.api.get('/realm/audit_log', { user_id: person.userId });
    const failures = entries.filter(({ action }: Body) => action === 'user.sign_in_failed');
    expect(failures).toHaveLength(5);
    expect(failures[0].details).toEqual({ method: 'totp', reason: 'factor' });
  });

  it('leaves nothing open to a client that knows the password alone', async () => {
    const { person } = await withApp('dora');
    const refused = await network.client().raw('POST', '/fetch_api_key', passwordOf(person));
    expect([refused.status, refused.body.code, refused.body.token]).toEqual([
      403,
      'SECOND_FACTOR_REQUIRED',
      undefined,
    ]);
    const { page, token } = await begin(person);
    // The token of a pending sign-in is no session, and it cannot enrol another factor.
    const enrol = await page.raw('POST', '/sessions/enrolment/totp', { token });
    expect(enrol.status).toBe(401);
    expect((await complete(page, { token })).status).toBe(401);
    expect((await complete(page, { token, password } as Body)).status).toBe(401);
    const asCookie = await fetch(`${network.gatewayUrl()}/api/v1/users/me`, {
      headers: { cookie: `parley_session=${token}` },
    });
    expect(asCookie.status).toBe(401);
    // An existing API key keeps working, because it was created before.
    expect((await person.api.get('/users/me')).user_id).toBe(person.userId);
  });

  it('is still required after the password was replaced through a mail', async () => {
    const { person, secret } = await withApp('dean');
    const post = (url: string, fields: Record<string, string>) =>
      fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
    await post(`${network.gatewayUrl()}/reset-password`, { email: person.email });
    const { link } = await mailbox.waitFor(person.email, 'Reset your password');
    const answer = await post(link, { password: 'quite another one' });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
    const page = newPage();
    const signIn = { username: person.email, password: 'quite another one' };
    const { status, body } = await page.raw('POST', '/sessions', signIn);
    expect([status, body.code, body.factors]).toEqual([
      403,
      'SECOND_FACTOR_REQUIRED',
      ['totp', 'recovery_code'],
    ]);
    expect(page.session).toBeUndefined();
    expect((await complete(page, { token: body.token, code: codeAt(secret, 0) })).status).toBe(200);
  });

  it('gets a new session for each sign-in, whatever cookie the browser had', async () => {
    const { person, secret, page } = await withApp('emil');
    const planted = page.session;
    const { body } = await page.raw('POST', '/sessions', passwordOf(person));
    await complete(page, { token: body.token, code: codeAt(secret, 0) });
    expect(page.session).not.toBe(planted);
    // The token of a completed sign-in cannot be used again.
    expect((await complete(page, { token: body.token, code: codeAt(secret, 1) })).status).toBe(401);
  });
});

describe('recovery codes', () => {
  it('work once each, however they are written, and can be replaced', async () => {
    const { person, codes, page } = await withApp('fritz');
    const code = codes[0]!.toLowerCase().replaceAll('-', ' ');
    const [first, second] = [await begin(person), await begin(person)];
    expect((await complete(first.page, { token: first.token, recovery_code: code })).status).toBe(200);
    expect((await complete(second.page, { token: second.token, recovery_code: codes[0]! })).status).toBe(401);
    expect((await page.ok('GET', '/users/me/second_factors')).recovery_codes).toBe(9);
    const renewed = await page.ok('POST', '/users/me/recovery_codes');
    expect((await complete(second.page, { token: second.token, recovery_code: codes[1]! })).status).toBe(401);
    const fresh = renewed.recovery_codes[0];
    expect((await complete(second.page, { token: second.token, recovery_code: fresh })).status).toBe(200);
  });

  it('of another person are refused', async () => {
    const [one, other] = [await withApp('gerd'), await withApp('hana')];
    const { page, token } = await begin(one.person);
    expect((await complete(page, { token, recovery_code: other.codes[0]! })).status).toBe(401);
  });
});

describe('a passkey', () => {
  it('completes a sign-in with a password, and signs in alone', async () => {
    const { person, passkey } = await withPasskey('ida');
    const { page, token, body } = await begin(person);
    expect(body.factors).toEqual(['passkey', 'recovery_code']);
    const asked = await page.ok('POST', '/sessions/passkey_challenge', { token });
    expect(asked.allowed).toEqual([{ id: passkey.id, transports: ['internal'] }]);
    expect((await complete(page, { token, passkey: passkey.sign(asked as never) })).status).toBe(200);
    expect(await isSignedIn(page)).toBe(true);

    const alone = newPage();
    const challenge = await alone.ok('POST', '/sessions/passkey_challenge');
    expect(challenge).toMatchObject({ allowed: [], requires_verification: true });
    expect((await complete(alone, { passkey: passkey.sign(challenge as never) })).body.user_id).toBe(
      person.userId,
    );
    expect(await isSignedIn(alone)).toBe(true);
  });

  it.each([
    ['was signed for another site', { origin: 'https://evil.example' }],
    ['names another server', { rpId: 'evil.example' }],
    ['did not recognize the person and is the only factor', { isUnverified: true }],
  ])('is refused when it %s', async (what, tamper) => {
    const { passkey } = await withPasskey(`pk-${what.length}`);
    const page = newPage();
    const asked = await page.ok('POST', '/sessions/passkey_challenge');
    expect((await complete(page, { passkey: passkey.sign(asked as never, tamper) })).status).toBe(401);
    expect(await isSignedIn(page)).toBe(false);
  });

  it('signs each challenge once, and only for the purpose and the person of the challenge', async () => {
    const [one, other] = [await withPasskey('jan'), await withPasskey('kim')];
    const page = newPage();
    const asked = await page.ok('POST', '/sessions/passkey_challenge');
    const answer = one.passkey.sign(asked as never);
    expect((await complete(page, { passkey: answer })).status).toBe(200);
    const thief = newPage();
    expect((await complete(thief, { passkey: answer })).status).toBe(401);
    // A challenge for one sign-in cannot complete another sign-in.
    const first = await begin(one.person);
    const alone = await thief.ok('POST', '/sessions/passkey_challenge');
    const forAlone = one.passkey.sign(alone as never);
    expect((await complete(first.page, { token: first.token, passkey: forAlone })).status).toBe(401);
    const second = await begin(other.person);
    const forOther = await second.page.ok('POST', '/sessions/passkey_challenge', { token: second.token });
    const signed = one.passkey.sign(forOther as never);
    expect((await complete(second.page, { token: second.token, passkey: signed })).status).toBe(401);
    // Sends an answer with a forged signature.
    const again = await thief.ok('POST', '/sessions/passkey_challenge');
    const forged = { ...one.passkey.sign(again as never), signature: answer.signature };
    expect((await complete(thief, { passkey: forged })).status).toBe(401);
  });

  it('that this server does not know adds an audit entry, until the network address has had too many', async () => {
    const unknown = new PasskeyStandIn(network.gatewayUrl());
    const page = newPage();
    const answer = async () => {
      const asked = await page.ok('POST', '/sessions/passkey_challenge');
      return complete(page, { passkey: unknown.sign(asked as never) });
    };
    const entries = async (): Promise<Body[]> =>
      (await owner.api.get('/realm/audit_log', { action: 'user.sign_in_failed', limit: 200 })).entries;
    expect((await answer()).status).toBe(401);
    const [newest] = await entries();
    expect(newest).toMatchObject({
      actor_id: null,
      user_id: null,
      details: { method: 'passkey', reason: 'wrong' },
    });
    expect(newest!.address).not.toBe('');
    const before = await entries();
    let status = 401;
    for (let n = 0; n <= 100 && status === 401; n++) ({ status } = await answer());
    expect(status).toBe(429);
    const added = (await entries()).filter(({ id }) => id > before[0]!.id);
    expect(added.length).toBeLessThanOrEqual(100);
    await answer();
    expect((await entries())[0]!.id).toBe(added[0]!.id);
    await db.execute(sql`delete from user_admin.failed_sign_ins`);
  });

  it('of a person who was deactivated between the steps opens nothing, and adds an audit entry', async () => {
    const { person, passkey } = await withPasskey('gone');
    const { page, token } = await begin(person);
    const asked = await page.ok('POST', '/sessions/passkey_challenge', { token });
    await owner.api.delete(`/users/${person.userId}`);
    const { entries: before } = await owner.api.get('/realm/audit_log', { limit: 1 });
    const refused = await complete(page, { token, passkey: passkey.sign(asked as never) });
    expect([refused.status, refused.body.code]).toEqual([401, 'USER_DEACTIVATED']);
    expect(await isSignedIn(page)).toBe(false);
    const { entries } = await owner.api.get('/realm/audit_log', { user_id: person.userId, limit: 1 });
    expect(entries[0].id).toBeGreaterThan(before[0].id);
    expect(entries[0]).toMatchObject({
      action: 'user.sign_in_failed',
      user_id: person.userId,
      details: { method: 'passkey', reason: 'deactivated' },
    });
  });

  it('can be renamed and removed, and its person then signs in with the password again', async () => {
    const { person, page } = await withPasskey('lea');
    const { passkeys } = await page.ok('GET', '/users/me/second_factors');
    expect(passkeys).toMatchObject([{ name: 'Phone', last_used: null }]);
    await page.ok('PATCH', `/users/me/passkeys/${passkeys[0].id}`, { name: 'Old phone' });
    const { entries } = await owner.api.get('/realm/audit_log', { user_id: person.userId, limit: 1 });
    expect(entries[0]).toMatchObject({
      action: 'user.passkey_renamed',
      details: { passkeyId: passkeys[0].id, from: 'Phone', to: 'Old phone' },
    });
    const other = await signedIn(owner);
    expect((await other.raw('DELETE', `/users/me/passkeys/${passkeys[0].id}`)).status).toBe(400);
    await page.ok('DELETE', `/users/me/passkeys/${passkeys[0].id}`);
    expect((await begin(person)).status).toBe(200);
    // The recovery codes were deleted together with the last factor.
    expect((await page.ok('GET', '/users/me/second_factors')).recovery_codes).toBe(0);
  });
});

describe('a second factor', () => {
  it('is required again for dangerous steps when its last use is old', async () => {
    const { person, page, secret, codes } = await withApp('mona');
    const change = () =>
      page.raw('PATCH', '/settings', { old_password: password, new_password: 'another one!' });
    await ageProof(person);
    const refused = await change();
    expect([refused.status, refused.body.code, refused.body.factors]).toEqual([
      403,
      'CONFIRMATION_REQUIRED',
      ['totp', 'recovery_code'],
    ]);
    for (const [method, path] of [
      ['POST', '/users/me/api_key/regenerate'],
      ['DELETE', '/users/me/second_factors/totp'],
      ['POST', '/users/me/recovery_codes'],
      ['POST', '/users/me/passkeys/challenge'],
    ] as const) {
      expect((await page.raw(method, path)).body.code).toBe('CONFIRMATION_REQUIRED');
    }
    // Neither the password nor an API key suffices for the confirmation.
    expect((await page.raw('POST', '/sessions/current/confirmation', { password })).status).toBe(401);
    const byKey = await person.api.raw('POST', '/users/me/api_key/regenerate');
    expect(byKey.body.code).toBe('CONFIRMATION_REQUIRED');
    expect(
      (await page.raw('POST', '/sessions/current/confirmation', { recovery_code: codes[3]! })).status,
    ).toBe(200);
    await page.ok('POST', '/users/me/api_key/regenerate');
    expect((await change()).status).toBe(200);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('is reported by mail to its person when it is added, removed or reset', async () => {
    const { person, page, secret } = await withApp('mails');
    expect((await mailbox.waitFor(person.email, 'second factors')).text).toContain(
      'authenticator app was added',
    );
    await page.ok('DELETE', '/users/me/second_factors/totp');
    await until('the removal is mailed', async () =>
      (await mailbox.all()).some(({ to, text }) => to === person.email && text.includes('was removed')),
    );
    const lost = await withApp('loses');
    await owner.api.delete(`/users/${lost.person.userId}/second_factors`);
    await until('the reset is mailed', async () =>
      (await mailbox.all()).some(
        ({ to, text }) => to === lost.person.email && text.includes('an administrator removed'),
      ),
    );
    expect(JSON.stringify(await mailbox.all())).not.toContain(secret);
  });

  it('is required again from owners before they change how people sign in', async () => {
    const { person, page, codes } = await withApp('nora');
    await owner.api.patch(`/users/${person.userId}`, { role: 100 });
    await ageProof(person);
    const policies = [{ require_second_factor: 'owners' }, { second_factor_after_provider: true }];
    const former = { require_second_factor: 'nobody', second_factor_after_provider: false };
    for (const change of policies) {
      expect((await page.raw('PATCH', '/realm', change)).body.code).toBe('CONFIRMATION_REQUIRED');
      expect((await person.api.raw('PATCH', '/realm', change)).body.code).toBe('CONFIRMATION_REQUIRED');
    }
    expect((await page.raw('PATCH', '/realm', { description: 'harmless' })).status).toBe(200);
    await page.ok('POST', '/sessions/current/confirmation', { recovery_code: codes[0]! });
    for (const change of [...policies, former]) await page.ok('PATCH', '/realm', change);
  });

  it('is required again from owners before an export and before a person becomes an owner', async () => {
    const { person, page } = await withApp('nils');
    await owner.api.patch(`/users/${person.userId}`, { role: 100 });
    await ageProof(person);
    const other = await add('olaf');
    for (const step of [
      () => page.raw('POST', '/export/realm'),
      () => page.raw('PATCH', `/users/${other.userId}`, { role: 100 }),
    ]) {
      expect((await step()).body.code).toBe('CONFIRMATION_REQUIRED');
    }
    // Harmless steps need no recent confirmation.
    expect((await page.raw('PATCH', `/users/${other.userId}`, { full_name: 'Olaf B' })).status).toBe(200);
  });

  it('is set up only in a session whose person has just proven the password', async () => {
    const person = await add('paul');
    expect((await person.api.raw('POST', '/users/me/second_factors/totp')).body.code).toBe(
      'CONFIRMATION_REQUIRED',
    );
    const page = await signedIn(person);
    await ageProof(person);
    const refused = await page.raw('POST', '/users/me/second_factors/totp');
    expect(refused.body).toMatchObject({ code: 'CONFIRMATION_REQUIRED', factors: ['password'] });
    await page.ok('POST', '/sessions/current/confirmation', { password });
    await page.ok('POST', '/users/me/second_factors/totp');
  });

  it('completes no sign-in that began with a password which was replaced since', async () => {
    const [proving, enrolling] = [await withApp('tess'), { person: await add('uma') }];
    await owner.api.patch('/realm', { require_second_factor: 'members' });
    const replace = ({ userId }: Person) =>
      db.execute(sql`update user_admin.credentials set password_hash = 'replaced' where user_id = ${userId}`);
    try {
      const first = await begin(proving.person);
      await replace(proving.person);
      const code = codeAt(proving.secret, 0);
      expect((await complete(first.page, { token: first.token, code })).status).toBe(401);
      expect(await isSignedIn(first.page)).toBe(false);
      const second = await begin(enrolling.person);
      await replace(enrolling.person);
      const { token } = second;
      expect((await second.page.raw('POST', '/sessions/enrolment/totp', { token })).status).toBe(401);
      expect(await isSignedIn(second.page)).toBe(false);
    } finally {
      await owner.api.patch('/realm', { require_second_factor: 'nobody' });
    }
  });

  it('is enrolled at the sign-in where the organization requires it', async () => {
    const [person, other] = [await add('quin'), await add('rosa')];
    await owner.api.patch('/realm', { require_second_factor: 'members' });
    try {
      const { page, token, body } = await begin(person);
      expect([body.code, body.factors]).toEqual(['SECOND_FACTOR_REQUIRED', []]);
      expect((await network.client().raw('POST', '/fetch_api_key', passwordOf(person))).body.code).toBe(
        'SECOND_FACTOR_REQUIRED',
      );
      const { secret } = await page.ok('POST', '/sessions/enrolment/totp', { token });
      const wrong = await page.raw('POST', '/sessions/enrolment/totp/confirmation', { token, code: '12345' });
      expect(wrong.status).toBe(400);
      const done = await page.ok('POST', '/sessions/enrolment/totp/confirmation', {
        token,
        code: codeAt(secret, 0),
      });
      expect([done.user_id, done.recovery_codes.length]).toEqual([person.userId, 10]);
      expect(await isSignedIn(page)).toBe(true);
      // The last factor cannot be removed while the organization requires one.
      const removed = await page.raw('DELETE', '/users/me/second_factors/totp');
      expect(removed.body.msg).toContain('requires a second factor');
      // A passkey satisfies the requirement as well.
      const second = await begin(other);
      const asked = await second.page.ok('POST', '/sessions/enrolment/passkey_challenge', {
        token: second.token,
      });
      const passkey = new PasskeyStandIn(network.gatewayUrl()).create(asked as never);
      await second.page.ok('POST', '/sessions/enrolment/passkeys', {
        token: second.token,
        name: 'Key',
        passkey,
      });
      expect(await isSignedIn(second.page)).toBe(true);
    } finally {
      await owner.api.patch('/realm', { require_second_factor: 'nobody' });
    }
  });

  it('that was lost is reset by an administrator, which ends the sessions, but not by others', async () => {
    const { person, page } = await withApp('sara');
    const other = await add('tom');
    const path = `/users/${person.userId}/second_factors`;
    expect((await other.api.raw('DELETE', path)).body.msg).toBe('Insufficient permission');
    await owner.api.delete(path);
    expect(await isSignedIn(page)).toBe(false);
    expect((await begin(person)).status).toBe(200);
    const { entries } = await owner.api.get('/realm/audit_log', { user_id: person.userId });
    expect(entries.find(({ action }: Body) => action === 'user.second_factors_reset')).toMatchObject({
      actor_id: owner.userId,
    });
  });
});
