import { errors, firstItem } from '@parley/core';
import { emit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { EditDraftRequest, EditDraftResponse } from '@parley/proto/messaging/v1/personal';
import type { Ctx } from '../../context.ts';
import { updateDraft } from '../../db/personal/drafts.ts';
import { checkDrafts } from '../../drafts/check-drafts.ts';
import { personalListChanged } from '../../events/personal.ts';

/** Replaces a draft of the caller. */
export async function editDraft(
  ctx: Ctx,
  request: EditDraftRequest,
  scope: Scope,
): Promise<EditDraftResponse> {
  ctx.writeGuard.check();
  if (!request.draft) throw errors.missingParameter('draft');
  const { userId, drafts } = await checkDrafts(ctx, [request.draft], scope);
  await ctx.db.tx(async (tx) => {
    const draft = await updateDraft(tx, userId, request.draftId, firstItem(drafts));
    if (!draft) throw errors.missing('Draft does not exist');
    await emit(
      tx,
      personalListChanged(userId, { type: 'drafts', op: 'update', draft }, scope.call.traceparent),
    );
  });
  return {};
}
