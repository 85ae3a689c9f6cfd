import { jsonBytes } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { GetDraftsResponse } from '@parley/proto/messaging/v1/personal';
import type { Ctx } from '../../context.ts';
import { draftsOf } from '../../db/personal/drafts.ts';

/** Returns the caller's drafts, the most recently edited last. */
export async function getDrafts(ctx: Ctx, _request: unknown, scope: Scope): Promise<GetDraftsResponse> {
  const { userId } = await scope.caller();
  const drafts = await draftsOf(ctx.db, userId);
  return { draftsJson: jsonBytes(drafts), count: drafts.length };
}
