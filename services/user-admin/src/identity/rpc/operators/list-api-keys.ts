import type { ListApiKeysRequest, ListApiKeysResponse } from '@parley/proto/useradmin/v1/people';
import { requireOperator } from '@parley/rpc';
import type { Scope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { listApiKeyHolders } from '../../db/credentials.ts';

const pageSize = 1_000;

/** Returns a page of accounts, with the times at which their API keys were created. @throws UNAUTHORIZED_PRINCIPAL */
export async function listApiKeys(
  _ctx: Ctx,
  { afterUserId }: ListApiKeysRequest,
  scope: Scope,
): Promise<ListApiKeysResponse> {
  requireOperator(scope.call);
  return { holders: await listApiKeyHolders(scope, { afterUserId, limit: pageSize }) };
}
