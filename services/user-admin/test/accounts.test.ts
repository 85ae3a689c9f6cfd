import { ParleyError } from '@parley/core';
import { sql } from '@parley/db';
import { roles } from '@parley/rules';
import { toSettingValues } from '@parley/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashApiKey } from '../src/access/domain/secrets.ts';
import { as, type Env, isWaitingForLock, operator, owner, startEnv } from './support.ts';

let env: Env;

beforeAll(async () => {
  env = await startEnv({ hasEvents: true });
});
afterAll(() => env.stop());

/** Returns the code, message and fields of the error with which a call is refused. */
async function refusal(promise: Promise<unknown>): Promise<{ code: string; msg: string; fields: object }> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ParleyError)) throw new Error(`no refusal: ${error}`);
  return { code: error.code, msg: error.message, fields: error.fields };
}

const newUser = (over: object) => ({
  email: 'somebody@demo.example',
  password: 'parley-tests-only',
  fullName: 'Somebody',
  role: 0,
  ...over,
});

describe('creating the organization', () => {
  it('happens once, also when two operators do it concurrently', async () => {
    const fresh = await startEnv({ empty: true });
    const request = {
      name: 'Once',
      ownerEmail: owner.email,
      ownerPassword: owner.password,
      ownerFullName: 'First',
    };
    const both = await Promise.all([
      fresh.client.createOrganization(request, operator()),
      fresh.other.createOrganization(request, operator()),
    ]);
    expect(both.map(({ created }) => created).sort()).toEqual([false, true]);
    expect(both[0]!.ownerUserId).toBe(both[1]!.ownerUserId);
    await fresh.stop();
  });

  it('is required: earlier requests are answered with UNAVAILABLE', async () => {
    const fresh = await startEnv({ empty: true });
    expect((await refusal(fresh.client.getOrganization({}, operator()))).code).toBe('UNAVAILABLE');
    expect((await fresh.client.listGroups({}, operator())).groups).toEqual([]);
    await fresh.stop();
  });

  it('is refused on behalf of a person', async () => {
    const request = {
      name: 'No',
      ownerEmail: 'a@b.example',
      ownerPassword: 'parley-tests-only',
      ownerFullName: 'A',
    };
    expect((await refusal(env.client.createOrganization(request, as(env.ownerId)))).code).toBe(
      'UNAUTHORIZED_PRINCIPAL',
    );
  });

  it('creates the system groups, each containing the next', async () => {
    const { groups, snapshot } = await env.client.listGroups({}, operator());
    expect(groups.map(({ rule }) => rule)).toEqual([
      'role:internet',
      'role:everyone',
      'role:members',
      'role:fullmembers',
      'role:moderators',
      'role:administrators',
      'role:owners',
      'role:nobody',
    ]);
    expect(groups.slice(0, 6).map(({ directSubgroupIds }) => directSubgroupIds)).toEqual(
      groups.slice(1, 7).map(({ groupId }) => [groupId]),
    );
    expect(groups.slice(6).map(({ directSubgroupIds }) => directSubgroupIds)).toEqual([[], []]);
    expect(snapshot!.xmin).toBeGreaterThan(0);
  });
});

