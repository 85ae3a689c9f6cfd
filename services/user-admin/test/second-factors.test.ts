import { createHash } from 'node:crypto';
import { ParleyError } from '@parley/core';
import { sql } from '@parley/db';
import type { FactorProof } from '@parley/proto/useradmin/v1/second_factors';
import type { Call } from '@parley/rpc';
import { testCall } from '@parley/rpc/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { totpCode, totpStep } from '../src/access/domain/totp.ts';
import { type Env, operator, startEnv } from './support.ts';

// Tests what administrators and operators can do for people who have lost or mistyped their second factors.

let env: Env;

beforeAll(async () => {
  env = await startEnv();
});
afterAll(() => env?.stop());

type Enroller = { userId: number; email: string; secret: string; tokenSha256: Buffer; inSession: Call };

/** Creates a person who has signed in with a browser and begun to add an authenticator app. */
async function enroller(name: string): Promise<Enroller> {
  const userId = await env.account(name);
  const email = `${name}@demo.example`;
  const { session } = await env.client.signIn({ username: email, password: 'parley-tests-only' }, operator());
  const tokenSha256 = createHash('sha256').update(session!.token).digest();
  const { sessionId } = await env.client.verifySession({ tokenSha256 }, operator());
  const inSession = testCall({ principal: { userId, sessionId } });
  const { secret } = await env.client.beginTotpEnrolment({ token: '' }, inSession);
  return { userId, email, secret, tokenSha256, inSession };
}

/** Performs the first step of a sign-in. Returns the token for the second step. */
async function beginSignIn(username: string): Promise<string> {
  const refusal = await env.client
    .signIn({ username, password: 'parley-tests-only' }, operator())
    .catch((error) => error);
  if (!(refusal instanceof ParleyError)) throw new Error(`No second factor was required: ${refusal}`);
  return refusal.fields.token as string;
}

const codeOf = (secret: string, offset: number) => totpCode(secret, totpStep(Date.now()) + offset);

it('an authenticator app that was never confirmed is no second factor to reset', async () => {
  const { userId, email, secret, tokenSha256, inSession } = await enroller('beginner');
  await env.db.execute(sql`delete from user_admin.outbox`);
  await expect(env.client.resetSecondFactors({ userId }, operator())).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'This person has no second factor.',
  });
  expect(await env.client.verifySession({ tokenSha256 }, operator())).toMatchObject({ userId });
  expect(await env.db.many(sql`select 1 from user_admin.outbox`)).toEqual([]);
  // The refused reset does not end the enrolment.
  await env.client.confirmTotp({ token: '', code: codeOf(secret, 0) }, inSession);
  await env.client.resetSecondFactors({ userId }, operator());
  await expect(env.client.verifySession({ tokenSha256 }, operator())).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  });
  expect(
    (await env.client.signIn({ username: email, password: 'parley-tests-only' }, operator())).userId,
  ).toBe(userId);
});

it('an operator lets a person sign in again after too many wrong codes', async () => {
  const { userId, email, secret, inSession } = await enroller('fumbler');
  await env.client.confirmTotp({ token: '', code: codeOf(secret, 0) }, inSession);
  const complete = async (proof: FactorProof['proof']) =>
    env.client.completeSignIn({ token: await beginSignIn(email), proof: { proof } }, operator());
  // The code of the next time step, because the enrolment has used the current one.
  const withCode = () => complete({ $case: 'code', code: codeOf(secret, 1) });
  for (let attempt = 0; attempt < 5; attempt++) {
    await expect(complete({ $case: 'recoveryCode', recoveryCode: 'wrong' })).rejects.toMatchObject({
      code: 'AUTHENTICATION_FAILED',
    });
  }
  await expect(withCode()).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT' });
  await env.client.deleteSignInFailures({ email }, operator());
  expect((await withCode()).userId).toBe(userId);
});
