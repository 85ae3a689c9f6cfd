import type { ListNamedKeysRequest, ListNamedKeysResponse } from '@parley/proto/useradmin/v1/keys';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { keysOf } from '../../keys/keys-of.ts';

/** Returns the caller's API keys. Only their properties are returned, not the keys themselves. */
export async function listNamedKeys(
  _ctx: Ctx,
  _request: ListNamedKeysRequest,
  scope: DbScope,
): Promise<ListNamedKeysResponse> {
  return keysOf(scope, (await scope.caller()).userId);
}
