import { emit, type Tx } from '@parley/db';
import type { Call } from '@parley/rpc';
import { audit } from '../../kernel/audit.ts';
import type { Ctx } from '../context.ts';
import { replaceApiKey } from '../db/credentials.ts';
import { hashApiKey, newApiKey } from '../domain/sealing.ts';
import { apiKeyRevoked } from '../events/people.ts';

/** A new key; every replica stops taking the old one when it hears of it, at the latest within a second. */
export async function renewApiKey(ctx: Ctx, tx: Tx, call: Call, userId: number): Promise<string> {
  const apiKey = newApiKey();
  await replaceApiKey(tx, userId, {
    apiKeySha256: hashApiKey(apiKey),
    apiKeySealed: ctx.sealer.seal(apiKey, userId),
  });
  await emit(tx, apiKeyRevoked(userId));
  await audit(tx, call, { action: 'user.api_key_renewed', userId });
  return apiKey;
}
