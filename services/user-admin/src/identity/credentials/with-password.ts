/** Telling people by their passwords; for API keys and browser sessions alike. */
import { errors, ParleyError } from '@parley/core';
import type { Tx } from '@parley/db';
import type { Call } from '@parley/rpc';
import { emailKey } from '@parley/rules';
import { findUserByEmail } from '../../kernel/db/people.ts';
import { readRealm } from '../../kernel/db/realm.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { Ctx } from '../context.ts';
import { type Credentials, findCredentials } from '../db/credentials.ts';
import { deleteFailures, insertFailure, lockAccount, recentFailures } from '../db/failed-sign-ins.ts';
import { accountKeyOf, addressKeyOf, wrongCredentials } from './attempts.ts';
import { noteSignIn } from './first-sign-in.ts';

/** Wrong passwords within the window, after which an account, or a network address, has to wait. */
const failuresOfAccount = 5;
const failuresOfAddress = 100;
const windowSeconds = 30 * 60;

type Outcome<T> = { kind: 'accepted'; value: T } | { kind: 'refused'; error: ParleyError };

/**
 * Does `then` for whoever knows the account's password, in the same transaction. Attempts at one account take turns,
 * on all replicas, and cost the same whether there is such an account or not.
 */
export async function withPassword<T>(
  ctx: Ctx,
  { username, password }: { username: string; password: string },
  call: Call,
  then: (tx: Tx, person: Person, credentials: Credentials) => Promise<T>,
): Promise<T> {
  const { settings } = await readRealm(ctx.db, ctx.config);
  if (!settings.authentication_methods.Email) {
    throw new ParleyError(
      'PASSWORD_AUTH_DISABLED',
      'Password authentication is disabled in this organization',
    );
  }
  // In one transaction, which commits also when the attempt is refused: failures must count.
  const outcome = await ctx.passwords.signIn(() =>
    ctx.db.tx<Outcome<T>>(async (tx) => {
      const found = await attempt(ctx, tx, username, password, call);
      if (found instanceof ParleyError) return { kind: 'refused', error: found };
      await noteSignIn(ctx, tx, found.person, call);
      return { kind: 'accepted', value: await then(tx, found.person, found.credentials) };
    }),
  );
  if (outcome.kind === 'refused') throw outcome.error;
  return outcome.value;
}

async function attempt(
  ctx: Ctx,
  tx: Tx,
  username: string,
  password: string,
  call: Call,
): Promise<ParleyError | { person: Person; credentials: Credentials }> {
  const person = await findUserByEmail(tx, emailKey(username));
  // Who has two addresses, a shown and a real one, is one account.
  const limits = limitsOf(person?.deliveryEmail ?? username, call);
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
    for (const { key } of limits) await insertFailure(tx, key, windowSeconds);
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

/** The account first; the network address where there is one. */
function limitsOf(username: string, { remoteAddress }: Call): [Limit, ...Limit[]] {
  const account = { key: accountKeyOf(username), allowed: failuresOfAccount };
  if (!remoteAddress) return [account];
  return [account, { key: addressKeyOf(remoteAddress), allowed: failuresOfAddress }];
}

/** Whether a signed-in person gave their own password; counted like a sign-in. @throws BAD_REQUEST, RATE_LIMIT_HIT */
export async function requireOwnPassword(
  ctx: Ctx,
  person: Person,
  password: string,
  call: Call,
): Promise<void> {
  await withPassword(ctx, { username: person.deliveryEmail, password }, call, async () => undefined).catch(
    (error: unknown) => {
      const isWrong = error instanceof ParleyError && error.code === 'AUTHENTICATION_FAILED';
      throw isWrong ? errors.badRequest('Wrong password!') : error;
    },
  );
}
