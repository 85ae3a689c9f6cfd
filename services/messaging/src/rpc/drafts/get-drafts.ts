import { jsonBytes } from '@parley/core';
import { requireCaller } from '@parley/directory';
import type { GetDraftsResponse } from '@parley/proto/messaging/v1/personal';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { draftsOf } from '../../db/drafts.ts';

/** Returns the caller's drafts, the latest edited last. */
export async function getDrafts(ctx: Ctx, call: Call): Promise<GetDraftsResponse> {
  const { userId } = await requireCaller(ctx, call);
  const drafts = await draftsOf(ctx.db, userId);
  return { draftsJson: jsonBytes(drafts), count: drafts.length };
}
