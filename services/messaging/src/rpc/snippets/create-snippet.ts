import { errors, errorText } from '@parley/core';
import { emit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { CreateSnippetRequest, CreateSnippetResponse } from '@parley/proto/messaging/v1/personal';
import type { Ctx } from '../../context.ts';
import { lockPersonalLists } from '../../db/personal/personal-lists.ts';
import { countSnippets, insertSnippet, maxSnippets } from '../../db/personal/snippets.ts';
import { parseSnippetContent, parseSnippetTitle } from '../../domain/personal/drafts.ts';
import { personalListChanged } from '../../events/personal.ts';

/** Saves a snippet for the caller. */
export async function createSnippet(
  ctx: Ctx,
  request: CreateSnippetRequest,
  scope: Scope,
): Promise<CreateSnippetResponse> {
  ctx.writeGuard.check();
  const title = parseSnippetTitle(request.title);
  const content = parseSnippetContent(request.content);
  const { userId } = await scope.caller();
  return ctx.db.tx(async (tx) => {
    await lockPersonalLists(tx, userId);
    if ((await countSnippets(tx, userId)) >= maxSnippets) {
      throw errors.badRequest(
        errorText('You have too many saved snippets (maximum {limit}).', { limit: maxSnippets }),
      );
    }
    const snippet = await insertSnippet(tx, userId, title, content);
    const added = { saved_snippet: snippet };
    await emit(
      tx,
      personalListChanged(userId, { type: 'saved_snippets', op: 'add', ...added }, scope.call.traceparent),
    );
    return { savedSnippetId: snippet.id };
  });
}
