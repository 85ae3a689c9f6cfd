import type { AnyNetwork, Body, Organization, Person } from '@parley/test-kit';
import { testPassword } from '@parley/test-kit';
import { totpCode, totpStep } from '../../../services/user-admin/src/access/domain/totp.ts';
import { SessionClient } from '../client/session-client.ts';

const password = testPassword;

/**
 * Returns the code of a time step: `offset` steps after the current one. Each time step's code is accepted only once, so tests
 * also use codes of the previous and of future steps.
 */
export const codeAt = (secret: string, offset: number, nowMs = Date.now()) =>
  totpCode(secret, totpStep(nowMs) + offset);

/** Returns the parameters of a password sign-in. */
export const passwordOf = ({ email }: Person) => ({ username: email, password });

/** Performs the second step of a sign-in. */
export const complete = (page: SessionClient, given: Body) =>
  page.raw('POST', '/sessions/second_factor', given);

export const isSignedIn = async (page: SessionClient) => (await page.raw('GET', '/users/me')).status === 200;

/**
 * Returns functions that perform steps of sign-ins in browsers.
 * @param started returns the network and the organization. It is a function because test files call `signInSteps` before these
 * exist
 */
export function signInSteps(started: () => { network: AnyNetwork; organization: Organization }) {
  const add = async (name: string): Promise<Person> => (await started().organization.add(name))[name]!;

  /** Returns a simulated browser whose requests are distributed over the gateways. */
  const newPage = () => new SessionClient(() => started().network.gatewayUrl());

  async function signedIn(person: Person): Promise<SessionClient> {
    const page = newPage();
    await page.ok('POST', '/sessions', passwordOf(person));
    return page;
  }

  /** Performs the first step of a sign-in in a new browser. */
  async function begin(person: Person) {
    const page = newPage();
    const { status, body } = await page.raw('POST', '/sessions', passwordOf(person));
    return { page, status, body, token: body.token as string };
  }

  /** Adds a person with an authenticator app. The enrolment uses the code of the previous time step. */
  async function withApp(name: string) {
    const person = await add(name);
    const page = await signedIn(person);
    const { secret } = await page.ok('POST', '/users/me/second_factors/totp');
    const confirm = () =>
      page.raw('POST', '/users/me/second_factors/totp/confirmation', { code: codeAt(secret, -1) });
    let confirmed = await confirm();
    // Retries, because the next time step may have begun since the code was computed.
    if (confirmed.status !== 200) confirmed = await confirm();
    if (confirmed.status !== 200) throw new Error(`The app is not confirmed: ${confirmed.body.msg}`);
    return { person, page, secret: secret as string, codes: confirmed.body.recovery_codes as string[] };
  }

  return { add, newPage, signedIn, begin, withApp };
}
