import { errors } from '@parley/core';
import type { RequestExportRequest, RequestExportResponse } from '@parley/proto/useradmin/v1/organization';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../../kernel/caller.ts';
import type { Ctx } from '../../context.ts';
import { requireRole } from '../../settings/administer.ts';

/**
 * Refused for everybody (contract, `export-realm`: an organization too large to export itself): a copy of everything
 * is made by operators, from a backup of the database and the stored files.
 */
export async function requestExport(
  ctx: Ctx,
  _request: RequestExportRequest,
  call: Call,
): Promise<RequestExportResponse> {
  requireRole(await requireCaller(ctx.db, call), 'administrators');
  throw errors.badRequest('Please request a manual export from the operators of this server.');
}
