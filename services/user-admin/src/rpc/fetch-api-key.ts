import { errors, ParleyError } from '@parley/core';
import { emailKey } from '@parley/directory/rules';
import type { FetchApiKeyRequest, FetchApiKeyResponse } from '@parley/proto/useradmin/v1/user_admin';
import { accountKeyOf, wrongCredentials } from '../accounts.ts';
import type { Ctx } from '../context.ts';
import { findCredentials } from '../db/credentials.ts';
import { deleteFailures, insertFailure, lockAccount, recentFailures } from '../db/failed-sign-ins.ts';
import { readRealm } from '../db/realm.ts';
import { findUserByEmail } from '../db/users.ts';

/** Wrong passwords of one account within the window, after which it has to wait. */
const failuresAllowed = 5;
const windowSeconds = 30 * 60;

type Outcome = { kind: 'accepted'; response: FetchApiKeyResponse } | { kind: 'refused'; error: ParleyError };

/**
 * The API key of whoever knows the account's password. Attempts at one account take turns, on all replicas, and
 * cost the same whether there is such an account or not.
 */
export async function fetchApiKey(
  ctx: Ctx,
  { username, password }: FetchApiKeyRequest,
): Promise<FetchApiKeyResponse> {
  const { settings } = await readRealm(ctx.db, ctx.config);
  if (!settings.authentication_methods.Email) {
    throw new ParleyError(
      'PASSWORD_AUTH_DISABLED',
      'Password authentication is disabled in this organization',
    );
  }
  const outcome = await ctx.passwords.signIn(() => attempt(ctx, username, password));
  if (outcome.kind === 'refused') throw outcome.error;
  ctx.telemetry.signedIn(outcome.response.userId);
  return outcome.response;
}

/** In one transaction, which commits also when the attempt is refused: failures must count. */
function attempt(ctx: Ctx, username: string, password: string): Promise<Outcome> {
  const accountKey = accountKeyOf(username);
  return ctx.db.tx<Outcome>(async (tx) => {
    await lockAccount(tx, accountKey);
    const failures = await recentFailures(tx, accountKey, windowSeconds, failuresAllowed);
    if (failures.count >= failuresAllowed) {
      ctx.telemetry.signInRefused('limited');
      const wait = Math.max(1, Math.ceil(windowSeconds - failures.oldestAgeSeconds));
      return { kind: 'refused', error: errors.rateLimitHit(wait) };
    }
    const person = await findUserByEmail(tx, emailKey(username));
    const credentials = await findCredentials(tx, person?.userId ?? 0);
    const matches = await ctx.passwords.matches(password, credentials?.passwordHash);
    if (!person || !credentials || !matches) {
      await insertFailure(tx, accountKey, windowSeconds);
      ctx.telemetry.signInRefused('wrong');
      return { kind: 'refused', error: wrongCredentials() };
    }
    if (failures.count > 0) await deleteFailures(tx, accountKey);
    if (!person.isActive) {
      ctx.telemetry.signInRefused('deactivated');
      return { kind: 'refused', error: errors.userDeactivated() };
    }
    const apiKey = ctx.sealer.open(credentials.apiKeySealed, person.userId);
    return { kind: 'accepted', response: { apiKey, email: person.deliveryEmail, userId: person.userId } };
  });
}
