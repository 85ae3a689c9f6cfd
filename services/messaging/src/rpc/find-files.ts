import type { Scope } from '@parley/directory';
import type { FindFilesRequest, FindFilesResponse } from '@parley/proto/messaging/v1/searching';
import type { Ctx } from '../context.ts';
import { findLinkedFiles } from '../reading/find-linked-files.ts';
import { planRead } from '../reading/plan-read.ts';

const maxFiles = 100;

/** Returns files that fit the query and that messages link which the caller may read (docs/api/search.md#suggestions-and-files). */
export async function findFiles(
  ctx: Ctx,
  { query, limit }: FindFilesRequest,
  scope: Scope,
): Promise<FindFilesResponse> {
  const plan = await scope.confirmed(async (scope) => {
    const terms = [
      { operator: 'search', negated: false, operand: { $case: 'text' as const, text: query } },
      { operator: 'has', negated: false, operand: { $case: 'text' as const, text: 'attachment' } },
    ];
    return await planRead(ctx, await scope.caller(), terms, scope);
  });
  const files = await findLinkedFiles(ctx, { plan, query }, scope);
  return { files: files.slice(0, Math.min(limit, maxFiles)) };
}
