import { emit } from '@parley/db';
import { type Credential, handOut, type UserId } from '@parley/rules';
import { audit } from '../../kernel/audit.ts';
import { lockUser } from '../../kernel/db/people.ts';
import type { Proven } from '../../kernel/domain/proof.ts';
import { prove, vouch } from '../../kernel/proof.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { apiKeyRevoked } from '../../people/events/people.ts';
import type { Ctx } from '../context.ts';
import { storeApiKey } from '../db/credentials.ts';
import { hashApiKey, newApiKey } from '../domain/secrets.ts';

/** Replicas of the gateway refuse the old key within a second. @throws the errors of `prove` */
export async function replaceApiKey(
  ctx: Pick<Ctx, 'sealer'>,
  tx: TxScope,
  userId: UserId,
): Promise<Credential<'API key'>> {
  const apiKey = await store(ctx, tx, await prove(tx, 'api-key', userId));
  return handOut('API key', apiKey, tx.call.principal);
}

/** Ends the API key of an account. Nobody sees the new key that takes its place, so this needs no proof. */
export async function endApiKey(ctx: Pick<Ctx, 'sealer'>, tx: TxScope, userId: UserId): Promise<void> {
  await store(ctx, tx, vouch(tx, 'unseen', 'api-key', userId));
}

async function store(
  ctx: Pick<Ctx, 'sealer'>,
  tx: TxScope,
  userId: Proven<UserId, 'api-key'>,
): Promise<string> {
  await lockUser(tx, userId);
  const apiKey = newApiKey();
  await storeApiKey(tx, userId, {
    apiKeySha256: hashApiKey(apiKey),
    apiKeySealed: ctx.sealer.seal(apiKey, userId),
  });
  await emit(tx, apiKeyRevoked(userId));
  await audit(tx, { action: 'user.api_key_renewed', userId });
  return apiKey;
}
