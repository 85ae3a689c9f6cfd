import { emit } from '@parley/db';
import { handOut } from '@parley/rules';
import { audit } from '../../kernel/audit.ts';
import type { TxScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { storeApiKey } from '../db/credentials.ts';
import { hashApiKey, newApiKey } from '../domain/secrets.ts';
import { apiKeyRevoked } from '../events/people.ts';

/**
 * Replaces the API key of an account, and returns the new key. Replicas of the gateway refuse the old key as soon as they read
 * the event, within a second.
 * @throws ACCESS_DENIED for an API key with limits
 */
export async function replaceApiKey(ctx: Pick<Ctx, 'sealer'>, tx: TxScope, userId: number): Promise<string> {
  const apiKey = handOut('API key', newApiKey(), tx.call.principal);
  await storeApiKey(tx, userId, {
    apiKeySha256: hashApiKey(apiKey),
    apiKeySealed: ctx.sealer.seal(apiKey, userId),
  });
  await emit(tx, apiKeyRevoked(userId));
  await audit(tx, { action: 'user.api_key_renewed', userId });
  return apiKey;
}
