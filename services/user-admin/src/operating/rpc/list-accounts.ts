import type { ListAccountsRequest, ListAccountsResponse } from '@parley/proto/useradmin/v1/operators';
import { requireOperator } from '@parley/rpc';
import type { DbScope } from '../../kernel/scope.ts';
import { listUsers } from '../../people/db/users.ts';
import { accountOf } from '../../people/domain/present-account.ts';
import type { Ctx } from '../../scim/context.ts';

const pageSize = 1_000;

/** Returns a page of people and bots, except system bots, ordered by ID. @throws UNAUTHORIZED_PRINCIPAL */
export async function listAccounts(
  _ctx: Ctx,
  { afterUserId }: ListAccountsRequest,
  scope: DbScope,
): Promise<ListAccountsResponse> {
  requireOperator(scope.call);
  return { accounts: (await listUsers(scope, { afterUserId, limit: pageSize })).map(accountOf) };
}
