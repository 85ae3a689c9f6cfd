import type { RegenerateApiKeyRequest, RegenerateApiKeyResponse } from '@parley/proto/useradmin/v1/people';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../../kernel/caller.ts';
import { requireOwnBot } from '../../accounts/own-bot.ts';
import type { Ctx } from '../../context.ts';
import { renewApiKey } from '../../credentials/renew-api-key.ts';

/** The caller's key, or that of a bot of theirs, is another one from here on. @throws BAD_REQUEST, UNAUTHORIZED */
export async function regenerateApiKey(
  ctx: Ctx,
  { botUserId }: RegenerateApiKeyRequest,
  call: Call,
): Promise<RegenerateApiKeyResponse> {
  ctx.writeGuard.check();
  return ctx.db.tx(async (tx) => {
    const caller = await requireCaller(tx, call);
    const { userId } = botUserId === 0 ? caller : await requireOwnBot(tx, caller, botUserId);
    return { apiKey: await renewApiKey(ctx, tx, call, userId) };
  });
}