describe('creating an account', () => {
  it('emits the events for clients and caches in the same commit', async () => {
    await env.events();
    const userId = await env.account('newcomer');
    const events = await env.events();
    expect(events.map(({ kind }) => kind)).toEqual([
      'user-admin.user.created',
      'user-admin.group.members_added',
      'user-admin.group.members_added',
    ]);
    const [created] = events;
    expect(created!.fact!.value).toMatchObject({
      $case: 'userChanged',
      userChanged: { user: { userId, email: 'newcomer@demo.example', role: 400, isActive: true } },
    });
    expect(created!.deliveries.map(({ audience }) => audience!.maxRole)).toEqual([600]);
    const event = JSON.parse(created!.deliveries[0]!.json.toString());
    expect(event).toMatchObject({
      type: 'realm_user',
      op: 'add',
      person: { user_id: userId, delivery_email: 'newcomer@demo.example', is_bot: false, profile_data: {} },
    });
    const { users } = await env.client.resolveUsers({ userIds: [userId], emails: [] }, operator());
    expect(created!.fact!.value).toMatchObject({ userChanged: { user: users[0] } });
  });

  it('hides the address from readers who may not see it', async () => {
    await env.db.execute(
      sql`update user_admin.organization set user_settings_defaults = '{"email_address_visibility": 3}'`,
    );
    const userId = await env.account('shy');
    await env.db.execute(sql`update user_admin.organization set user_settings_defaults = '{}'`);
    const created = (await env.events()).find(({ kind }) => kind === 'user-admin.user.created')!;
    const people = created.deliveries.map(({ audience, json }) => [
      audience!.maxRole,
      JSON.parse(json.toString()).person,
    ]);
    expect(people).toEqual([
      [
        200,
        expect.objectContaining({ email: `user${userId}@chat.test`, delivery_email: 'shy@demo.example' }),
      ],
      [600, expect.objectContaining({ email: `user${userId}@chat.test`, delivery_email: null })],
    ]);
    const found = await env.client.resolveUsers(
      { userIds: [], emails: [`USER${userId}@chat.test`, 'shy@demo.example'] },
      operator(),
    );
    expect(found.users.map((user) => user.userId)).toEqual([userId]);
  });

  it.each([
    [{ email: 'nobody' }, 'Enter a valid email address.'],
    [{ email: 'a b@demo.example' }, 'Enter a valid email address.'],
    [{ email: 'a@b@demo.example' }, 'Enter a valid email address.'],
    [{ email: 'user7@chat.test' }, 'This email address is reserved.'],
    [{ fullName: '  ' }, 'Name too short!'],
    [{ fullName: 'x'.repeat(101) }, 'Name too long!'],
    [{ fullName: 'a*b' }, 'Invalid characters in name!'],
    [{ fullName: 'a\u0000b' }, 'Invalid characters in name!'],
    [{ fullName: 'ann|17' }, 'Invalid format!'],
    [{ password: 'short' }, 'The password must have at least 12 characters.'],
    [{ password: 'x'.repeat(101) }, 'The password must have at most 100 characters.'],
    [{ password: 'Somebody@demo.example' }, 'The password is too weak.'],
    [
      { password: 'iloveyou1234' },
      'This password is easily guessed: it was leaked somewhere, or follows a pattern. Choose another one.',
    ],
    [{ email: 'OWNER@demo.example' }, 'Email is already in use.'],
  ])('refuses %j', async (over, msg) => {
    expect(await refusal(env.client.createUser(newUser(over), as(env.ownerId)))).toMatchObject({
      code: 'BAD_REQUEST',
      msg,
    });
  });

  it('creates an account for only one of two concurrent requests for an address', async () => {
    const attempts = await Promise.allSettled(
      [env.client, env.other].map((client) =>
        client.createUser(newUser({ email: 'Race@demo.example' }), as(env.ownerId)),
      ),
    );
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('does not deadlock with a person who accepts an invitation to the address', async () => {
    const email = 'awaited@demo.example';
    const holder = await env.account('somebody');
    const terms = { inviteAs: 400, expiresInMinutes: 0, neverExpires: true, channelIds: [], groupIds: [] };
    await env.client.sendInvitations(
      {
        emails: email,
        terms: { ...terms, includeDefaultChannels: false, welcomeText: undefined },
        notifyReferrer: false,
      },
      as(env.ownerId),
    );
    let making: Promise<unknown> | undefined;
    await env.db.tx(async (tx) => {
      // Locks the invitation before the address, like the code for joining with an invitation.
      await tx.execute(sql`select 1 from user_admin.invitations where email = ${email} for update`);
      making = refusal(
        env.client.createUser(
          { email, password: 'parley-tests-only', fullName: 'Two', role: 0 },
          as(env.ownerId),
        ),
      );
      const answered = making.then((answer) => {
        throw new Error(`The account was refused without waiting: ${JSON.stringify(answer)}`);
      });
      answered.catch(() => undefined);
      await Promise.race([expect.poll(() => isWaitingForLock(env.db)).toBe(true), answered]);
      await tx.execute(
        sql`update user_admin.users set delivery_email_key = ${email} where user_id = ${holder}`,
      );
    });
    expect(await making).toMatchObject({ code: 'BAD_REQUEST', msg: 'Email is already in use.' });
  });

  it('is refused to members, and allowed with the right to create accounts', async () => {
    const member = await env.account('eager');
    expect(await refusal(env.client.createUser(newUser({}), as(member)))).toMatchObject({
      code: 'BAD_REQUEST',
      msg: 'User not authorized to create users',
    });
    await env.db.execute(sql`update user_admin.users set can_create_users = true where user_id = ${member}`);
    const { userId } = await env.client.createUser(newUser({ email: 'by-eager@demo.example' }), as(member));
    expect(userId).toBeGreaterThan(member);
  });

  it('enforces unique names where the organization wants them', async () => {
    await env.account('Twin');
    await env.db.execute(
      sql`update user_admin.organization set settings = settings || '{"require_unique_names": true}'`,
    );
    const refused = await refusal(
      env.client.createUser(newUser({ email: 'twin2@demo.example', fullName: 'tWIN' }), as(env.ownerId)),
    );
    await env.db.execute(
      sql`update user_admin.organization set settings = settings - 'require_unique_names'`,
    );
    expect(refused.msg).toBe('Unique names required in this organization.');
  });

  it('lets only operators choose a role', async () => {
    const request = newUser({ email: 'admin@demo.example', role: 200 });
    expect((await refusal(env.client.createUser(request, as(env.ownerId)))).msg).toBe('Invalid role.');
    expect((await refusal(env.client.createUser({ ...request, role: 150 }, operator()))).msg).toBe(
      'Invalid role.',
    );
    const { userId } = await env.client.createUser(request, operator());
    const { users } = await env.client.resolveUsers({ userIds: [userId], emails: [] }, operator());
    expect(users[0]!.role).toBe(200);
  });

  it('is refused to unknown and deactivated callers', async () => {
    expect((await refusal(env.client.createUser(newUser({}), as(999_999)))).code).toBe('UNAUTHORIZED');
    const gone = await env.account('gone');
    await env.db.execute(sql`update user_admin.users set is_active = false where user_id = ${gone}`);
    expect((await refusal(env.client.getOwnUser({}, as(gone)))).code).toBe('USER_DEACTIVATED');
  });
});

describe('bots', () => {
  it('belong to their owner; a repeated request returns the same bot', async () => {
    const ownerUserId = await env.account('keeper');
    await env.events();
    const request = { ownerUserId, email: 'helper-bot@demo.example', fullName: 'Helper' };
    const bot = await env.client.createBot(request, operator());
    expect(await env.client.createBot(request, operator())).toEqual(bot);
    const events = await env.events();
    const created = events.find(({ kind }) => kind === 'user-admin.bot.created')!;
    expect(created.deliveries[0]!.audience).toMatchObject({ userIds: [ownerUserId], maxRole: 200 });
    expect(events.map((event) => JSON.stringify(event)).join()).not.toContain(bot.apiKey);
    expect(
      (
        await env.client.verifyApiKey(
          { email: request.email, keySha256: hashApiKey(bot.apiKey), knowsScopes: true, isOfWebhook: false },
          operator(),
        )
      ).user,
    ).toMatchObject({ userId: bot.userId, isBot: true, botOwnerId: ownerUserId });
  });

  it('are reactivated by another bot only while their owner is active', async () => {
    const leaver = await env.account('bot-leaver');
    const newBot = async (ownerUserId: number, name: string) =>
      (await env.client.createBot({ ownerUserId, email: `${name}@demo.example`, fullName: name }, operator()))
        .userId;
    const [administrator, bot] = [
      await newBot(env.ownerId, 'ruling-bot'),
      await newBot(leaver, 'sleeping-bot'),
    ];
    const change = { fullName: undefined, role: roles.administrator, ownerUserId: undefined };
    await env.client.updateBot({ botUserId: administrator, ...change }, as(env.ownerId));
    const deactivate = (userId: number) =>
      env.client.deactivateUser(
        { user: { user: { $case: 'userId', userId } }, comment: '', mustBeBot: false, actions: undefined },
        as(env.ownerId),
      );
    const reactivate = () => env.client.reactivateUser({ userId: bot }, as(administrator));
    await deactivate(bot);
    await reactivate();
    await deactivate(leaver);
    expect(await refusal(reactivate())).toMatchObject({
      code: 'BAD_REQUEST',
      msg: 'The owner of the bot is deactivated.',
    });
    const found = sql`select is_active, bot_owner_id from user_admin.users where user_id = ${bot}`;
    expect(await env.db.one(found)).toEqual({ is_active: false, bot_owner_id: leaver });
    // A bot can reactivate a person, who has no owner.
    await env.client.reactivateUser({ userId: leaver }, as(administrator));
    await reactivate();
  });

  it('have no password to sign in with', async () => {
    const username = 'helper-bot@demo.example';
    expect((await refusal(env.client.fetchApiKey({ username, password: '' }, operator()))).code).toBe(
      'AUTHENTICATION_FAILED',
    );
  });
});

describe('signing in', () => {
  it('returns the API key for the password, the same each time', async () => {
    const username = ' Owner@Demo.Example ';
    const first = await env.client.fetchApiKey({ username, password: owner.password }, operator());
    expect(first).toMatchObject({ email: owner.email, userId: env.ownerId });
    expect(first.apiKey).toMatch(/^[0-9A-Za-z]{32}$/);
    expect(await env.other.fetchApiKey({ username, password: owner.password }, operator())).toEqual(first);
    expect(await env.client.devFetchApiKey({ username: owner.email }, operator())).toEqual(first);
  });

  it('records the first sign-in as the join date of a person whose account was created for them', async () => {
    const settings = (waiting_period_threshold: number) =>
      env.client.updateOrganization(
        { changes: toSettingValues({ waiting_period_threshold }) },
        as(env.ownerId),
      );
    const userId = await env.account('expected');
    const tenDaysAgo = Math.floor(Date.now() / 1000) - 10 * 86_400;
    const joinAt = (seconds: number) =>
      env.db.execute(sql`
        update user_admin.users set joined_at = to_timestamp(${seconds}) where user_id = ${userId}`);
    const joinedAt = async () => {
      const { users } = await env.client.resolveUsers({ userIds: [userId], emails: [] }, operator());
      return users[0]!.joinedAt;
    };
    await joinAt(tenDaysAgo);
    await settings(5);
    const signIn = () =>
      env.client.fetchApiKey(
        { username: 'expected@demo.example', password: 'parley-tests-only' },
        operator(),
      );
    await env.events();
    await signIn();
    expect(await joinedAt()).toBeGreaterThan(tenDaysAgo + 9 * 86_400);
    const events = await env.events();
    expect(events.map(({ kind }) => kind)).toEqual([
      'user-admin.user.changed',
      'user-admin.group.members_removed',
    ]);
    expect(events[0]!.fact!.value).toMatchObject({
      userChanged: { user: { userId, joinedAt: await joinedAt() } },
    });
    await joinAt(tenDaysAgo);
    await signIn();
    expect(await joinedAt()).toBe(tenDaysAgo);
    expect(await env.events()).toEqual([]);
    await settings(0);
  });

  it('stores neither keys nor passwords', async () => {
    const { apiKey } = await env.client.devFetchApiKey({ username: owner.email }, operator());
    const row = await env.db.one<Record<string, unknown>>(
      sql`select * from user_admin.credentials where user_id = ${env.ownerId}`,
    );
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$/);
    expect(Buffer.concat([row.api_key_sealed as Buffer, row.api_key_sha256 as Buffer]).includes(apiKey)).toBe(
      false,
    );
  });

  it('answers a wrong password and an unknown account identically', async () => {
    const wrong = await refusal(
      env.client.fetchApiKey({ username: owner.email, password: 'wrong' }, operator()),
    );
    const unknown = await refusal(
      env.client.fetchApiKey({ username: 'ghost@demo.example', password: 'wrong' }, operator()),
    );
    expect(wrong).toEqual(unknown);
    expect(wrong.code).toBe('AUTHENTICATION_FAILED');
  });

  it.each(['limited@demo.example', 'no-such-account@demo.example'])(
    'allows five wrong passwords, also with concurrent attempts on two replicas: %s',
    async (username) => {
      if (username.startsWith('limited')) await env.account('limited');
      const attempts = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          refusal(
            (index % 2 ? env.client : env.other).fetchApiKey({ username, password: 'wrong' }, operator()),
          ),
        ),
      );
      const codes = attempts.map(({ code }) => code);
      expect(codes.filter((code) => code === 'AUTHENTICATION_FAILED')).toHaveLength(5);
      expect(codes.filter((code) => code === 'RATE_LIMIT_HIT')).toHaveLength(7);
      const right = await refusal(
        env.client.fetchApiKey({ username, password: 'parley-tests-only' }, operator()),
      );
      expect(right.code).toBe('RATE_LIMIT_HIT');
      const retryAfter = (right.fields as { 'retry-after': number })['retry-after'];
      expect(retryAfter).toBeGreaterThan(1700);
      expect(retryAfter).toBeLessThanOrEqual(1800);
    },
  );

  it('forgets failures after half an hour, and after the right password', async () => {
    await env.account('forgiven');
    const username = 'forgiven@demo.example';
    const guess = () => refusal(env.client.fetchApiKey({ username, password: 'wrong' }, operator()));
    for (let attempt = 0; attempt < 5; attempt++) await guess();
    expect((await guess()).code).toBe('RATE_LIMIT_HIT');
    await env.db.execute(
      sql`update user_admin.failed_sign_ins set failed_at = failed_at - interval '30 minutes'`,
    );
    for (let attempt = 0; attempt < 4; attempt++) await guess();
    await env.client.fetchApiKey({ username, password: 'parley-tests-only' }, operator());
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await guess()).code).toBe('AUTHENTICATION_FAILED');
    }
  });

  it('reveals that an account is deactivated only after the right password', async () => {
    const userId = await env.account('left');
    await env.db.execute(sql`update user_admin.users set is_active = false where user_id = ${userId}`);
    const attempt = (password: string) =>
      refusal(env.client.fetchApiKey({ username: 'left@demo.example', password }, operator()));
    expect((await attempt('wrong')).code).toBe('AUTHENTICATION_FAILED');
    expect((await attempt('parley-tests-only')).code).toBe('USER_DEACTIVATED');
  });

  it('requires a password outside development', async () => {
    const production = await startEnv({ env: 'production' });
    expect(
      (await refusal(production.client.devFetchApiKey({ username: owner.email }, operator()))).code,
    ).toBe('BAD_REQUEST');
    await production.stop();
  });
});

describe('verifying a key', () => {
  it('returns the account for either address, and refuses everything else with the same error', async () => {
    const { apiKey } = await env.client.devFetchApiKey({ username: owner.email }, operator());
    const verify = (email: string, key: string) =>
      env.client.verifyApiKey(
        { email, keySha256: hashApiKey(key), knowsScopes: true, isOfWebhook: false },
        operator(),
      );
    const { user, snapshot } = await verify('OWNER@demo.example', apiKey);
    expect(user).toMatchObject({ userId: env.ownerId, role: 100 });
    expect(snapshot!.lsn).toBeGreaterThan(0);
    const refused = { code: 'UNAUTHORIZED', msg: 'Invalid API key', fields: {} };
    expect(await refusal(verify('ghost@demo.example', apiKey))).toEqual(refused);
    expect(await refusal(verify(owner.email, 'x'.repeat(32)))).toEqual(refused);
    expect(await refusal(verify('', ''))).toEqual(refused);
  });
});
