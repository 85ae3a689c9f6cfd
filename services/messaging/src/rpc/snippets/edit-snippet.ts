import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { EditSnippetRequest, EditSnippetResponse } from '@parley/proto/messaging/v1/personal';
import type { Ctx } from '../../context.ts';
import { updateSnippet } from '../../db/personal/snippets.ts';
import { parseSnippetContent, parseSnippetTitle } from '../../domain/personal/drafts.ts';
import { personalListChanged } from '../../events/personal.ts';

/** Changes the title, the content or both of a snippet of the caller. */
export async function editSnippet(
  ctx: Ctx,
  request: EditSnippetRequest,
  scope: Scope,
): Promise<EditSnippetResponse> {
  ctx.writeGuard.check();
  const title = request.title === undefined ? null : parseSnippetTitle(request.title);
  const content = request.content === undefined ? null : parseSnippetContent(request.content);
  const { userId } = await scope.caller();
  await ctx.db.tx(async (tx) => {
    const snippet = await updateSnippet(tx, userId, request.savedSnippetId, { title, content });
    if (!snippet) throw errors.missing('Saved snippet does not exist.');
    if (title === null && content === null) return;
    const changed = { saved_snippet: snippet };
    await emit(
      tx,
      personalListChanged(
        userId,
        { type: 'saved_snippets', op: 'update', ...changed },
        scope.call.traceparent,
      ),
    );
  });
  return {};
}
