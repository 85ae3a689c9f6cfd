/** Authenticates people by their passwords, for API keys and browser sessions alike. */
import { errors, ParleyError } from '@parley/core';
import type { Tx } from '@parley/db';
import type { Call } from '@parley/rpc';
import { emailKey } from '@parley/rules';
import { requireActiveOrganization } from '../../kernel/caller.ts';
import { findUserByEmail, lockUser } from '../../kernel/db/people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import { acceptsPasswords, asksDirectory } from '../../kernel/domain/sign-in-methods.ts';
import type { Scope, TxScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { type Credentials, findCredentials } from '../db/credentials.ts';
import {
  deleteFailures,
  deleteLatestFailure,
  insertFailure,
  lockAccount,
  recentFailures,
} from '../db/failed-sign-ins.ts';
import { resolveAccount } from '../sign-in/resolve-account.ts';
import {
  accountKeyOf,
  accountKeysOf,
  addressKeyOf,
  unansweredKeyOf,
  wrongCredentials,
} from './attempt-keys.ts';
import { auditFailedSignIn } from './failed-sign-in.ts';
import { recordSignIn } from './first-sign-in.ts';

/**
 * Number of wrong passwords within the window after which the limit of an account, or of a network address, applies.
 */
const maxFailuresOfAccount = 5;
const maxFailuresOfAddress = 100;
/** The corresponding limits for attempts that the directory did not answer. They are counted separately. */
const maxUnansweredOfAccount = 20;
const maxUnansweredOfAddress = 2_000;
const windowSeconds = 30 * 60;

type SignIn = { username: string; password: string };
type SignedIn = { person: Person; credentials: Credentials };
type Outcome<T> = { kind: 'accepted'; value: T } | { kind: 'refused'; error: ParleyError };

/**
 * Checks a password and runs `use` for its person, in the same transaction. Attempts on one account are serialized on
 * all replicas, and cost the same whether the account exists or not. A password that is not the account's own is
 * checked by the directory, where one is configured.
 * @throws AUTHENTICATION_FAILED, RATE_LIMIT_HIT, USER_DEACTIVATED, PASSWORD_AUTH_DISABLED, UNAVAILABLE while too many
 * people sign in
 */
export async function withPassword<T>(
  ctx: Ctx,
  scope: Scope,
  signIn: SignIn,
  use: (tx: TxScope, person: Person, credentials: Credentials) => Promise<T>,
): Promise<T> {
  await requireActiveOrganization(scope);
  const settings = await scope.settings();
  const hasOwn = acceptsPasswords(settings);
  const directory = asksDirectory(settings) ? ctx.directory : undefined;
  if (!hasOwn && !directory) await requirePasswords(scope);
  // The transaction also commits when the attempt is refused, because the failure must be counted.
  const outcome = await ctx.passwords.signIn(
    () =>
      scope.transaction<Outcome<T>>(async (tx) => {
        const found = await attempt(ctx, tx, signIn, { hasOwn, hasDirectory: directory !== undefined });
        if (found instanceof ParleyError) return { kind: 'refused', error: found };
        await recordSignIn(tx, found.person);
        return { kind: 'accepted', value: await use(tx, found.person, found.credentials) };
      }),
    scope.call.signal,
  );
  if (outcome.kind === 'accepted') return outcome.value;
  const isWrong = outcome.error.code === 'AUTHENTICATION_FAILED';
  if (!isWrong) throw outcome.error;
  // The attempt was counted as a failure, so parallel guesses are limited while the directory is asked.
  const identity = await directory
    ?.signIn(signIn.username, signIn.password, scope.call.signal)
    .catch(async (error: unknown) => {
      await scope.transaction((tx) => countUnanswered(tx, signIn.username, hasOwn));
      throw error;
    });
  if (!identity) {
    ctx.telemetry.signInRefused('wrong');
    if (directory) await scope.transaction((tx) => auditFailure(tx, signIn.username));
    throw outcome.error;
  }
  return scope.write(async (tx) => {
    const person = await resolveAccount(ctx, tx, identity, ctx.directoryOptions);
    await forgiveFailure(tx, signIn.username);
    return use(tx, person, (await findCredentials(tx, person.userId))!);
  });
}

/** Records a password that neither this server nor the directory accepted. */
async function auditFailure(tx: TxScope, username: string): Promise<void> {
  await auditFailedSignIn(tx, { person: await findUserByEmail(tx, emailKey(username)), reason: 'wrong' });
}

/** Takes back the failure that was counted before the directory accepted the password. */
async function forgiveFailure(tx: TxScope, username: string): Promise<void> {
  const person = await findUserByEmail(tx, emailKey(username));
  const login = person?.deliveryEmail ?? username;
  const [, address] = limitsOf(login, tx.call);
  await deleteFailures(tx, ...accountKeysOf(login), ...accountKeysOf(username));
  if (address) await deleteLatestFailure(tx, address.key);
}

/**
 * Removes the failure that was counted before a directory that did not answer was asked, so that such a directory locks
 * no one out. Where this server compared the password, too, the attempt may have been a guess, so it counts towards a
 * higher limit.
 */
async function countUnanswered(tx: TxScope, username: string, hasOwn: boolean): Promise<void> {
  const person = await findUserByEmail(tx, emailKey(username));
  for (const { key } of limitsOf(person?.deliveryEmail ?? username, tx.call)) {
    await deleteLatestFailure(tx, key);
    if (hasOwn) await insertFailure(tx, unansweredKeyOf(key), windowSeconds);
  }
}

/** Checks that people may sign in with passwords that this server stores. @throws PASSWORD_AUTH_DISABLED */
export async function requirePasswords(scope: Scope): Promise<void> {
  if (acceptsPasswords(await scope.settings())) return;
  throw new ParleyError('PASSWORD_AUTH_DISABLED', 'Password authentication is disabled in this organization');
}

async function attempt(
  ctx: Ctx,
  tx: TxScope,
  { username, password }: SignIn,
  { hasOwn, hasDirectory }: { hasOwn: boolean; hasDirectory: boolean },
): Promise<ParleyError | SignedIn> {
  const person = await findUserByEmail(tx, emailKey(username));
  // Attempts with the API address and with the real address of a person share one limit.
  const limits = limitsOf(person?.deliveryEmail ?? username, tx.call);
  const [account] = limits;
  await lockAccount(tx, account.key);
  for (const { key, allowed } of hasDirectory ? [...limits, ...limits.map(unanswered)] : limits) {
    const failures = await recentFailures(tx, key, windowSeconds, allowed);
    if (failures.count < allowed) continue;
    ctx.telemetry.signInRefused('limited');
    return errors.rateLimitHit(Math.max(1, Math.ceil(windowSeconds - failures.oldestAgeSeconds)));
  }
  const credentials = await findCredentials(tx, person?.userId ?? 0);
  const matches = hasOwn && (await ctx.passwords.matches(password, credentials?.passwordHash));
  if (!person || !credentials || !matches) {
    await countFailure(tx, limits);
    // The directory may accept the password.
    if (!hasDirectory) await auditFailedSignIn(tx, { person, reason: 'wrong' });
    return wrongCredentials();
  }
  await deleteFailures(tx, account.key, unansweredKeyOf(account.key));
  if (!person.isActive) {
    ctx.telemetry.signInRefused('deactivated');
    await auditFailedSignIn(tx, { person, reason: 'deactivated' });
    return errors.userDeactivated();
  }
  // The password may have been replaced, or the account deactivated, while it was compared. Both lock the person first.
  const present = await lockUser(tx, person.userId);
  const { passwordHash } = (await findCredentials(tx, person.userId)) ?? {};
  if (!present?.isActive || passwordHash !== credentials.passwordHash) return wrongCredentials();
  return { person: present, credentials };
}

type Limit = { key: Buffer; allowed: number; allowedUnanswered: number };

/** Returns the limit of attempts that the directory has not answered. */
const unanswered = ({ key, allowedUnanswered }: Limit): Pick<Limit, 'key' | 'allowed'> => ({
  key: unansweredKeyOf(key),
  allowed: allowedUnanswered,
});

async function countFailure(tx: Tx, limits: readonly Limit[]): Promise<void> {
  for (const { key } of limits) await insertFailure(tx, key, windowSeconds);
}

/** Returns the limit of the account, and the limit of the network address when it is known. */
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
  await withPassword(ctx, scope, signIn, async (_tx, found) => {
    // The directory may return the entry of another person for the login.
    if (found.userId !== person.userId) throw wrongCredentials();
  }).catch((error: unknown) => {
    const isWrong = error instanceof ParleyError && error.code === 'AUTHENTICATION_FAILED';
    throw isWrong ? errors.badRequest('Wrong password!') : error;
  });
}
