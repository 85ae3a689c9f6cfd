import { sql } from '@parley/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, type Env, isWaitingForLock, operator, startEnv } from './support.ts';

// Tests that a person who is deactivated or demoted cannot keep a bot, an invitation or an account that they concurrently
// create through another replica.

let env: Env;
let count = 0;

beforeAll(async () => {
  env = await startEnv();
});
afterAll(() => env.stop());

const rounds = 5;
const user = (userId: number) => ({ user: { $case: 'userId' as const, userId } });

async function administrator(): Promise<number> {
  const name = `leaver-${++count}`;
  const account = { email: `${name}@demo.example`, password: 'parley-tests-only', fullName: name, role: 200 };
  return (await env.client.createUser(account, operator())).userId;
}

const deactivate = (userId: number) =>
  env.other.deactivateUser(
    { user: user(userId), comment: '', mustBeBot: false, actions: undefined },
    as(env.ownerId),
  );
const demote = (userId: number) =>
  env.other.updateUser(
    { user: user(userId), role: 400, fullName: undefined, newEmail: undefined, profileData: [] },
    as(env.ownerId),
  );

const terms = {
  inviteAs: 200,
  expiresInMinutes: 0,
  neverExpires: true,
  channelIds: [],
  groupIds: [],
  includeDefaultChannels: false,
  welcomeText: undefined,
};
const addBot = (userId: number) =>
  env.client.addBot({ fullName: 'Bot', shortName: `bot-${userId}`, botType: 1 }, as(userId));
const createLink = (userId: number) => env.client.createInvitationLink({ terms }, as(userId));
const invite = (userId: number) =>
  env.client.sendInvitations(
    { emails: `friend-of-${userId}@demo.example`, terms, notifyReferrer: false },
    as(userId),
  );

/**
 * Runs both operations concurrently, for several people. Returns the people's IDs. `make` may be refused because of `end`, but
 * must not fail for another reason.
 */
async function runConcurrently(
  make: (userId: number) => Promise<unknown>,
  end: (userId: number) => Promise<unknown>,
): Promise<number[]> {
  const leavers: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const leaver = await administrator();
    const [made, ended] = await Promise.allSettled([make(leaver), end(leaver)]);
    expect(ended.status).toBe('fulfilled');
    if (made.status === 'rejected') expect(made.reason).toMatchObject({ name: 'ParleyError' });
    leavers.push(leaver);
  }
  return leavers;
}

const activeBotsOf = (owners: readonly number[]) =>
  env.db.many(sql`
    select user_id from user_admin.users where bot_owner_id = any(${owners}::int8[]) and is_active`);
const openInvitationsOf = (inviters: readonly number[]) =>
  env.db.many(sql`
    select invitation_id from user_admin.invitations
     where invited_by = any(${inviters}::int8[]) and ended_at is null`);

describe('a person who is deactivated', () => {
  it('keeps no active bot', async () => {
    expect(await activeBotsOf(await runConcurrently(addBot, deactivate))).toEqual([]);
  });

  it('does not undo a concurrent change of their bots', async () => {
    const leaver = await administrator();
    const bot = await addBot(leaver);
    let ended: Promise<unknown> | undefined;
    await env.db.tx(async (tx) => {
      await tx.execute(sql`update user_admin.users set full_name = 'Renamed' where user_id = ${bot.userId}`);
      ended = deactivate(leaver);
      await expect.poll(() => isWaitingForLock(env.db)).toBe(true);
    });
    await ended;
    expect(
      await env.db.one(sql`
        select full_name, is_active from user_admin.users where user_id = ${bot.userId}`),
    ).toEqual({ full_name: 'Renamed', is_active: false });
  });

  it('gets no bot from another person', async () => {
    const give = async (ownerUserId: number) => {
      const { userId } = await addBot(env.ownerId).catch(() => ({ userId: 0 }));
      if (userId !== 0) bots.push(userId);
      const change = { fullName: undefined, role: undefined, ownerUserId };
      return env.client.updateBot({ botUserId: bots.at(-1)!, ...change }, as(env.ownerId));
    };
    const bots: number[] = [];
    const leavers = await runConcurrently(give, deactivate);
    expect(await activeBotsOf(leavers)).toEqual([]);
  });

  it.each([
    ['a link', createLink],
    ['a mail', invite],
  ])('leaves no open invitation by %s', async (_what, make) => {
    expect(await openInvitationsOf(await runConcurrently(make, deactivate))).toEqual([]);
  });

  it('creates no account after the deactivation', async () => {
    const create = (userId: number) =>
      env.client.createUser(
        { email: `heir-${userId}@demo.example`, password: 'parley-tests-only', fullName: 'Heir', role: 0 },
        as(userId),
      );
    const end = async (userId: number) => {
      await deactivate(userId);
      return env.db.one<{ now: string }>(sql`select clock_timestamp()::text as now`);
    };
    for (let round = 0; round < rounds; round++) {
      const leaver = await administrator();
      const [, ended] = await Promise.all([create(leaver).catch(() => undefined), end(leaver)]);
      const late = await env.db.many(sql`
        select user_id from user_admin.users
         where delivery_email = ${`heir-${leaver}@demo.example`} and joined_at > ${ended.now}::timestamptz`);
      expect(late).toEqual([]);
    }
  });
});

describe('a person who is demoted', () => {
  it('leaves no open invitation with the former role', async () => {
    expect(await openInvitationsOf(await runConcurrently(createLink, demote))).toEqual([]);
  });
});
