import type {
  ListExportConsentsRequest,
  ListExportConsentsResponse,
} from '@parley/proto/useradmin/v1/organization';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../../kernel/caller.ts';
import { listExportConsents as readConsents } from '../../../kernel/db/user-settings.ts';
import { requireRole } from '../../../organization/settings/administer.ts';
import type { Ctx } from '../../context.ts';

/**
 * Which people let their private data be exported (`allow_private_data_export`) (contract,
 * `get-realm-export-consents`). For administrators.
 * @throws UNAUTHORIZED_PRINCIPAL, UNAUTHORIZED
 */
export async function listExportConsents(
  ctx: Ctx,
  _request: ListExportConsentsRequest,
  call: Call,
): Promise<ListExportConsentsResponse> {
  requireRole(await requireCaller(ctx.db, call), 'administrators');
  return { exportConsentsJson: await readConsents(ctx.db) };
}
