import type { ListImportsRequest, ListImportsResponse } from '@parley/proto/importing/v1/importing';
import type { Call } from '@parley/rpc';
import { requireOwner } from '../access.ts';
import type { Ctx } from '../context.ts';
import { listImports as newest } from '../db/imports.ts';
import { importOf } from '../view.ts';

const maxListed = 100;

/** Returns the newest imports. */
export async function listImports(
  ctx: Ctx,
  _request: ListImportsRequest,
  call: Call,
): Promise<ListImportsResponse> {
  await requireOwner(ctx, call);
  return { imports: (await newest(ctx.db, maxListed)).map(importOf) };
}
