import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { DeleteSnippetRequest, DeleteSnippetResponse } from '@parley/proto/messaging/v1/personal';
import type { Ctx } from '../../context.ts';
import { deleteSnippet as deleteRow } from '../../db/personal/snippets.ts';
import { personalListChanged } from '../../events/personal.ts';

export async function deleteSnippet(
  ctx: Ctx,
  request: DeleteSnippetRequest,
  scope: Scope,
): Promise<DeleteSnippetResponse> {
  ctx.writeGuard.check();
  const { userId } = await scope.caller();
  await ctx.db.tx(async (tx) => {
    if (!(await deleteRow(tx, userId, request.savedSnippetId)))
      throw errors.missing('Saved snippet does not exist.');
    const removed = { saved_snippet_id: request.savedSnippetId };
    await emit(
      tx,
      personalListChanged(
        userId,
        { type: 'saved_snippets', op: 'remove', ...removed },
        scope.call.traceparent,
      ),
    );
  });
  return {};
}
