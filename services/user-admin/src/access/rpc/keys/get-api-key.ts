import type { GetApiKeyRequest, GetApiKeyResponse } from '@parley/proto/useradmin/v1/people';
import { handOut } from '@parley/rules';
import { audit } from '../../../kernel/audit.ts';
import { prove } from '../../../kernel/proof.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import { lockManagedBot } from '../../../people/managed-bot.ts';
import type { Ctx } from '../../context.ts';
import { openApiKey } from '../../keys/open-api-key.ts';

/**
 * Returns the API key of a bot that the caller may manage.
 * @throws BAD_REQUEST when no such bot exists, or the caller may not manage it; the errors of `prove`
 */
export async function getApiKey(
  ctx: Ctx,
  { botUserId }: GetApiKeyRequest,
  scope: DbScope,
): Promise<GetApiKeyResponse> {
  return scope.transaction(async (tx) => {
    const bot = await lockManagedBot(tx, await tx.caller(), botUserId);
    const apiKey = await openApiKey(ctx, tx, await prove(tx, 'api-key', bot.userId));
    await audit(tx, { action: 'bot.api_key_shown', userId: bot.userId });
    return { apiKey: handOut('API key', apiKey, tx.call.principal) };
  });
}
