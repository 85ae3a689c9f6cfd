import type { ListExportsRequest, ListExportsResponse } from '@parley/proto/useradmin/v1/organization';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../../kernel/caller.ts';
import type { Ctx } from '../../context.ts';
import { requireRole } from '../../settings/administer.ts';

/**
 * Exports that the API began: none, for operators make them (`requestExport`) (contract, `get-realm-exports`). For
 * administrators.
 * @throws UNAUTHORIZED_PRINCIPAL, UNAUTHORIZED
 */
export async function listExports(
  ctx: Ctx,
  _request: ListExportsRequest,
  call: Call,
): Promise<ListExportsResponse> {
  requireRole(await requireCaller(ctx.db, call), 'administrators');
  return { exportsJson: Buffer.from('[]') };
}
