import { testPassword } from '@parley/test-kit';
import type { Scenario } from '../bench.ts';
import { addressOf, besideSends, type Phase, peopleCount, type SignIn } from '../sign-ins-beside-sends.ts';

/** Sign-ins per second: the promised rate, and a rate that needs more password hashes than two cores can compute. */
const [usualPerSecond, excessivePerSecond] = [50, 150];

/** Measures sends while many people sign in with passwords. Each sign-in computes an Argon2 hash. */
export const signIns: Scenario = async (bench) => {
  const people = await bench.people(peopleCount);
  const signIn = passwordSignIn((turn) => ({ username: people[turn]!.email, password: testPassword }));
  const phase = (perSecond: number): Phase => ({
    name: `${perSecond} sign-ins a second`,
    sorts: 'with passwords',
    perSecond,
    signIn,
    hasAim: perSecond === usualPerSecond,
    success: 200,
    namesRetry: true,
  });
  return besideSends(bench, [phase(usualPerSecond), phase(excessivePerSecond)]);
};

/**
 * Returns a function that signs in with the password form.
 * @param given returns the user name and password of a person
 */
export const passwordSignIn =
  (given: (person: number) => { username: string; password: string }): SignIn =>
  (pool, turn) =>
    pool.request({
      method: 'POST',
      path: '/api/v1/fetch_api_key',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...addressOf(turn) },
      body: new URLSearchParams(given(turn % peopleCount)).toString(),
      headersTimeout: 60_000,
    });
