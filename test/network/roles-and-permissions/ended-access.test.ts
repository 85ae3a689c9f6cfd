import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, sql } from '@parley/db';
import { freePort } from '@parley/embedded';
import { type ApiClient, type Body, Network, Organization, type Person, until } from '@parley/test-kit';
import {
  OidcStandIn,
  startFcm,
  startPushService,
  type TestFcm,
  type TestPushService,
} from '@parley/test-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionClient } from '../client/session-client.ts';
import { BareSteps } from '../database/bare-steps.ts';
import { archiveAddress, isAnswered, temporaryAddress } from '../files/held-addresses.ts';
import { uploadText } from '../files/upload-text.ts';
import { Mailbox } from '../notifications/mailbox.ts';
import { openDatabase } from '../open-database.ts';
import { CookieBrowser } from '../sign-in/cookie-browser.ts';
import { desktopKey, redeem, ticketIn } from '../sign-in/desktop-ticket.ts';
import { codeAt, complete, isSignedIn, passwordOf, signInSteps } from '../sign-in/sign-in-steps.ts';

// Verifies that each kind of credential of an account ends with each way in which all access ends.

const folder = mkdtempSync(join(tmpdir(), 'parley-access-'));
const mailbox = new Mailbox();
let company: OidcStandIn;
let push: TestPushService;
let fcm: TestFcm;
let network: Network;
let organization: Organization;
let owner: Person;
let db: Db;
let people = 0;
/** Path of a picture that the owner shared in `lobby`. */
let picture: string;

beforeAll(async () => {
  company = await OidcStandIn.start();
  push = await startPushService();
  fcm = await startFcm();
  const oidc = { id: 'company', name: 'Company', issuer: company.issuer, clientId: 'parley' };
  writeFileSync(
    join(folder, 'sign-in.json'),
    JSON.stringify({ oidc: [{ ...oidc, clientSecret: 'client-secret' }] }),
  );
  network = await Network.start({
    replicas: { gateway: 2, 'user-admin': 2, 'event-queue': 2 },
    env: {
      PARLEY_SIGN_IN_FILE: join(folder, 'sign-in.json'),
      PARLEY_MAIL_DIR: mailbox.folder,
      PARLEY_MAIL_IN_DOMAIN: 'parley.test',
      PARLEY_MAIL_IN_PORT: String(await freePort()),
      PARLEY_PUSH_ALLOWED_HOSTS: push.host,
      PARLEY_FCM_URL: fcm.url,
      PARLEY_FCM_CREDENTIALS_FILE: fcm.credentialsFile,
    },
  });
  organization = await Organization.create(network);
  ({ owner } = organization);
  await owner.subscribe(['lobby'], [owner]);
  db = openDatabase(network);
  picture = await sharedPicture();
  await owner.api.post('/export/realm');
  await archiveAddress(owner.api, '/export/realm');
});
afterAll(async () => {
  await db?.close();
  await network?.stop();
  company?.stop();
  await push?.[Symbol.asyncDispose]();
  await fcm?.[Symbol.asyncDispose]();
  mailbox.remove();
  rmSync(folder, { recursive: true });
});

const { newPage, withApp } = signInSteps(() => ({ network, organization }));
/** Address of the first gateway, to which the provider redirects. */
const home = () => `http://127.0.0.1:${network.of('gateway')[0]!.ports.http}`;

/** A person with an authenticator app, and the browser that added it. */
type Holder = {
  person: Person;
  page: SessionClient;
  secret: string;
  bot: { userId: number; api: ApiClient };
};

async function newHolder(): Promise<Holder> {
  const number = ++people;
  const { person, page, secret } = await withApp(`holder${number}`);
  await owner.subscribe(['lobby'], [person], { send_new_subscription_messages: false });
  const { user_id, api_key, bot } = await page.ok('POST', '/bots', {
    full_name: `Bot ${number}`,
    short_name: `bot${number}`,
  });
  const api = network.client({ email: bot.email, apiKey: api_key });
  const holder = { person, page, secret, bot: { userId: user_id, api } };
  holders.set(person.userId, holder);
  return holder;
}
const holders = new Map<number, Holder>();

