import { createHash } from 'node:crypto';
import { sql } from '@parley/db';
import type { Call } from '@parley/rpc';
import { testCall } from '@parley/rpc/testing';
import { eventually } from '@parley/test-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { as, type Env, isWaitingForLock, operator, owner, startEnv } from './support.ts';

// A gateway accepts a key for up to a second after its end, and a request can take longer. So user-admin checks keys again where it
// hands out what outlasts them.

let env: Env;
beforeAll(async () => {
  env = await startEnv();
});
afterAll(() => env?.stop());

const everything = { isReadOnly: false, areas: [] };

/** Creates an API key of the owner. Returns its ID, and a call that is made with it. */
async function keyOf(expiresInSeconds: number): Promise<{ keyId: number; call: Call }> {
  const { keyId, apiKey } = await env.client.createNamedKey(
    { name: 'Script', scope: everything, expiresInSeconds },
    as(env.ownerId),
  );
  const keySha256 = createHash('sha256').update(apiKey).digest('base64');
  return { keyId, call: testCall({ principal: { userId: env.ownerId, keySha256 } }) };
}

/** Opens a session of the owner. Returns its ID, and a call that is made in it. */
async function session(): Promise<{ sessionId: number; call: Call }> {
  const { sessionId } = await env.db.one<{ sessionId: number }>(sql`
    insert into user_admin.sessions (user_id, token_sha256, expires_at, client, address)
    values (${env.ownerId}, sha256(random()::text::bytea), now() + interval '1 day', 'test', '')
    returning session_id as "sessionId"`);
  return { sessionId, call: testCall({ principal: { userId: env.ownerId, sessionId } }) };
}

/** Makes calls that give addresses of archives, or confirm credentials. Returns the codes of their errors; undefined for successes. */
const refusals = (call: Call): Promise<(string | undefined)[]> =>
  Promise.all(
    [
      env.client.checkCredential({}, call),
      env.client.listExports({}, call),
      env.client.listPersonExports({ userId: env.ownerId }, call),
    ].map((answer: Promise<unknown>) =>
      answer.then(
        () => undefined,
        ({ code }) => code,
      ),
    ),
  );

const none = [undefined, undefined, undefined];
const all = ['UNAUTHORIZED', 'UNAUTHORIZED', 'UNAUTHORIZED'];

it('a key gets addresses of exports until it ends, and not afterwards', async () => {
  const { keyId, call } = await keyOf(0);
  expect(await refusals(call)).toEqual(none);
  await env.client.deleteNamedKey({ keyId }, as(env.ownerId));
  expect(await refusals(call)).toEqual(all);
});

it('a session gets addresses of exports until it ends, and not afterwards', async () => {
  const { sessionId, call } = await session();
  expect(await refusals(call)).toEqual(none);
  await env.client.endSession({ sessionId }, as(env.ownerId));
  expect(await refusals(call)).toEqual(all);
});

it('a key that expires makes and shows no other key', async () => {
  const { keyId, call } = await keyOf(3_600);
  const { userId: botUserId } = await env.client.addBot(
    { fullName: 'Helper', shortName: 'helper', botType: 1 },
    as(env.ownerId),
  );
  const attempts = (by: Call) => [
    () => env.client.createNamedKey({ name: 'Other', scope: everything, expiresInSeconds: 0 }, by),
    () => env.client.rotateNamedKey({ keyId, overlapSeconds: 60 }, by),
    () => env.client.getApiKey({ botUserId }, by),
    () => env.client.regenerateApiKey({ botUserId }, by),
    () => env.client.regenerateApiKey({ botUserId: 0 }, by),
    () => env.client.addBot({ fullName: 'Other', shortName: 'other', botType: 1 }, by),
  ];
  for (const attempt of attempts(call))
    await expect(attempt()).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
  const { call: lasting } = await keyOf(0);
  for (const attempt of attempts(lasting)) await attempt();
});

it('changes of two people by each other lock both in the same order', async () => {
  const target = await env.account('target');
  expect(target).toBeGreaterThan(env.ownerId);
  const lock = (userId: number) =>
    sql`select 1 from user_admin.users where user_id = ${userId} for no key update nowait`;
  await env.client.setRights({ email: owner.email, changeUserEmails: true }, operator());
  let renamed: Promise<unknown> | undefined;
  await env.db.tx(async (tx) => {
    await tx.many(lock(env.ownerId));
    renamed = env.client.updateUser(
      {
        user: { user: { $case: 'userId', userId: target } },
        fullName: 'Renamed',
        role: undefined,
        newEmail: 'renamed@test.example',
        profileData: [],
      },
      as(env.ownerId),
    );
    await eventually(() => isWaitingForLock(env.db));
    // The request waits for the account with the smaller ID, and does not hold the other one yet.
    await tx.many(lock(target));
  });
  await renamed;
});
