import type { GetDatabaseSizeResponse } from '@parley/proto/useradmin/v1/organization';
import { requireOwner } from '../../../kernel/domain/authority.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { databaseBytes } from '../../db/database-size.ts';

/**
 * Returns the size of the database in bytes, which clients show to owners. Only owners may call it.
 * @throws UNAUTHORIZED_PRINCIPAL when the caller is not an owner
 */
export async function getDatabaseSize(
  _ctx: Ctx,
  _request: unknown,
  scope: DbScope,
): Promise<GetDatabaseSizeResponse> {
  requireOwner(await scope.caller());
  return { bytes: await databaseBytes(scope) };
}
