import type { ListNamedKeysRequest, ListNamedKeysResponse } from '@parley/proto/useradmin/v1/keys';
import type { Scope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { listNamedKeys as findNamedKeys } from '../../db/named-keys.ts';

/**
 * Returns the caller's named API keys. Only their properties are returned, because the keys themselves are not stored.
 * @throws UNAUTHORIZED, USER_DEACTIVATED
 */
export async function listNamedKeys(
  _ctx: Ctx,
  _request: ListNamedKeysRequest,
  scope: Scope,
): Promise<ListNamedKeysResponse> {
  const { userId } = await scope.caller();
  const keys = await findNamedKeys(scope, userId);
  return {
    keys: keys.map(({ keyId, name, isReadOnly, areas, createdAt, ...rest }) => ({
      keyId,
      name,
      scope: { isReadOnly, areas: areas ?? [] },
      createdAt,
      expiresAt: rest.expiresAt ?? 0,
      lastUsedAt: rest.lastUsedAt ?? 0,
      lastUsedAddress: rest.lastUsedAddress ?? '',
    })),
  };
}