/** Shares a picture in `lobby`. Returns its path. */
async function sharedPicture(): Promise<string> {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWMwTpsJQQxwFgBFaActajB43AAAAABJRU5ErkJggg==';
  const form = new FormData();
  form.set('file', new File([Buffer.from(png, 'base64')], 'dot.png', { type: 'image/png' }));
  const headers = basic(owner);
  const upload = { method: 'POST', headers, body: form };
  const response = await fetch(`${network.gatewayUrl()}/api/v1/user_uploads`, upload);
  const { url } = (await response.json()) as { url: string };
  await owner.send('lobby', `[a dot](${url})`);
  return url;
}

const basic = ({ email, apiKey }: Person) => ({
  authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`,
});

const works = async (api: ApiClient) => (await api.raw('GET', '/users/me')).status === 200;

/** Signs a person in at the provider. Returns the browser, and the last page without a redirect. */
async function atCompany({ email }: Person, query = '') {
  company.person = { sub: email, sid: email, email, email_verified: true, name: email };
  const isHome = (url: string) => url.startsWith(`${home()}/`) && !/\/(complete|accounts)\//.test(url);
  const browser = new CookieBrowser();
  return { browser, ...(await browser.open(`${home()}/accounts/login/social/oidc/company${query}`, isHome)) };
}

const isOpen = async (browser: CookieBrowser) => {
  const cookie = `parley_session=${browser.cookie(home(), 'parley_session')}`;
  return (await fetch(`${home()}/api/v1/users/me`, { headers: { cookie } })).ok;
};

const countOf = async (table: string, condition: ReturnType<typeof sql>): Promise<number> =>
  (
    await db.one<{ count: number }>(
      sql`select count(*)::int8 as count from ${tables[table]!} where ${condition}`,
    )
  ).count;
const tables: Readonly<Record<string, ReturnType<typeof sql>>> = {
  browsers: sql`notify.web_push_subscriptions`,
  phones: sql`notify.phones`,
  addresses: sql`notify.channel_addresses`,
};

/**
 * Each kind of credential: gives one to a person, and returns a function that tells whether it still works. A credential that
 * can be used once is used up by that function, so the test makes a second one.
 */
const kinds: Readonly<Record<string, (holder: Holder) => Promise<() => Promise<boolean>>>> = {
  'the own API key':
    async ({ person }) =>
    () =>
      works(person.api),
  'a named API key': async ({ person, page }) => {
    const { api_key } = await page.ok('POST', '/users/me/api_keys', { name: 'Script' });
    return () => works(network.client({ email: person.email, apiKey: api_key }));
  },
  'a limited API key': async ({ person, page }) => {
    const key = { name: 'Reader', is_read_only: true, areas: ['users'] };
    const { api_key } = await page.ok('POST', '/users/me/api_keys', key);
    return () => works(network.client({ email: person.email, apiKey: api_key }));
  },
  'a browser session':
    async ({ page }) =>
    () =>
      isSignedIn(page),
  'a session opened at a provider': async ({ person }) => {
    const { browser } = await atCompany(person);
    return () => isOpen(browser);
  },
  'a sign-in that lacks its second factor': async ({ person, secret }) => {
    const { body } = await newPage().raw('POST', '/sessions', passwordOf(person));
    return async () => {
      // A code works once, so the second use is one time step later.
      for (const offset of [0, 1]) {
        const { status } = await complete(newPage(), { token: body.token, code: codeAt(secret, offset) });
        if (status === 200) return true;
      }
      return false;
    };
  },
  'the ticket of a desktop client': async ({ person }) => {
    const ticket = ticketIn((await atCompany(person, `?desktop_flow_otp=${desktopKey}`)).text);
    return async () => (await redeem(home(), ticket)) === 303;
  },
  'a mailed link for a new password': async ({ person }) => {
    await network.asOperator((operator, call) => operator.createPasswordLink({ email: person.email }, call));
    return () => isLinkStored(person, 'password-reset');
  },
  'a mailed link that confirms an address': async ({ person, page }) => {
    const email = `new-${person.email}`;
    await page.ok('PATCH', '/settings', { email });
    await mailbox.waitFor(email, '');
    return () => isLinkStored(person, 'email-change');
  },
  'push messages to a browser': async ({ person, page }) => {
    const { initial } = await owner.register({ event_types: [], fetch_event_types: ['realm'] });
    const { subscription } = push.addBrowser(initial.server_web_push_public_key as string);
    await page.ok('POST', '/users/me/web_push', { subscription });
    return async () => (await countOf('browsers', sql`user_id = ${person.userId}`)) > 0;
  },
  'push messages to a phone': async ({ person, page }) => {
    await page.ok('POST', '/users/me/android_gcm_reg_id', { token: `phone-of-${person.userId}` });
    return async () => (await countOf('phones', sql`user_id = ${person.userId}`)) > 0;
  },
  'a mail address that posts as the person': async ({ person, page }) => {
    const { stream_id } = await owner.api.get('/get_stream_id', { stream: 'lobby' });
    await page.ok('GET', `/streams/${stream_id}/email_address`);
    return async () => (await countOf('addresses', sql`sender_id = ${person.userId}`)) > 0;
  },
  'a mail address that posts as the notification bot': async ({ person, page }) => {
    const { stream_id } = await owner.api.get('/get_stream_id', { stream: 'lobby' });
    const { initial } = await owner.register({ event_types: [], fetch_event_types: ['realm_user'] });
    const bot = initial.cross_realm_bots.find((each: Body) => each.full_name === 'Notification Bot');
    await page.ok('GET', `/streams/${stream_id}/email_address`, { sender_id: bot.user_id });
    return async () =>
      (await countOf('addresses', sql`creator_id = ${person.userId} and sender_id = ${bot.user_id}`)) > 0;
  },
};

/**
 * Kinds of addresses that are signed or need a credential. Temporary ones expire after a minute, so the test makes them last, and
 * then sees that those of another person go on.
 */
const addresses: typeof kinds = {
  'a temporary address of an own file': async ({ person }) => {
    const address = await temporaryAddress(person, await uploadText(network, person, 'own.txt', 'own'));
    return () => isAnswered(network, address);
  },
  'a temporary address of a file of another person': async ({ person }) => {
    const address = await temporaryAddress(person, picture);
    return () => isAnswered(network, address);
  },
  'a thumbnail': async ({ person }) => {
    const path = `${picture.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`;
    return () => isAnswered(network, path, basic(person));
  },
  'the address of an export of the own data': async ({ person, page }) => {
    const { exports } = await person.api.get('/users/me/exports');
    if (exports.length === 0) await page.ok('POST', '/users/me/export');
    const address = await archiveAddress(person.api, '/users/me/exports');
    return () => isAnswered(network, address);
  },
  'the address of an export of the organization': async ({ person }) => {
    await owner.api.patch(`/users/${person.userId}`, { role: 200 });
    await network.caughtUp();
    const address = await archiveAddress(person.api, '/export/realm');
    return () => isAnswered(network, address);
  },
};

/** Gives an account one of each kind. Returns their names, and functions that tell whether they still work. */
async function giveAll(given: typeof kinds, holder: Holder): Promise<[string, () => Promise<boolean>][]> {
  const all: [string, () => Promise<boolean>][] = [];
  for (const [kind, give] of Object.entries(given)) all.push([kind, await give(holder)]);
  return all;
}

const isLinkStored = async ({ userId }: Person, purpose: string) =>
  (await db.maybeOne(sql`
    select from user_admin.mail_tokens where user_id = ${userId} and purpose = ${purpose}`)) !== undefined;

/** Each way in which all access of an account ends. */
const ways: Readonly<Record<string, (holder: Holder) => Promise<unknown>>> = {
  'the person ends it': ({ page }) => page.ok('POST', '/users/me/end_access'),
  'an administrator ends it': ({ person }) => owner.api.post(`/users/${person.userId}/end_access`),
  'an operator ends it': ({ person: { email } }) =>
    network.asOperator((operator, call) =>
      operator.endAccess({ userId: 0, email, keepsCurrentSession: false, endsBots: false }, call),
    ),
  'the password is reset by mail': async ({ person: { email } }) => {
    await network.client().post('/password_resets', { email });
    const { link } = await mailbox.waitFor(email, 'password');
    const token = link.split('/').at(-1);
    await network.client().post('/password_resets/complete', { token, password: 'another fine password' });
  },
  'an operator sets the password': ({ person: { email } }) =>
    network.asOperator((operator, call) =>
      operator.setPassword({ email, password: 'another fine password' }, call),
    ),
  'the second factors are reset': ({ person }) => owner.api.delete(`/users/${person.userId}/second_factors`),
  'the account is deactivated, and reactivated at once': async ({ person: { userId } }) => {
    await owner.api.delete(`/users/${userId}`);
    await owner.api.post(`/users/${userId}/reactivate`);
  },
};

/** A person whose access never ends. */
let other: Holder | undefined;

/** Opens a long-poll and a stream of a person with their API key. Each promise is fulfilled when the request ends. */
async function waiting({ person }: Holder) {
  const { queue_id } = await person.api.post('/register', { event_types: ['message'] });
  const { queue_id: streamed } = await person.api.post('/register', { event_types: ['message'] });
  const poll = person.api.raw('GET', '/events', { queue_id, last_event_id: -1 });
  const stream = await person.api.open('/events/stream', { queue_id: streamed }, AbortSignal.timeout(60_000));
  const isRead = stream.text();
  await network.pollsWaiting(2);
  return { poll, stream: isRead };
}

describe.each(Object.entries(ways))('when %s', (way, end) => {
  it('every credential of the account ends, and nobody else loses any', async () => {
    const holder = await newHolder();
    other ??= await newHolder();
    const before = await giveAll(kinds, holder);
    const ofOther = await giveAll(addresses, other);
    before.push(...(await giveAll(addresses, holder)));
    const open = await waiting(holder);
    await using steps = await BareSteps.start(network);
    await end(holder);
    const endedAt = performance.now();
    await Promise.all([open.poll, open.stream]);
    expect(performance.now() - endedAt).toBeLessThan(1_000 + steps.slowestMs());
    await network.caughtUp();
    for (const [kind, stillWorks] of before) {
      await until(`${kind} has ended`, async () => !(await stillWorks()));
    }
    expect(await works(other.person.api)).toBe(true);
    expect(await isSignedIn(other.page)).toBe(true);
    for (const [kind, stillWorks] of ofOther) expect([kind, await stillWorks()]).toEqual([kind, true]);
    const isDeactivation = way.includes('deactivated');
    if (!isDeactivation) expect(await works(holder.bot.api)).toBe(true);
    const { entries } = await owner.api.get('/realm/audit_log', {
      user_id: holder.person.userId,
      action: 'user.access_ended',
    });
    expect(entries).toHaveLength(1);
  });
});

it('each kind of credential works until then', async () => {
  const holder = await newHolder();
  for (const [kind, give] of Object.entries({ ...kinds, ...addresses })) {
    expect([kind, await (await give(holder))()]).toEqual([kind, true]);
  }
});

describe('a person who ends all access', () => {
  it('can keep the session of the request, whose event queue ends and is registered again', async () => {
    const { page, person } = await newHolder();
    const other = await signedInWithCode(person);
    const { queue_id } = await page.ok('POST', '/register', { event_types: ['message'] });
    const answer = await page.ok('POST', '/users/me/end_access', { except_current_session: true });
    expect(answer).toMatchObject({ sessions: 1, api_keys: 0 });
    expect([await isSignedIn(page), await isSignedIn(other)]).toEqual([true, false]);
    await until('the queue has ended', async () => {
      const { body } = await page.raw('GET', '/events', { queue_id, last_event_id: -1, dont_block: true });
      return body.code === 'BAD_EVENT_QUEUE_ID';
    });
    const again = await page.ok('POST', '/register', { event_types: ['message'] });
    await page.ok('GET', '/events', { queue_id: again.queue_id, last_event_id: -1, dont_block: true });
    const refused = await person.api.raw('POST', '/users/me/end_access', { except_current_session: true });
    expect(refused.status).toBe(401);
  });

  it('is told by mail', async () => {
    const { person } = await newHolder();
    await person.api.post('/users/me/end_access');
    const { text } = await mailbox.waitFor(person.email, 'All access to your account');
    expect(text).toContain('all API keys and sessions of your account were ended');
  });

  it('keeps no session with an API key', async () => {
    const { person } = await newHolder();
    const { status, body } = await person.api.raw('POST', '/users/me/end_access', {
      except_current_session: true,
    });
    expect([status, body.msg]).toEqual([400, 'Only sessions of browsers can be kept.']);
    expect(await works(person.api)).toBe(true);
  });

  it('gets a list of the bots that go on, and ends them, too, with a tick', async () => {
    const { person, page, bot } = await newHolder();
    const { email } = await bot.api.get('/users/me');
    const named = network.client({ email, apiKey: await storedKey(bot.userId) });
    const first = await page.ok('POST', '/users/me/end_access', { except_current_session: true });
    expect(first.bots).toEqual([
      { user_id: bot.userId, full_name: expect.stringContaining('Bot'), is_ended: false },
    ]);
    expect([await works(bot.api), await works(named)]).toEqual([true, true]);
    const second = await owner.api.post(`/users/${person.userId}/end_access`, { end_bots: true });
    expect(second.bots).toMatchObject([{ user_id: bot.userId, is_ended: true }]);
    await network.caughtUp();
    expect([await works(bot.api), await works(named)]).toEqual([false, false]);
  });
});

/** Stores a named key as it was made before its person had a second factor, which keys of bots cannot do now. Returns the key. */
async function storedKey(userId: number): Promise<string> {
  const key = 'k'.repeat(32);
  await db.execute(sql`
    insert into user_admin.named_keys (user_id, key_sha256, name, is_read_only)
    values (${userId}, sha256(${key}::bytea), 'Of the bot', false)`);
  return key;
}

/** Opens another browser session of a person who has an authenticator app. */
async function signedInWithCode(person: Person): Promise<SessionClient> {
  const page = newPage();
  const { body } = await page.raw('POST', '/sessions', passwordOf(person));
  const { secret } = holders.get(person.userId)!;
  for (const offset of [0, 1]) {
    const { status } = await complete(page, { token: body.token, code: codeAt(secret, offset) });
    if (status === 200) return page;
  }
  throw new Error('The person cannot sign in.');
}

describe('all access of another account', () => {
  it('is ended by administrators, but that of an owner only by owners', async () => {
    const { admin, member, guest } = await organization.add('admin', 'member', 'guest');
    await owner.api.patch(`/users/${admin!.userId}`, { role: 200 });
    await owner.api.patch(`/users/${guest!.userId}`, { role: 600 });
    for (const path of ['end_access', 'api_keys'] as const) {
      const call = (by: Person, of: Person) =>
        path === 'end_access'
          ? by.api.raw('POST', `/users/${of.userId}/end_access`)
          : by.api.raw('DELETE', `/users/${of.userId}/api_keys`);
      for (const person of [member!, guest!]) {
        const { status, body } = await call(person, admin!);
        expect([status, body.msg]).toEqual([400, 'Insufficient permission']);
      }
      const { status, body } = await call(admin!, owner);
      expect([status, body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
    }
    expect((await admin!.api.raw('GET', `/users/${owner.userId}/api_keys`)).body.code).toBe(
      'UNAUTHORIZED_PRINCIPAL',
    );
    await admin!.api.post(`/users/${member!.userId}/end_access`);
    await network.caughtUp();
    expect([await works(member!.api), await works(admin!.api), await works(owner.api)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('may be a bot, for its owner and administrators', async () => {
    const { keeper, stranger } = await organization.add('keeper', 'stranger');
    const { user_id, api_key, bot } = await keeper!.api.post('/bots', {
      full_name: 'Kept',
      short_name: 'kept',
    });
    const api = network.client({ email: bot.email, apiKey: api_key });
    expect((await stranger!.api.raw('POST', `/users/${user_id}/end_access`)).status).toBe(400);
    expect(await works(api)).toBe(true);
    await keeper!.api.post(`/users/${user_id}/end_access`);
    await network.caughtUp();
    expect(await works(api)).toBe(false);
  });
});

describe('API keys of another account', () => {
  it('are listed with their last use, and ended one by one or together', async () => {
    const { person, page } = await newHolder();
    const make = (name: string) => page.ok('POST', '/users/me/api_keys', { name, areas: ['users'] });
    const keys = [await make('One'), await make('Two'), await make('Three')];
    const clients = keys.map(({ api_key }) => network.client({ email: person.email, apiKey: api_key }));
    expect(await Promise.all([...clients, person.api].map(works))).toEqual([true, true, true, true]);
    const path = `/users/${person.userId}/api_keys`;
    const { api_keys, account_key } = await owner.api.get(path);
    expect(api_keys).toMatchObject(
      ['Three', 'Two', 'One'].map((name) => ({
        name,
        areas: ['users'],
        last_used: expect.any(Number),
        last_used_address: '127.0.0.1',
      })),
    );
    expect(account_key).toEqual({
      created: expect.any(Number),
      last_used: expect.any(Number),
      last_used_address: '127.0.0.1',
    });
    const works3 = async () => {
      await network.caughtUp();
      return Promise.all([...clients, person.api].map(works));
    };
    await owner.api.delete(`${path}/${keys[0]!.key_id}`);
    expect(await works3()).toEqual([false, true, true, true]);
    await owner.api.delete(`${path}/0`);
    expect(await works3()).toEqual([false, true, true, false]);
    expect(await owner.api.delete(path)).toMatchObject({ count: 3 });
    expect(await works3()).toEqual([false, false, false, false]);
    expect(await isSignedIn(page)).toBe(true);
    const { body } = await owner.api.raw('DELETE', `${path}/${keys[0]!.key_id}`);
    expect(body.msg).toBe('No such API key');
    const { entries } = await owner.api.get('/realm/audit_log', { user_id: person.userId, limit: 20 });
    // Entries of other services arrive later.
    const actions: string[] = entries.map(({ action }: Body) => action);
    expect(actions.filter((action) => action.startsWith('user.api_key_')).slice(0, 5)).toEqual([
      'user.api_key_renewed',
      'user.api_key_deleted',
      'user.api_key_deleted',
      'user.api_key_renewed',
      'user.api_key_deleted',
    ]);
  });
});

it('the use of an own API key is stored once an hour for an address, and sooner for another one', async () => {
  const { user } = await organization.add('user');
  const stored = async () =>
    db.one<{ at: Date; address: string }>(sql`
      select api_key_last_used_at as at, api_key_last_used_address as address
        from user_admin.credentials where user_id = ${user!.userId}`);
  const age = (minutes: number, address = '127.0.0.1') =>
    db.execute(sql`update user_admin.credentials set api_key_last_used_address = ${address},
      api_key_last_used_at = now() - make_interval(mins => ${minutes}) where user_id = ${user!.userId}`);
  const verify = () =>
    network.asOperator((operator, call) =>
      operator.verifyApiKey(
        {
          email: user!.email,
          keySha256: createHash('sha256').update(user!.apiKey).digest(),
          knowsScopes: true,
          isOfWebhook: false,
        },
        { ...call, remoteAddress: '127.0.0.1' },
      ),
    );
  for (const [minutes, address, isStored] of [
    [50, '127.0.0.1', false],
    [61, '127.0.0.1', true],
    [2, '192.0.2.1', true],
  ] as const) {
    await age(minutes, address);
    const before = await stored();
    await verify();
    const after = await stored();
    expect([minutes, address, after.at > before.at]).toEqual([minutes, address, isStored]);
    if (isStored) expect(after.address).toBe('127.0.0.1');
  }
});
