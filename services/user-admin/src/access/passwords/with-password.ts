/** Authenticates people by password, to get an API key or to open a browser session. */
import { errors, ParleyError, required } from '@parley/core';
import type { Tx } from '@parley/db';
import type { Call } from '@parley/rpc';
import { emailKey } from '@parley/rules';
import { requireActiveOrganization } from '../../kernel/caller.ts';
import { findUserByEmail, lockUser } from '../../kernel/db/people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import { acceptsPasswords, asksLdap } from '../../kernel/domain/sign-in-methods.ts';
import type { DbScope, TxScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { type Credentials, findCredentials } from '../db/credentials.ts';
import {
  deleteFailures,
  deleteLatestFailure,
  insertFailure,
  lockAccount,
  recentFailures,
} from '../db/failed-sign-ins.ts';
import {
  accountKeyOf,
  accountKeysOf,
  addressKeyOf,
  unansweredKeyOf,
  wrongCredentials,
} from '../signing-in/attempt-keys.ts';
import { auditFailedSignIn } from '../signing-in/failed-sign-in.ts';
import { recordSignIn } from '../signing-in/first-sign-in.ts';

/** Maximum number of failed sign-ins in the window, per account and per network address. */
const maxFailuresOfAccount = 5;
const maxFailuresOfAddress = 100;
/** Attempts that the LDAP directory did not answer, per account and address. Counted separately from failed sign-ins. */
const maxUnansweredOfAccount = 20;
const maxUnansweredOfAddress = 2_000;
const windowSeconds = 30 * 60;

type SignIn = { username: string; password: string };
type SignedIn = { person: Person; credentials: Credentials };
type Outcome<T> = { kind: 'accepted'; value: T } | { kind: 'refused'; error: ParleyError };

/**
 * Checks a password, and runs `use` for its person in the same transaction. The LDAP directory, if there is one, checks
 * passwords that do not match the stored hash. Attempts on one account are serialized on all replicas. An attempt on an unknown
 * account takes the same time.
 * @throws AUTHENTICATION_FAILED, RATE_LIMIT_HIT, REALM_DEACTIVATED, PASSWORD_AUTH_DISABLED; BAD_REQUEST when the person's mail
 * address in the directory is invalid or not permitted; UNAVAILABLE while too many people sign in, or when the directory does
 * not answer
 */
export async function withPassword<T>(
  ctx: Ctx,
  scope: DbScope,
  signIn: SignIn,
  use: (tx: TxScope, person: Person, credentials: Credentials) => Promise<T>,
): Promise<T> {
  await requireActiveOrganization(scope);
  const settings = await scope.settings();
  const hasOwn = acceptsPasswords(settings);
  const ldap = asksLdap(settings) ? ctx.ldap : undefined;
  if (!hasOwn && !ldap) await requirePasswords(scope);
  // Refusals are returned and not thrown, so that the transaction commits and the failure is counted.
  const outcome = await ctx.passwords.signIn(
    () =>
      scope.transaction<Outcome<T>>(async (tx) => {
        const found = await attempt(ctx, tx, signIn, { hasOwn, hasLdap: ldap !== undefined });
        if (found instanceof ParleyError) return { kind: 'refused', error: found };
        await recordSignIn(tx, found.person);
        return { kind: 'accepted', value: await use(tx, found.person, found.credentials) };
      }),
    scope.call.signal,
  );
  if (outcome.kind === 'accepted') return outcome.value;
  const isWrong = outcome.error.code === 'AUTHENTICATION_FAILED';
  if (!isWrong) throw outcome.error;
  // The attempt is already counted as a failure. So parallel guesses are limited while the directory is asked. An accepted
  // password deletes the failure.
  const identity = await ldap
    ?.signIn(signIn.username, signIn.password, scope.call.signal)
    .catch(async (error: unknown) => {
      await scope.transaction((tx) => countUnanswered(tx, signIn.username, hasOwn));
      throw error;
    });
  if (!identity) {
    ctx.telemetry.signInRefused('wrong');
    if (ldap) await scope.transaction((tx) => auditFailure(tx, signIn.username));
    throw outcome.error;
  }
  return scope.write(async (tx) => {
    const person = await required(ldap, 'directory').accountOf(tx, identity);
    await forgiveFailure(tx, signIn.username);
    return use(tx, person, required(await findCredentials(tx, person.userId), 'credentials of an account'));
  });
}

/** Records in the audit log that neither this server nor the directory accepted a password. */
async function auditFailure(tx: TxScope, username: string): Promise<void> {
  await auditFailedSignIn(tx, { person: await findUserByEmail(tx, emailKey(username)), reason: 'wrong' });
}

/** Deletes the failure that was counted before the directory accepted the password. */
async function forgiveFailure(tx: TxScope, username: string): Promise<void> {
  const person = await findUserByEmail(tx, emailKey(username));
  const login = person?.deliveryEmail ?? username;
  const [, address] = limitsOf(login, tx.call);
  await deleteFailures(tx, ...accountKeysOf(login), ...accountKeysOf(username));
  if (address) await deleteLatestFailure(tx, address.key);
}

/** An unavailable directory must not lock people out. Attempts that this server compared, too, have a separate, higher limit. */
async function countUnanswered(tx: TxScope, username: string, hasOwn: boolean): Promise<void> {
  const person = await findUserByEmail(tx, emailKey(username));
  for (const { key } of limitsOf(person?.deliveryEmail ?? username, tx.call)) {
    await deleteLatestFailure(tx, key);
    if (hasOwn) await insertFailure(tx, unansweredKeyOf(key), windowSeconds);
  }
}

/** Checks that people may sign in with passwords that this server stores. @throws PASSWORD_AUTH_DISABLED otherwise */
export async function requirePasswords(scope: DbScope): Promise<void> {
  if (acceptsPasswords(await scope.settings())) return;
  throw new ParleyError('PASSWORD_AUTH_DISABLED', 'Password authentication is disabled in this organization');
}

async function attempt(
  ctx: Ctx,
  tx: TxScope,
  { username, password }: SignIn,
  { hasOwn, hasLdap }: { hasOwn: boolean; hasLdap: boolean },
): Promise<ParleyError | SignedIn> {
  const person = await findUserByEmail(tx, emailKey(username));
  // Attempts with the API address and with the real address of a person count towards the same limit.
  const limits = limitsOf(person?.deliveryEmail ?? username, tx.call);
  const [account] = limits;
  await lockAccount(tx, account.key);
  for (const { key, allowed } of hasLdap ? [...limits, ...limits.map(unanswered)] : limits) {
    const failures = await recentFailures(tx, key, windowSeconds, allowed);
    if (failures.count < allowed) continue;
    ctx.telemetry.signInRefused('limited');
    return errors.rateLimitHit(Math.max(1, Math.ceil(windowSeconds - failures.oldestAgeSeconds)));
  }
  const credentials = await findCredentials(tx, person?.userId ?? 0);
  const matches = hasOwn && (await ctx.passwords.matches(password, credentials?.passwordHash));
  if (!person || !credentials || !matches) {
    await countFailure(tx, limits);
    // With a directory, the attempt has not failed yet, because the directory may accept the password.
    if (!hasLdap) await auditFailedSignIn(tx, { person, reason: 'wrong' });
    return wrongCredentials();
  }
  await deleteFailures(tx, account.key, unansweredKeyOf(account.key));
  if (!person.isActive) {
    ctx.telemetry.signInRefused('deactivated');
    await auditFailedSignIn(tx, { person, reason: 'deactivated' });
    return errors.userDeactivated();
  }
  // Checks again after locking the person. The password may have changed, or the account may have been deactivated, during the
  // comparison. Those changes lock the person, too.
  const present = await lockUser(tx, person.userId);
  const { passwordHash } = (await findCredentials(tx, person.userId)) ?? {};
  if (!present?.isActive || passwordHash !== credentials.passwordHash) return wrongCredentials();
  return { person: present, credentials };
}

type Limit = { key: Buffer; allowed: number; allowedUnanswered: number };

/** Returns the limit of attempts that the directory did not answer. */
const unanswered = ({ key, allowedUnanswered }: Limit): Pick<Limit, 'key' | 'allowed'> => ({
  key: unansweredKeyOf(key),
  allowed: allowedUnanswered,
});

async function countFailure(tx: Tx, limits: readonly Limit[]): Promise<void> {
  for (const { key } of limits) await insertFailure(tx, key, windowSeconds);
}

function limitsOf(username: string, { remoteAddress }: Call): [Limit, ...Limit[]] {
  const account = {
    key: accountKeyOf(username),
    allowed: maxFailuresOfAccount,
    allowedUnanswered: maxUnansweredOfAccount,
  };
  if (!remoteAddress) return [account];
  const address = {
    key: addressKeyOf(remoteAddress),
    allowed: maxFailuresOfAddress,
    allowedUnanswered: maxUnansweredOfAddress,
  };
  return [account, address];
}

/** Counts an attempt like a sign-in. @throws BAD_REQUEST for a wrong password; otherwise the errors of `withPassword` */
export async function requireOwnPassword(
  ctx: Ctx,
  scope: DbScope,
  person: Person,
  password: string,
): Promise<void> {
  const signIn = { username: person.deliveryEmail, password };
  await withPassword(ctx, scope, signIn, async (_tx, found) => {
    // The directory may return the entry of a different person for this name.
    if (found.userId !== person.userId) throw wrongCredentials();
  }).catch((error: unknown) => {
    const isWrong = error instanceof ParleyError && error.code === 'AUTHENTICATION_FAILED';
    throw isWrong ? errors.badRequest('Wrong password!') : error;
  });
}
