import type { ListApiKeysRequest, ListApiKeysResponse } from '@parley/proto/useradmin/v1/people';
import type { Call } from '@parley/rpc';
import { requireOperator } from '../../../kernel/caller.ts';
import type { Ctx } from '../../context.ts';
import { listApiKeyHolders } from '../../db/credentials.ts';

const pageSize = 1_000;

/** Who has a key and since when, a page at a time. */
export async function listApiKeys(
  ctx: Ctx,
  { afterUserId }: ListApiKeysRequest,
  call: Call,
): Promise<ListApiKeysResponse> {
  requireOperator(call);
  return { holders: await listApiKeyHolders(ctx.db, { afterUserId, limit: pageSize }) };
}
