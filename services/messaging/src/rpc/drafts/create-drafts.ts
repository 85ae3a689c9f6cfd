import { errors, errorText } from '@parley/core';
import { emit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { CreateDraftsRequest, CreateDraftsResponse } from '@parley/proto/messaging/v1/personal';
import type { Ctx } from '../../context.ts';
import { countDrafts, insertDraft, maxDrafts } from '../../db/personal/drafts.ts';
import { lockPersonalLists } from '../../db/personal/personal-lists.ts';
import { checkDrafts } from '../../drafts/check-drafts.ts';
import { personalListChanged } from '../../events/personal.ts';

/** Creates drafts. When one is invalid, none is created. */
export async function createDrafts(
  ctx: Ctx,
  request: CreateDraftsRequest,
  scope: Scope,
): Promise<CreateDraftsResponse> {
  ctx.writeGuard.check();
  const { userId, drafts } = await checkDrafts(ctx, request.drafts, scope);
  if (drafts.length === 0) return { ids: [] };
  return ctx.db.tx(async (tx) => {
    await lockPersonalLists(tx, userId);
    if ((await countDrafts(tx, userId)) + drafts.length > maxDrafts) {
      throw errors.badRequest(errorText('You have too many drafts (maximum {limit}).', { limit: maxDrafts }));
    }
    const rows = [];
    for (const draft of drafts) rows.push(await insertDraft(tx, userId, draft));
    await emit(
      tx,
      personalListChanged(userId, { type: 'drafts', op: 'add', drafts: rows }, scope.call.traceparent),
    );
    return { ids: rows.map(({ id }) => id) };
  });
}
