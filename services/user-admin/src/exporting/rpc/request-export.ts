import type { RequestExportRequest, RequestExportResponse } from '@parley/proto/useradmin/v1/organization';
import { requireReceiver } from '@parley/rules';
import { audit } from '../../kernel/audit.ts';
import { hasConsentingOwner } from '../../kernel/db/user-settings.ts';
import { prove } from '../../kernel/proof.ts';
import type { Scope } from '../../kernel/scope.ts';
import { administer } from '../../organization/settings/administer.ts';
import { announceExports } from '../announce-exports.ts';
import type { Ctx } from '../context.ts';
import { countRecentExports, insertExport } from '../db/exports.ts';
import { checkFullExport, checkNewExport, exportTypes, limitDays } from '../domain/rules.ts';

/**
 * Requests an export of the organization. A worker makes it in the background. Only administrators may call it.
 * @throws BAD_REQUEST when no export is possible now (`checkNewExport`, `checkFullExport`), UNAUTHORIZED_PRINCIPAL for other people, UNAUTHORIZED;
 * the errors of `prove`
 */
export async function requestExport(
  ctx: Ctx,
  { exportType }: RequestExportRequest,
  scope: Scope,
): Promise<RequestExportResponse> {
  return administer(scope, 'administrators', async (tx, caller) => {
    requireReceiver('export archive', tx.call.principal);
    if (exportType === exportTypes.withoutConsent) checkFullExport(await tx.organization(), caller);
    checkNewExport({
      ...(await countRecentExports(tx, limitDays)),
      isOffered: ctx.config.exportMaxBytes > 0,
      hasConsentingOwner: exportType !== exportTypes.withConsent || (await hasConsentingOwner(tx)),
    });
    const requesterId = await prove(tx, 'export', caller.userId);
    const { exportId } = await insertExport(tx, requesterId, exportType);
    await audit(tx, { action: 'export.requested', details: { exportId, exportType } });
    await announceExports(ctx, tx);
    return { exportId };
  });
}
