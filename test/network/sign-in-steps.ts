import type { AnyNetwork, Body, Organization, Person } from '@parley/test-kit';
import { totpCode, totpStep } from '../../services/user-admin/src/identity/domain/totp.ts';
import { SessionClient } from './session-client.ts';

const password = 'parley-test';

/**
 * Returns the code of the present time step, or of one so many steps later. Codes are accepted once for each time step, so
 * tests take them from later steps than the clock shows.
 */
export const codeAt = (secret: string, offset: number, nowMs = Date.now()) =>
  totpCode(secret, totpStep(nowMs) + offset);

/** Returns the parameters of a sign-in with the password of a person. */
export const passwordOf = ({ email }: Person) => ({ username: email, password });

/** Makes the second step of a sign-in. */
export const complete = (page: SessionClient, given: Body) =>
  page.raw('POST', '/sessions/second_factor', given);

export const isSignedIn = async (page: SessionClient) => (await page.raw('GET', '/users/me')).status === 200;

/**
 * Returns steps of sign-ins of people in browsers.
 * @param started returns what the test file has started, because it calls this function before it starts anything
 */
export function signInSteps(started: () => { network: AnyNetwork; organization: Organization }) {
  const add = async (name: string): Promise<Person> => (await started().organization.add(name))[name]!;

  /** Returns a browser whose requests are distributed over the gateways. */
  const newPage = () => new SessionClient(() => started().network.gatewayUrl());

  async function signedIn(person: Person): Promise<SessionClient> {
    const page = newPage();
    await page.ok('POST', '/sessions', passwordOf(person));
    return page;
  }

  /** Makes the first step of a sign-in in a new browser. */
  async function begin(person: Person) {
    const page = newPage();
    const { status, body } = await page.raw('POST', '/sessions', passwordOf(person));
    return { page, status, body, token: body.token as string };
  }

  /** Adds a person with an authenticator app. Its first code is of the step before the current one. */
  async function withApp(name: string) {
    const person = await add(name);
    const page = await signedIn(person);
    const { secret } = await page.ok('POST', '/users/me/second_factors/totp');
    const confirm = () =>
      page.raw('POST', '/users/me/second_factors/totp/confirmation', { code: codeAt(secret, -1) });
    let confirmed = await confirm();
    // The next time step may have begun since the code was computed.
    if (confirmed.status !== 200) confirmed = await confirm();
    if (confirmed.status !== 200) throw new Error(`The app is not confirmed: ${confirmed.body.msg}`);
    return { person, page, secret: secret as string, codes: confirmed.body.recovery_codes as string[] };
  }

  return { add, newPage, signedIn, begin, withApp };
}
