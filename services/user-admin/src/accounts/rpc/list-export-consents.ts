import type {
  ListExportConsentsRequest,
  ListExportConsentsResponse,
} from '@parley/proto/useradmin/v1/organization';
import { listExportConsents as readConsents } from '../../kernel/db/user-settings.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { requireRole } from '../../organization/settings/administer.ts';
import type { Ctx } from '../context.ts';

/**
 * Returns for every active person whether they consent to the export of their private data (`allow_private_data_export`). Only
 * administrators may call it.
 * @throws UNAUTHORIZED_PRINCIPAL when the caller is not an administrator
 */
export async function listExportConsents(
  _ctx: Ctx,
  _request: ListExportConsentsRequest,
  scope: DbScope,
): Promise<ListExportConsentsResponse> {
  requireRole(await scope.caller(), 'administrators');
  return { exportConsentsJson: await readConsents(scope) };
}
