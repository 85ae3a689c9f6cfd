import { errors } from '@parley/core';
import { sql } from '@parley/db';
import type { RequestExportRequest, RequestExportResponse } from '@parley/proto/useradmin/v1/organization';
import { isOfOperator, personOf } from '@parley/rpc';
import { requireReceiver, roles } from '@parley/rules';
import { audit } from '../../kernel/audit.ts';
import { peopleWhere } from '../../kernel/db/people.ts';
import { hasConsentingOwner } from '../../kernel/db/user-settings.ts';
import type { Person } from '../../kernel/domain/person.ts';
import { proveUnlessOperator } from '../../kernel/proof.ts';
import type { DbScope, TxScope } from '../../kernel/scope.ts';
import { lockOrganization } from '../../organization/db/organization.ts';
import { requireRole } from '../../organization/settings/administer.ts';
import { announceExports } from '../announce-exports.ts';
import type { Ctx } from '../context.ts';
import { countRecentExports, insertExport } from '../db/exports.ts';
import { checkFullExport, checkNewExport, exportFormats, exportTypes, limitDays } from '../domain/rules.ts';

/**
 * Requests an export of the organization. A worker makes it in the background. Administrators and operators may call it; the
 * export of an operator belongs to the first owner.
 * @throws BAD_REQUEST when no export is possible now (`checkNewExport`, `checkFullExport`), UNAUTHORIZED_PRINCIPAL for other
 * people; the errors of `prove`
 */
export async function requestExport(
  ctx: Ctx,
  { exportType, since, format: given }: RequestExportRequest,
  scope: DbScope,
): Promise<RequestExportResponse> {
  const format = exportFormats.find((each) => each === (given || 'parley'));
  if (!format) throw errors.badRequest('Invalid parameters');
  const isOperator = isOfOperator(scope.call);
  return scope.write(async (tx) => {
    const caller = isOperator ? await firstOwner(tx) : await tx.caller();
    if (!isOperator) requireRole(caller, 'administrators');
    await lockOrganization(tx);
    requireReceiver('export archive', personOf(tx.call));
    if (exportType === exportTypes.withoutConsent && !isOperator)
      checkFullExport(await tx.organization(), caller);
    checkNewExport({
      ...(await countRecentExports(tx, limitDays)),
      isOffered: ctx.config.exportMaxBytes > 0,
      hasConsentingOwner: exportType !== exportTypes.withConsent || (await hasConsentingOwner(tx)),
    });
    const requesterId = await proveUnlessOperator(tx, 'export', caller.userId);
    const { exportId } = await insertExport(tx, requesterId, { exportType, since, format });
    const details = {
      exportId,
      exportType,
      ...(since > 0 && { since }),
      ...(format !== 'parley' && { format }),
    };
    await audit(tx, { action: 'export.requested', details });
    await announceExports(ctx, tx);
    return { exportId };
  });
}

/** Returns the owner to whom an export of an operator belongs. @throws BAD_REQUEST when there is none */
async function firstOwner(tx: TxScope): Promise<Person> {
  const [owner] = await peopleWhere(
    tx,
    sql`u.role = ${roles.owner} and u.is_active and u.bot_type is null`,
    1,
  );
  if (!owner) throw errors.badRequest('The organization has no active owner.');
  return owner;
}
