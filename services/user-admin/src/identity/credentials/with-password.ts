/** Authenticates people by their passwords, for API keys and browser sessions alike. */
import { errors, ParleyError } from '@parley/core';
import type { Tx } from '@parley/db';
import type { Call } from '@parley/rpc';
import { emailKey } from '@parley/rules';
import { requireActiveOrganization } from '../../kernel/caller.ts';
import { findUserByEmail } from '../../kernel/db/people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { Scope, TxScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { type Credentials, findCredentials } from '../db/credentials.ts';
import { deleteFailures, insertFailure, lockAccount, recentFailures } from '../db/failed-sign-ins.ts';
import { accountKeyOf, addressKeyOf, wrongCredentials } from './attempt-keys.ts';
import { recordSignIn } from './first-sign-in.ts';

/**
 * Number of wrong passwords within the window after which the limit of an account, or of a network address, applies.
 */
const maxFailuresOfAccount = 5;
const maxFailuresOfAddress = 100;
const windowSeconds = 30 * 60;

type SignIn = { username: string; password: string };
type SignedIn = { person: Person; credentials: Credentials };
type Outcome<T> = { kind: 'accepted'; value: T } | { kind: 'refused'; error: ParleyError };

/**
 * Checks a password and runs `use` for its person, in the same transaction. Attempts on one account are serialized on
 * all replicas, and cost the same whether the account exists or not.
 * @throws AUTHENTICATION_FAILED, RATE_LIMIT_HIT, USER_DEACTIVATED, PASSWORD_AUTH_DISABLED
 */
export async function withPassword<T>(
  ctx: Ctx,
  scope: Scope,
  signIn: SignIn,
  use: (tx: TxScope, person: Person, credentials: Credentials) => Promise<T>,
): Promise<T> {
  await requireActiveOrganization(scope);
  if (!(await scope.settings()).authentication_methods.Email) {
    throw new ParleyError(
      'PASSWORD_AUTH_DISABLED',
      'Password authentication is disabled in this organization',
    );
  }
  // The transaction also commits when the attempt is refused, because the failure must be counted.
  const outcome = await ctx.passwords.signIn(() =>
    scope.transaction<Outcome<T>>(async (tx) => {
      const found = await attempt(ctx, tx, signIn);
      if (found instanceof ParleyError) return { kind: 'refused', error: found };
      await recordSignIn(tx, found.person);
      return { kind: 'accepted', value: await use(tx, found.person, found.credentials) };
    }),
  );
  if (outcome.kind === 'refused') throw outcome.error;
  return outcome.value;
}

async function attempt(
  ctx: Ctx,
  tx: TxScope,
  { username, password }: SignIn,
): Promise<ParleyError | SignedIn> {
  const person = await findUserByEmail(tx, emailKey(username));
  // Attempts with the API address and with the real address of a person share one limit.
  const limits = limitsOf(person?.deliveryEmail ?? username, tx.call);
  const [account] = limits;
  await lockAccount(tx, account.key);
  for (const { key, allowed } of limits) {
    const failures = await recentFailures(tx, key, windowSeconds, allowed);
    if (failures.count < allowed) continue;
    ctx.telemetry.signInRefused('limited');
    return errors.rateLimitHit(Math.max(1, Math.ceil(windowSeconds - failures.oldestAgeSeconds)));
  }
  const credentials = await findCredentials(tx, person?.userId ?? 0);
  const matches = await ctx.passwords.matches(password, credentials?.passwordHash);
  if (!person || !credentials || !matches) {
    await countFailure(tx, limits);
    ctx.telemetry.signInRefused('wrong');
    return wrongCredentials();
  }
  await deleteFailures(tx, account.key);
  if (!person.isActive) {
    ctx.telemetry.signInRefused('deactivated');
    return errors.userDeactivated();
  }
  return { person, credentials };
}

type Limit = { key: Buffer; allowed: number };

async function countFailure(tx: Tx, limits: readonly Limit[]): Promise<void> {
  for (const { key } of limits) await insertFailure(tx, key, windowSeconds);
}

/** Returns the limit of the account, and the limit of the network address when it is known. */
function limitsOf(username: string, { remoteAddress }: Call): [Limit, ...Limit[]] {
  const account = { key: accountKeyOf(username), allowed: maxFailuresOfAccount };
  if (!remoteAddress) return [account];
  return [account, { key: addressKeyOf(remoteAddress), allowed: maxFailuresOfAddress }];
}

/**
 * Checks that a signed-in person knows their own password. An attempt counts like a sign-in.
 * @throws BAD_REQUEST for a wrong password, RATE_LIMIT_HIT
 */
export async function requireOwnPassword(
  ctx: Ctx,
  scope: Scope,
  person: Person,
  password: string,
): Promise<void> {
  const signIn = { username: person.deliveryEmail, password };
  await withPassword(ctx, scope, signIn, async () => undefined).catch((error: unknown) => {
    const isWrong = error instanceof ParleyError && error.code === 'AUTHENTICATION_FAILED';
    throw isWrong ? errors.badRequest('Wrong password!') : error;
  });
}
