import type { RevokeApiKeyRequest, RevokeApiKeyResponse } from '@parley/proto/useradmin/v1/people';
import type { Call } from '@parley/rpc';
import { requireOperator } from '../../../kernel/caller.ts';
import { requirePersonByEmail } from '../../accounts/person-by-email.ts';
import type { Ctx } from '../../context.ts';
import { renewApiKey } from '../../credentials/renew-api-key.ts';

/** Somebody's key ends; they fetch the new one with their password. */
export async function revokeApiKey(
  ctx: Ctx,
  { email }: RevokeApiKeyRequest,
  call: Call,
): Promise<RevokeApiKeyResponse> {
  requireOperator(call);
  ctx.writeGuard.check();
  return ctx.db.tx(async (tx) => {
    const { userId } = await requirePersonByEmail(tx, email);
    await renewApiKey(ctx, tx, call, userId);
    return { userId };
  });
}
