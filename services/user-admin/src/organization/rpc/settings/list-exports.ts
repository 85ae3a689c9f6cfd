import type { ListExportsRequest, ListExportsResponse } from '@parley/proto/useradmin/v1/organization';
import type { Scope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { requireRole } from '../../settings/administer.ts';

/**
 * Returns an empty list, because operators make exports and the API makes none (`requestExport`). Only administrators
 * may call it.
 * @throws UNAUTHORIZED_PRINCIPAL, UNAUTHORIZED
 */
export async function listExports(
  _ctx: Ctx,
  _request: ListExportsRequest,
  scope: Scope,
): Promise<ListExportsResponse> {
  requireRole(await scope.caller(), 'administrators');
  return { exportsJson: Buffer.from('[]') };
}
