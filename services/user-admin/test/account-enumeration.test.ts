import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Env, operator, startEnv } from './support.ts';

// Tests that neither the response to a sign-in nor its duration reveals whether an address has an account.

let env: Env;
const names = ['ann', 'ben', 'cleo', 'dan', 'eve', 'fay', 'gus', 'hal'];

beforeAll(async () => {
  env = await startEnv();
  for (const name of names) await env.account(name);
});
afterAll(() => env.stop());

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/**
 * Tries to sign in with a wrong password. Returns the refusal, and the CPU time of this process in milliseconds. CPU time is
 * used because other processes do not affect it.
 */
async function attempt(username: string): Promise<{ refusal: unknown; tookMs: number }> {
  const begun = process.cpuUsage();
  const error = await env.client
    .fetchApiKey({ username, password: 'a wrong one' }, operator())
    .catch((e) => e);
  const { code, message, status } = error;
  const { user, system } = process.cpuUsage(begun);
  return { refusal: { code, message, status }, tookMs: (user + system) / 1_000 };
}

it('answers a wrong password and an unknown account identically, after the same amount of work', async () => {
  const known: number[] = [];
  const unknown: number[] = [];
  const refusals = new Set<string>();
  // The first attempt also computes the hash that is compared for unknown accounts.
  await attempt('warm-up@demo.example');
  // Attempts with known and unknown accounts alternate, so that other load affects both. Their number stays below the limit of
  // failed sign-ins per account.
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
  // If no hash were compared for unknown accounts, this quotient would be above 3.
  const quotient = median(known) / median(unknown);
  expect(quotient).toBeGreaterThan(1 / 1.8);
  expect(quotient).toBeLessThan(1.8);
});

it('answers a request for a new password before it looks for the account', async () => {
  const answers = await Promise.all(
    ['ann@demo.example', 'nobody@demo.example', 'not an address', ''].map((email) =>
      env.client.requestPasswordReset({ email }, operator()),
    ),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});
