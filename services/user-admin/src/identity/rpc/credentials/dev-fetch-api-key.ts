import { errors } from '@parley/core';
import type { DevFetchApiKeyRequest, DevFetchApiKeyResponse } from '@parley/proto/useradmin/v1/user_admin';
import type { Call } from '@parley/rpc';
import { emailKey } from '@parley/rules';
import { findUserByEmail } from '../../../kernel/db/people.ts';
import type { Ctx } from '../../context.ts';
import { wrongCredentials } from '../../credentials/attempts.ts';
import { noteSignIn } from '../../credentials/first-sign-in.ts';
import { findCredentials } from '../../db/credentials.ts';

/**
 * Anybody's API key, without a password; only on a server for development (contract, `dev-fetch-api-key`).
 * @throws BAD_REQUEST
 */
export async function devFetchApiKey(
  ctx: Ctx,
  { username }: DevFetchApiKeyRequest,
  call: Call,
): Promise<DevFetchApiKeyResponse> {
  if (!ctx.config.isDevelopment) throw errors.badRequest('DevAuthBackend not enabled.');
  const person = await findUserByEmail(ctx.db, emailKey(username));
  const credentials = person && (await findCredentials(ctx.db, person.userId));
  if (!person || !credentials || person.isSystemBot) throw wrongCredentials();
  if (!person.isActive) throw errors.userDeactivated();
  if (person.awaitsSignIn) await ctx.db.tx((tx) => noteSignIn(ctx, tx, person, call));
  const apiKey = ctx.sealer.open(credentials.apiKeySealed, person.userId);
  return { apiKey, email: person.deliveryEmail, userId: person.userId };
}
