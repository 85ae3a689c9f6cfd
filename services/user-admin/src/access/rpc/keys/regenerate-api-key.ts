import type { RegenerateApiKeyRequest, RegenerateApiKeyResponse } from '@parley/proto/useradmin/v1/people';
import type { DbScope } from '../../../kernel/scope.ts';
import { lockManagedBot } from '../../../people/managed-bot.ts';
import type { Ctx } from '../../context.ts';
import { replaceApiKey } from '../../keys/replace-api-key.ts';

/**
 * Replaces the API key of the caller, or of a bot that the caller may manage. Returns the new key.
 * @throws BAD_REQUEST; the errors of `prove`
 */
export async function regenerateApiKey(
  ctx: Ctx,
  { botUserId }: RegenerateApiKeyRequest,
  scope: DbScope,
): Promise<RegenerateApiKeyResponse> {
  return scope.write(async (tx) => {
    const caller = await tx.caller();
    const { userId } = botUserId === 0 ? caller : await lockManagedBot(tx, caller, botUserId);
    return { apiKey: await replaceApiKey(ctx, tx, userId) };
  });
}
