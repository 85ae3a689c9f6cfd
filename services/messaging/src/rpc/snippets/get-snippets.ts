import { jsonBytes } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { GetSnippetsResponse } from '@parley/proto/messaging/v1/personal';
import type { Ctx } from '../../context.ts';
import { snippetsOf } from '../../db/personal/snippets.ts';

export async function getSnippets(ctx: Ctx, _request: unknown, scope: Scope): Promise<GetSnippetsResponse> {
  const { userId } = await scope.caller();
  return { savedSnippetsJson: jsonBytes(await snippetsOf(ctx.db, userId)) };
}
