import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { DeleteDraftRequest, DeleteDraftResponse } from '@parley/proto/messaging/v1/personal';
import type { Ctx } from '../../context.ts';
import { deleteDraft as deleteRow } from '../../db/personal/drafts.ts';
import { requireStoredDrafts } from '../../drafts/check-drafts.ts';
import { personalListChanged } from '../../events/personal.ts';

export async function deleteDraft(
  ctx: Ctx,
  request: DeleteDraftRequest,
  scope: Scope,
): Promise<DeleteDraftResponse> {
  ctx.writeGuard.check();
  const userId = await scope.confirmed(async (facts) => {
    const caller = await facts.caller();
    await requireStoredDrafts(caller.userId, facts);
    return caller.userId;
  });
  await ctx.db.tx(async (tx) => {
    if (!(await deleteRow(tx, userId, request.draftId))) throw errors.missing('Draft does not exist');
    const removed = { draft_id: request.draftId };
    await emit(
      tx,
      personalListChanged(userId, { type: 'drafts', op: 'remove', ...removed }, scope.call.traceparent),
    );
  });
  return {};
}
