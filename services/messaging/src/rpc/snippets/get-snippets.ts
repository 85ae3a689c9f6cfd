import { jsonBytes } from '@parley/core';
import { requireCaller } from '@parley/directory';
import type { GetSnippetsResponse } from '@parley/proto/messaging/v1/personal';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { snippetsOf } from '../../db/snippets.ts';

/** Returns the caller's saved snippets, the oldest first. */
export async function getSnippets(ctx: Ctx, call: Call): Promise<GetSnippetsResponse> {
  const { userId } = await requireCaller(ctx, call);
  return { savedSnippetsJson: jsonBytes(await snippetsOf(ctx.db, userId)) };
}
