import type { ListApiKeysRequest, ListApiKeysResponse } from '@parley/proto/useradmin/v1/people';
import { requireOperator } from '@parley/rpc';
import { listApiKeyHolders } from '../../access/db/credentials.ts';
import type { DbScope } from '../../kernel/scope.ts';
import type { Ctx } from '../../scim/context.ts';

const pageSize = 1_000;

/** Returns a page of accounts, with the times at which their API keys were created. @throws UNAUTHORIZED_PRINCIPAL */
export async function listApiKeys(
  _ctx: Ctx,
  { afterUserId }: ListApiKeysRequest,
  scope: DbScope,
): Promise<ListApiKeysResponse> {
  requireOperator(scope.call);
  return { holders: await listApiKeyHolders(scope, { afterUserId, limit: pageSize }) };
}
