import type { ListErasuresRequest, ListErasuresResponse } from '@parley/proto/useradmin/v1/erasing';
import { isOfOperator } from '@parley/rpc';
import type { DbScope } from '../../kernel/scope.ts';
import { requireRole } from '../../organization/settings/administer.ts';
import type { Ctx } from '../context.ts';
import { listErasures as readErasures } from '../db/erasures.ts';

/**
 * Returns the newest erasures, newest first. Only owners and operators may call it.
 * @throws UNAUTHORIZED_PRINCIPAL for a person who is not an owner
 */
export async function listErasures(
  _ctx: Ctx,
  _request: ListErasuresRequest,
  scope: DbScope,
): Promise<ListErasuresResponse> {
  if (!isOfOperator(scope.call)) requireRole(await scope.caller(), 'owners');
  const rows = await readErasures(scope);
  return {
    erasures: rows.map((row) => ({
      erasureId: row.erasureId,
      userId: row.userId,
      actingUserId: row.requestedBy ?? undefined,
      deletesMessages: row.deletesMessages,
      requestedAt: row.requestedAt,
      finishedAt: row.finishedAt ?? undefined,
      counts: { ...row.counts },
    })),
  };
}
