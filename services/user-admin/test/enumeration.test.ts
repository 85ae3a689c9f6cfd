import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Env, nobody, startEnv } from './support.ts';

// Nobody learns from an answer, or from how long it takes, whether there is an account of an address.

let env: Env;
const names = ['ann', 'ben', 'cleo', 'dan', 'eve', 'fay', 'gus', 'hal'];

beforeAll(async () => {
  env = await startEnv();
  for (const name of names) await env.account(name);
});
afterAll(() => env.stop());

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** What a wrong password leads to: the refusal, and the time that it took. */
async function attempt(username: string): Promise<{ refusal: unknown; tookMs: number }> {
  const begun = performance.now();
  const error = await env.client.fetchApiKey({ username, password: 'a wrong one' }, nobody()).catch((e) => e);
  const { code, message, status } = error;
  return { refusal: { code, message, status }, tookMs: performance.now() - begun };
}

it('does the same work for a wrong password and for no account, and says the same', async () => {
  const known: number[] = [];
  const unknown: number[] = [];
  const refusals = new Set<string>();
  // The first hash also makes the one that stands in for those that are not there.
  await attempt('warm-up@demo.example');
  // In turns, so that whatever else the machine does falls on both; under the limit of each account.
  for (let round = 0; round < 4; round++) {
    for (const name of names) {
      for (const [username, times] of [
        [`${name}@demo.example`, known],
        [`no-${name}-${round}@demo.example`, unknown],
      ] as const) {
        const { refusal, tookMs } = await attempt(username);
        refusals.add(JSON.stringify(refusal));
        times.push(tookMs);
      }
    }
  }
  expect([...refusals]).toEqual([
    JSON.stringify({
      code: 'AUTHENTICATION_FAILED',
      message: 'Your username or password is incorrect',
      status: 401,
    }),
  ]);
  // Without the work for who is not there the quotient is above 3.
  const quotient = median(known) / median(unknown);
  expect(quotient).toBeGreaterThan(1 / 1.8);
  expect(quotient).toBeLessThan(1.8);
});

it('answers who asks for a new password before it looks for an account', async () => {
  const answers = await Promise.all(
    ['ann@demo.example', 'nobody@demo.example', 'not an address', ''].map((email) =>
      env.client.requestPasswordReset({ email }, nobody()),
    ),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});
