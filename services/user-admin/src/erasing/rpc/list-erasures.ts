import { jsonBytes } from '@parley/core';
import type { ListErasuresRequest, ListErasuresResponse } from '@parley/proto/useradmin/v1/erasing';
import type { Scope } from '../../kernel/scope.ts';
import { requireRole } from '../../organization/settings/administer.ts';
import type { Ctx } from '../context.ts';
import { type Erasure, listErasures as readErasures } from '../db/erasures.ts';

/**
 * Returns the reports of erasures, the newest first. For owners and operators. @throws UNAUTHORIZED_PRINCIPAL,
 * UNAUTHORIZED
 */
export async function listErasures(
  _ctx: Ctx,
  _request: ListErasuresRequest,
  scope: Scope,
): Promise<ListErasuresResponse> {
  if (scope.call.principal !== undefined) requireRole(await scope.caller(), 'owners');
  return { erasuresJson: jsonBytes((await readErasures(scope)).map(present)) };
}

const present = (erasure: Erasure) => ({
  id: erasure.erasureId,
  user_id: erasure.userId,
  acting_user_id: erasure.requestedBy,
  deletes_messages: erasure.deletesMessages,
  requested_at: erasure.requestedAt,
  finished_at: erasure.finishedAt,
  counts: erasure.counts,
});
