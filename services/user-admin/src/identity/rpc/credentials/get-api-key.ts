import type { GetApiKeyRequest, GetApiKeyResponse } from '@parley/proto/useradmin/v1/people';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../../kernel/caller.ts';
import { requireOwnBot } from '../../accounts/own-bot.ts';
import type { Ctx } from '../../context.ts';
import { findCredentials } from '../../db/credentials.ts';

/** The key of one of the caller's bots. @throws BAD_REQUEST, UNAUTHORIZED */
export async function getApiKey(
  ctx: Ctx,
  { botUserId }: GetApiKeyRequest,
  call: Call,
): Promise<GetApiKeyResponse> {
  return ctx.db.tx(async (tx) => {
    const bot = await requireOwnBot(tx, await requireCaller(tx, call), botUserId);
    const { apiKeySealed } = (await findCredentials(tx, bot.userId))!;
    return { apiKey: ctx.sealer.open(apiKeySealed, bot.userId) };
  });
}
