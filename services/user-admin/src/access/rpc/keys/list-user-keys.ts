import type { ListUserKeysRequest, ListUserKeysResponse } from '@parley/proto/useradmin/v1/keys';
import type { DbScope } from '../../../kernel/scope.ts';
import { administeredAccount } from '../../../people/administered-account.ts';
import type { Ctx } from '../../context.ts';
import { keysOf } from '../../keys/keys-of.ts';

/**
 * Returns the API keys of an account that the caller may administer, without the keys themselves.
 * @throws the errors of `administeredAccount`
 */
export async function listUserKeys(
  _ctx: Ctx,
  { userId }: ListUserKeysRequest,
  scope: DbScope,
): Promise<ListUserKeysResponse> {
  return scope.transaction(async (tx) => keysOf(tx, (await administeredAccount(tx, userId)).userId));
}
