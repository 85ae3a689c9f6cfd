import { errors } from '@parley/core';
import type {
  RequestPersonExportRequest,
  RequestPersonExportResponse,
} from '@parley/proto/useradmin/v1/person_exports';
import { isOfOperator, personOf } from '@parley/rpc';
import { requireReceiver } from '@parley/rules';
import { effectiveUserSettings } from '@parley/settings';
import { lockExisting } from '../../accounts/change-account.ts';
import { auditAs } from '../../kernel/audit.ts';
import { lockWithCaller } from '../../kernel/caller.ts';
import { findUserSettings } from '../../kernel/db/user-settings.ts';
import { proveUnlessOperator } from '../../kernel/proof.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { requireRole } from '../../organization/settings/administer.ts';
import type { Ctx } from '../context.ts';
import { countRecentPersonExports, insertPersonExport } from '../db/exports.ts';
import { checkNewPersonExport, limitDays } from '../domain/rules.ts';

/**
 * Requests an export of one person's data. A worker makes it in the background. People export their own data, and owners and
 * operators also that of others. An owner gets private data only if the person consents to its export.
 * @throws BAD_REQUEST for an unknown person, for a bot, and when no export is possible now (`checkNewPersonExport`);
 * UNAUTHORIZED_PRINCIPAL when another person than an owner requests the data of others; the errors of `prove`
 */
export async function requestPersonExport(
  ctx: Ctx,
  { userId }: RequestPersonExportRequest,
  scope: DbScope,
): Promise<RequestPersonExportResponse> {
  const isOperator = isOfOperator(scope.call);
  return scope.write(async (tx) => {
    const caller = isOperator ? undefined : await tx.caller();
    if (caller && caller.userId !== userId) requireRole(caller, 'owners');
    requireReceiver('export archive', personOf(tx.call));
    await lockWithCaller(tx, userId);
    const person = await lockExisting(tx, userId);
    if (person.isBot) throw errors.badRequest('Only the data of people can be exported.');
    checkNewPersonExport({
      ...(await countRecentPersonExports(tx, userId, limitDays)),
      isOffered: ctx.config.exportMaxBytes > 0,
    });
    const isOwn = caller?.userId === userId;
    const includesPrivate =
      isOperator ||
      isOwn ||
      effectiveUserSettings(await findUserSettings(tx, userId)).allow_private_data_export === true;
    const requesterId = caller?.userId ?? null;
    const { exportId } = await insertPersonExport(tx, {
      userId: await proveUnlessOperator(tx, 'export', userId),
      requesterId,
      includesPrivate,
    });
    const details = { exportId, includesPrivate };
    await auditAs(tx, caller?.userId, { action: 'user.data_exported', userId, details });
    return { exportId };
  });
}
