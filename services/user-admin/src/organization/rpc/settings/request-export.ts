import { errors } from '@parley/core';
import type { RequestExportRequest, RequestExportResponse } from '@parley/proto/useradmin/v1/organization';
import type { Scope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { requireRole } from '../../settings/administer.ts';

/**
 * Refuses to start an export: operators make exports from a backup of the database and of the stored files.
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL, UNAUTHORIZED
 */
export async function requestExport(
  _ctx: Ctx,
  _request: RequestExportRequest,
  scope: Scope,
): Promise<RequestExportResponse> {
  requireRole(await scope.caller(), 'administrators');
  throw errors.badRequest('Please request a manual export from the operators of this server.');
}
